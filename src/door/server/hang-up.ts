import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DoorContext } from './context.ts'

/**
 * Runs work of an admitted caller under a signal that aborts when the caller disconnects before the response is complete, when the
 * server stops, and when the account is revoked; in the last two cases the work fails with that reason.
 */
export async function underCall<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<DoorContext, 'shutdown' | 'services'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController()
  const hangUp = (): void => gone.abort()
  // No event follows for a caller who disconnected before.
  if (reply.raw.destroyed || (request.raw.destroyed && !request.raw.complete)) hangUp()
  reply.raw.once('close', hangUp)
  try {
    return await untilRevoked(request, context, (ended) =>
      work(AbortSignal.any([gone.signal, context.shutdown, ...ended])),
    )
  } catch (error) {
    context.shutdown.throwIfAborted()
    throw error
  } finally {
    reply.raw.off('close', hangUp)
  }
}

function untilRevoked<Result>(
  { use }: FastifyRequest,
  { services }: Pick<DoorContext, 'services'>,
  work: (ended: readonly AbortSignal[]) => Promise<Result>,
): Promise<Result> {
  if (use === undefined) return work([])
  return services().accounts.untilRevoked(use, (ended) => work([ended]))
}
