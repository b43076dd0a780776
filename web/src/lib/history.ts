// The queries asked in this browser, per account, the latest first. They never leave it.

const MOST = 50

/** The queries of an account in this browser, the latest first. */
export function readHistory(account: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(account)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((query): query is string => typeof query === 'string') : []
  } catch {
    return []
  }
}

/** Puts a query first. */
export function addToHistory(account: string, query: string): void {
  const others = readHistory(account).filter((other) => other !== query)
  const kept = [query, ...others].slice(0, MOST)
  keep(nameFor(account), JSON.stringify(kept))
}

/** Forgets the queries of an account in this browser. */
export function clearHistory(account: string): void {
  localStorage.removeItem(nameFor(account))
}

/** Forgets what everybody asked and typed in this browser: who signs in next may be somebody else. */
export function clearTraces(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (TRACE.test(name)) storage.removeItem(name)
}

/** What holds queries and texts that were typed; the look of the page stays. */
const TRACE = /^periplus\.(?:history|draft|form|paid)\./

function nameFor(account: string): string {
  return `periplus.history.${account}`
}

// A browser whose room is used up still searches.
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
