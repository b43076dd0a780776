// Which statements some work runs and how long each takes, for whoever looks for what is slow.
import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement that was run; its values are not part of the text. */
export interface StatementSpan {
  readonly text: string
  readonly milliseconds: number
}

const recorded = new AsyncLocalStorage<StatementSpan[]>()

/** Runs work and adds the statements that it runs to `spans` as they end. */
export function recordStatements<Result>(spans: StatementSpan[], work: () => Result): Result {
  return recorded.run(spans, work)
}

/** Runs a statement, and measures it where somebody records. */
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
