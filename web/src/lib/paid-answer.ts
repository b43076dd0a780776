// The last answer that cost coins, kept in this tab, so that reloading the page does not pay again.

const NAME = 'periplus.paid.answer'
const HOUR_MS = 3_600_000

interface Kept {
  readonly key: string
  readonly time: number
  readonly answer: unknown
}

/** Keeps an answer that cost coins, in place of the one before it. */
export function keepPaid(key: string, answer: { readonly cost: number }, now = Date.now()): void {
  sessionStorage.removeItem(NAME)
  if (answer.cost === 0) return
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ key, time: now, answer } satisfies Kept))
  } catch (error) {
    // What is too large for the browser is paid for again.
    if (!(error instanceof DOMException)) throw error
  }
}

/** The kept answer to this search, for an hour. */
export function readPaid<Answer>(key: string, now = Date.now()): Answer | undefined {
  const text = sessionStorage.getItem(NAME)
  if (text === null) return undefined
  const kept = JSON.parse(text) as Kept
  return kept.key === key && now - kept.time < HOUR_MS ? (kept.answer as Answer) : undefined
}
