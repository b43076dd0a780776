// Sends a file, whole or in the requested range (RFC 9110, section 14), so that a broken download can be resumed.
import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file to send. */
interface SentFile {
  readonly path: string
  /** The name under which it is saved. */
  readonly name: string
  readonly type: string
  readonly size: number
}

/** First and last byte, both inclusive. */
interface Range {
  readonly first: number
  readonly last: number
}

/** Sends a file that no longer changes. The name is its entity tag, since no two files share one. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  const tag = `"${file.name}"`
  reply
    .header('Accept-Ranges', 'bytes')
    .header('ETag', tag)
    .header('Content-Disposition', `attachment; filename="${file.name}"`)
    .type(file.type)
  const condition = request.headers['if-range']
  const range =
    condition === undefined || condition === tag ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable')
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send('')
  const { first, last } = range ?? { first: 0, last: file.size - 1 }
  if (range !== undefined) reply.code(206).header('Content-Range', `bytes ${first}-${last}/${file.size}`)
  reply.header('Content-Length', last - first + 1)
  if (request.method === 'HEAD' || file.size === 0) return reply.send('')
  return reply.send(createReadStream(file.path, { start: first, end: last }))
}

/** The single requested range; several at once and other units are ignored. */
function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (match === null) return undefined
  const [, start = '', end = ''] = match
  if (start === '' && end === '') return undefined
  const first = start === '' ? Math.max(0, size - Number(end)) : Number(start)
  const last = start === '' || end === '' ? size - 1 : Math.min(Number(end), size - 1)
  if (start !== '' && end !== '' && Number(end) < first) return undefined
  return first >= size || last < first ? 'unsatisfiable' : { first, last }
}
