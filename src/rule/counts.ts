// Counts of records, of those in which rules found a product, and of those in which they found the right one.

/** The counts of one name. */
export interface Counts {
  records: number
  answered: number
  right: number
}

/** Counts before the first record. */
export const noCounts = (): Counts => ({ records: 0, answered: 0, right: 0 })

/** The counts of a name, made at its first record. */
export function countsOf(map: Map<string, Counts>, name: string): Counts {
  const known = map.get(name)
  if (known !== undefined) return known
  const made = noCounts()
  map.set(name, made)
  return made
}

/** Counts one record. */
export function countRecord(counts: Counts, isAnswered: boolean, isRight: boolean): void {
  counts.records++
  if (isAnswered) counts.answered++
  if (isRight) counts.right++
}
