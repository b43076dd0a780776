// Stands in for re2js in the page, which is large and only needed for queries that hold a regular expression: until it has
// arrived, every expression counts as right. The server checks all of them. `vite.config.ts` puts it in the library's place.
type Library = typeof import('re2js')

let library: Library | undefined
let arriving: Promise<void> | undefined
const waiting = new Set<() => void>()

/** What the language asks of the library. */
export const RE2JS = {
  compile(expression: string): unknown {
    if (library === undefined) void load()
    return library?.RE2JS.compile(expression)
  },
}

/** The failure of an expression that is none, whichever part of the library made it. */
export class RE2JSSyntaxException extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return library !== undefined && value instanceof library.RE2JSSyntaxException
  }
}

/** The library, once a query needed it and it has arrived. */
export function loadedRe2(): Library | undefined {
  return library
}

/** Calls back when the library has arrived; returns how to stop that. */
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
