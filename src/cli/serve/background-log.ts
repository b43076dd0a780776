import type { Logger } from 'pino'
import { isAppError } from '../../error/index.ts'

/** How often a lasting outage is logged, in milliseconds. */
const AGAIN_MS = 30_000

/** Logs failures of background work; an outage is one line now and then, not one per attempt. */
export function logBackground(logger: Pick<Logger, 'error' | 'warn'>): (error: unknown) => void {
  const last = new Map<string, number>()
  return (error) => {
    if (!isAppError(error) || error.code !== 'unavailable') {
      logger.error({ err: error }, 'work in the background failed')
      return
    }
    const now = performance.now()
    if (now - (last.get(error.message) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    last.set(error.message, now)
    logger.warn({ reason: error.message }, 'work in the background waits')
  }
}
