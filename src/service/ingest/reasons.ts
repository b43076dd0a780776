// Counts why files were refused and lines rejected: one entry per reason.

/** A reason, its count, and the first of its files. */
export interface ReasonCount {
  readonly reason: string
  readonly count: number
  readonly files: readonly string[]
}

const MOST_REASONS = 100
const MOST_FILES = 3

/** Counts reasons; values in backticks are ignored when reasons are compared. */
export class ReasonCounter {
  readonly #reasons = new Map<string, { reason: string; count: number; readonly files: string[] }>()

  /** Counts a reason of a file. */
  add(reason: string, file: string, count = 1): void {
    const known = reason.replace(/`[^`]*`/g, '`…`')
    const key = this.#reasons.has(known) || this.#reasons.size < MOST_REASONS ? known : 'other reasons'
    const entry = this.#reasons.get(key) ?? { reason: key === known ? reason : key, count: 0, files: [] }
    this.#reasons.set(key, entry)
    entry.count += count
    if (entry.files.length < MOST_FILES && !entry.files.includes(file)) entry.files.push(file)
  }

  /** The reasons, most frequent first. */
  list(): readonly ReasonCount[] {
    return [...this.#reasons.values()].sort((a, b) => b.count - a.count)
  }
}

/** Refusals as notes, `file: reason`, for responses without a list of reasons. */
export function refusalNotes(refusals: readonly ReasonCount[]): readonly string[] {
  return refusals.flatMap(({ reason, count, files }) => {
    const more = count > files.length ? [`${count - files.length} more files: ${reason}`] : []
    return [...files.map((file) => `${file}: ${reason}`), ...more]
  })
}
