// Records which statements some work runs and how long each takes, to find slow ones.
import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement that ran. Its values are not part of the text. */
export interface StatementSpan {
  readonly text: string
  readonly milliseconds: number
}

const recorded = new AsyncLocalStorage<StatementSpan[]>()

/** Runs work and appends each of its statements to `spans` when it ends. */
export function recordStatements<Result>(spans: StatementSpan[], work: () => Result): Result {
  return recorded.run(spans, work)
}

/** Runs a statement, and measures it if statements are being recorded. */
export async function measured<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  const spans = recorded.getStore()
  if (spans === undefined) return run()
  const started = performance.now()
  try {
    return await run()
  } finally {
    spans.push({ text, milliseconds: performance.now() - started })
  }
}
