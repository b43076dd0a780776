// The memory of the answer to each call of an account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, AnswerMemory } from './allowance.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory of the answer; undefined for requests of nobody. */
    answer: AnswerMemory | undefined
  }
}

/** Shorter answers are neither counted nor watched. */
export const SHORT = 64 * 1024

/** Reserves the memory of long answers that are one piece; rows are counted while they are written. */
export function countAnswers(app: FastifyInstance): void {
  app.decorateRequest('answer', undefined)
  app.addHook('onSend', async ({ answer }, _, payload) => {
    const bytes = lengthOf(payload) - (answer?.taken() ?? 0)
    if (bytes > SHORT) answer?.take(bytes)
    answer?.send()
    return payload
  })
}

/** Opens the memory of an answer, which is released when the answer was sent or its caller is gone. */
export function openAnswer(
  allowance: Allowance,
  account: number,
  request: FastifyRequest,
  { raw }: FastifyReply,
): AnswerMemory {
  const answer = allowance.open(account, () => raw.destroy())
  request.answer = answer
  // No event follows for a caller who left before.
  if (raw.destroyed) answer.release()
  else raw.once('close', answer.release)
  return answer
}

/** The length of an answer in one piece, in bytes. */
export function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.length : 0
}
