// Reports that an import is running, and stops it once it is undone, even after its process was suspended.
import { isAppError } from '../../error/index.ts'
import type { ImportRecorder } from './import-log.ts'

/** Milliseconds between reports that an import is running. */
const ALIVE_EVERY = 5000

/** A running import. */
export interface ImportWatch extends AsyncDisposable {
  /** Fails with `conflict` once an undo of the import was submitted; call it before each batch. */
  readonly check: () => Promise<void>
}

/** Reports that a started import is running, until it is disposed. */
export function watchImport(
  recorder: Pick<ImportRecorder, 'alive' | 'leave'>,
  id: string,
  now: () => number = Date.now,
): ImportWatch {
  let said = now()
  let refusal: { readonly error: unknown } | undefined
  const say = async (): Promise<void> => {
    try {
      await recorder.alive(id)
      said = now()
    } catch (error) {
      // A short outage of the database does not end an import.
      if (isAppError(error) && error.code === 'conflict') refusal ??= { error }
    }
  }
  const timer = setInterval(() => void say(), ALIVE_EVERY).unref()
  return {
    check: async () => {
      if (now() - said > 2 * ALIVE_EVERY) await say()
      if (refusal !== undefined) throw refusal.error
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await recorder.leave(id).catch(() => undefined)
    },
  }
}
