// Bodies that arrive as slowly as their caller likes end with the signal of their call.
import { Readable } from 'node:stream'

/** The result of work, unless the signal aborts before. */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * A body that fails as soon as the signal aborts, also when no byte arrives. Where reading stops early, the request is not destroyed:
 * its rest can be drained, and its caller reads the answer.
 */
export function untilAborted(
  signal: AbortSignal,
  body: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const open = (): AsyncIterator<Uint8Array> =>
    body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => {
      const pieces = open()
      // Not awaited: it waits for bytes that may never arrive.
      const leave = (): void => void pieces.return?.()?.catch(() => undefined)
      return {
        next: () =>
          unlessAborted(signal, () => pieces.next()).catch((error: unknown) => {
            leave()
            throw error
          }),
        return: async () => {
          leave()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
