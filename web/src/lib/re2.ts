// A replacement for re2js in the page, because the library is large and only needed for queries with a regular expression: until it is
// loaded, every expression counts as valid. The server checks all of them. `vite.config.ts` sets the alias.
type Library = typeof import('re2js')

let library: Library | undefined
let arriving: Promise<void> | undefined
const waiting = new Set<() => void>()

/** The part of the library that the query language uses. */
export const RE2JS = {
  compile(expression: string): unknown {
    if (library === undefined) void load()
    return library?.RE2JS.compile(expression)
  },
}

/** The error for an invalid expression, from any part of the library. */
export class RE2JSSyntaxException extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return library !== undefined && value instanceof library.RE2JSSyntaxException
  }
}

/** The library, once a query needed it and it is loaded. */
export function loadedRe2(): Library | undefined {
  return library
}

/** Calls `listener` when the library is loaded; returns a function that unsubscribes. */
export function onRe2(listener: () => void): () => void {
  waiting.add(listener)
  return () => void waiting.delete(listener)
}

/** Loads the library once. */
export function load(): Promise<void> {
  arriving ??= import('re2js').then((loaded) => {
    library = loaded
    for (const listener of waiting) listener()
  })
  return arriving
}
