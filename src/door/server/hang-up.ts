import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lengthOf, SHORT } from './answer-memory.ts'
import type { DoorContext } from './context.ts'

/**
 * Runs work of an admitted caller under a signal that aborts when the caller disconnects before the response is complete, when the
 * server stops, and when its account, key or session ends; in the last two cases the work fails with that reason.
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

/** Cuts long answers that are still being sent when the account, key or session of their call ends. */
export function cutWhenRevoked(app: FastifyInstance, { services }: Pick<DoorContext, 'services'>): void {
  app.addHook('onSend', async ({ owner }, { raw }, payload) => {
    const isLong = payload instanceof Readable || lengthOf(payload) > SHORT
    if (!isLong || owner === undefined || raw.destroyed) return
    const sent = (ended: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        raw.once('close', resolve)
        ended.addEventListener('abort', () => raw.destroy(), { once: true })
      })
    void services().accounts.untilRevoked(owner, sent)
  })
}

function untilRevoked<Result>(
  { owner }: FastifyRequest,
  { services }: Pick<DoorContext, 'services'>,
  work: (ended: readonly AbortSignal[]) => Promise<Result>,
): Promise<Result> {
  if (owner === undefined) return work([])
  return services().accounts.untilRevoked(owner, (ended) => work([ended]))
}
