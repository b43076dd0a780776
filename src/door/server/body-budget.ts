// The memory of request bodies in flight: one budget for all routes. The first part of every body and the rest of long ones have
// separate pools, so that long bodies of known callers never block a short form.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { sourceNetwork } from '../../service/account/index.ts'

/** Bytes of a body that are read before the caller is authenticated. */
export const UNKNOWN_LIMIT = 64 * 1024

/** With several reservations one owner holds at most a quarter of a pool. */
const SHARE = 4

/** The reserved bytes of one pool, by owner. */
export class BodyPool {
  readonly #limit: number
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Bytes reserved and not yet released. */
  get total(): number {
    return this.#total
  }

  /**
   * Reserves bytes and returns the function that releases them; fails with `unavailable` when the pool or the owner's share is used
   * up.
   */
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

/** Reserves memory for a request's body before any of it is read; `memory` is divided between the two pools. */
export function limitBodies(app: FastifyInstance, memory: number): void {
  const starts = new BodyPool(memory / 2)
  const rests = new BodyPool(memory / 2)
  app.addHook('preParsing', async (request, reply) => {
    const bytes = Math.min(lengthOfBody(request), UNKNOWN_LIMIT)
    // Uploads to these routes go to disk, or line by line to their reader.
    if (bytes === 0 || request.routeOptions.config.slow === true) return
    const keep = (giveBack: () => void): void => {
      // The caller may have disconnected, or received a response, during the check: then no event follows.
      if (reply.raw.destroyed || request.raw.socket.destroyed) giveBack()
      else reply.raw.once('finish', giveBack).once('close', giveBack)
    }
    keep(starts.take(sourceNetwork(request.ip), bytes))
    request.reserveLongBody = (account, length) => keep(rests.take(`account ${account}`, length))
  })
}

/** The announced length of a request's body; a chunked body may have any length. */
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
