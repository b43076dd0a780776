// Finds the known word that a misspelt one was meant to be.

/** Edit distance with transpositions (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      row.push(best)
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}

/** The word of `known` nearest to `word`, or undefined when none is near enough. Ignores case. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase())
    if (steps < least) {
      best = candidate
      least = steps
    }
  }
  return best
}
