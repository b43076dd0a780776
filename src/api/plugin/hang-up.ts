import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Runs work under a signal that aborts when the caller hangs up before the answer is complete, or when `shutdown` does;
 * the work then fails with the reason of `shutdown`.
 */
export async function underCall<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  shutdown: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController()
  const hangUp = (): void => gone.abort()
  if (request.raw.destroyed && !request.raw.complete) hangUp()
  reply.raw.once('close', hangUp)
  try {
    return await work(AbortSignal.any([gone.signal, shutdown]))
  } catch (error) {
    shutdown.throwIfAborted()
    throw error
  } finally {
    reply.raw.off('close', hangUp)
  }
}
