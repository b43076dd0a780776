// A set of texts that can grow beyond the limit of one `Set` of the runtime.

/** Entries of one set; the runtime allows about 16.7 million. */
const MOST = 8_000_000

/** A set of texts. */
interface Distinct {
  /** Adds a text and reports whether it was new. */
  readonly add: (text: string) => boolean
}

/** An empty set; `most` is for tests. */
export function distinct(most = MOST): Distinct {
  const sets = [new Set<string>()]
  return {
    add: (text) => {
      if (sets.some((set) => set.has(text))) return false
      const last = sets.at(-1)
      if (last !== undefined && last.size < most) last.add(text)
      else sets.push(new Set([text]))
      return true
    },
  }
}
