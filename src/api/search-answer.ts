// What the answers of both searches have in common.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Field, fieldNamed } from '../field/index.ts'
import type { Account, Dialect } from '../service/account/index.ts'
import type { SearchSummary } from '../service/search/index.ts'

/** Fields of an answer when the caller names none, by dialect. */
export const DEFAULT_FIELDS: Readonly<Record<Dialect, readonly Field[]>> = {
  documented: [fieldNamed('host')],
  live: [fieldNamed('host'), fieldNamed('ip'), fieldNamed('port')],
}

/** Whether each result is a text by itself instead of a list of one. */
export function isFlat({ dialect }: Account, fields: readonly unknown[]): boolean {
  return dialect === 'live' && fields.length === 1
}

/** An answer up to its results. */
export function headBytes(values: object): Buffer {
  return Buffer.from(`${JSON.stringify(values).slice(0, -1)},"results":`)
}

/** Sends what a search found: its head and its rows, in pieces. */
export function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Account,
  found: SearchSummary,
  pieces: readonly Buffer[],
): FastifyReply {
  request.use = { account: caller.id, rows: found.rows, coins: found.consumed }
  const [page, total] = [found.pageTime, reply.elapsedTime].map((time) => time.toFixed(1))
  reply.header('Server-Timing', `page;dur=${page}, total;dur=${total}`)
  return sendJson(reply, [...pieces, Buffer.from('}')])
}

/** Answers up to this many bytes are sent in one piece. */
const ONE_PIECE = 1024 * 1024

function sendJson(reply: FastifyReply, pieces: readonly Buffer[]): FastifyReply {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  reply.type('application/json; charset=utf-8')
  if (length <= ONE_PIECE) return reply.send(Buffer.concat(pieces, length))
  reply.header('Content-Length', length)
  return reply.send(Readable.from(pieces, { objectMode: false }))
}
