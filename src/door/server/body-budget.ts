// The memory of request bodies in flight: one budget for all routes. The first part of every body and the rest of long ones have
// pools of their own, so that long bodies of known callers never keep a short form out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { sourceNetwork } from '../../service/account/index.ts'

/** So many bytes of a body are read before it is known who calls. */
export const UNKNOWN_LIMIT = 64 * 1024

/** While others use a pool too, one owner holds at most this part of it. */
const SHARE = 4

/** Bytes of one pool, and who holds them. */
export class BodyPool {
  readonly #limit: number
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Bytes that are taken and not given back. */
  get total(): number {
    return this.#total
  }

  /** Takes bytes and returns what gives them back; fails with `unavailable` when the pool or the owner's share is used up. */
  take(owner: string, bytes: number): () => void {
    if (bytes > this.#limit) throw tooLong(this.#limit)
    const held = this.#held.get(owner) ?? 0
    const isBeyondShare = held > 0 && held + bytes > this.#limit / SHARE
    if (isBeyondShare || this.#total + bytes > this.#limit) throw tooMany()
    this.#add(owner, bytes)
    return once(() => this.#add(owner, -bytes))
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes
    const held = (this.#held.get(owner) ?? 0) + bytes
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Reserves memory for a long body of an account, until the request is answered. */
    reserveLongBody?: (account: number, bytes: number) => void
  }
}

/** Reserves memory for what a request sends before any of it is read; `memory` is divided between the two pools. */
export function limitBodies(app: FastifyInstance, memory: number): void {
  const starts = new BodyPool(memory / 2)
  const rests = new BodyPool(memory / 2)
  app.addHook('preParsing', async (request, reply) => {
    const bytes = Math.min(lengthOfBody(request), UNKNOWN_LIMIT)
    // Files of these routes go to the disk or line by line to their reader.
    if (bytes === 0 || request.routeOptions.config.slow === true) return
    const keep = (giveBack: () => void): void => {
      reply.raw.once('finish', giveBack).once('close', giveBack)
    }
    keep(starts.take(sourceNetwork(request.ip), bytes))
    request.reserveLongBody = (account, length) => keep(rests.take(`account ${account}`, length))
  })
}

/** Bytes that a request announces; one that is sent in chunks may have any length. */
export function lengthOfBody({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}

function tooMany(): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: too many request bodies are in flight; try again in a few seconds',
    { retryAfter: 2 },
  )
}

function tooLong(limit: number): AppError {
  return new AppError(
    'upload',
    `413 Payload Too Large: a body of up to ${limit} bytes is taken here (half of http.bodyMemory)`,
  )
}
