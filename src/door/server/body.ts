// How bodies arrive, by the kind an operation takes; each kind is a scope of the server with parsers of its own.
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, isAppError } from '../../error/index.ts'
import { type Body, type Given, type Operation, wrong } from '../../operation/index.ts'
import type { DoorContext } from './context.ts'

/** Lets the routes of a scope take bodies of a kind; `none` leaves them as the door reads them. */
export async function acceptBodies(
  scope: FastifyInstance,
  { config }: DoorContext,
  kind: Body,
): Promise<void> {
  if (kind === 'none') return
  scope.removeAllContentTypeParsers()
  if (kind === 'bytes') {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    return
  }
  scope.addContentTypeParser('*', (_, __, done) => done(null, undefined))
  const fileSize = config['import.uploadLimit'] + 1
  const limits = { files: 1, fields: 20, fieldSize: 4096, fileSize }
  await scope.register(multipart, kind === 'stream' ? { limits } : {})
}

/** Bytes that the route of an operation takes. */
export function bodyLimit(
  { config }: DoorContext,
  kind: Body,
  { longestBody = Number.POSITIVE_INFINITY }: Pick<Operation, 'longestBody'>,
): { readonly bodyLimit?: number } {
  if (kind === 'stream') return { bodyLimit: config['import.uploadLimit'] }
  return kind === 'bytes' ? { bodyLimit: Math.min(config['feed.sizeLimit'], longestBody) } : {}
}

/** A file on its way: its bytes, and what is said about it. */
export interface Arriving {
  readonly stream: AsyncIterable<Uint8Array>
  readonly given: Given
}

/** The file of a request: the body as it is, or the part of a form; parameters of the form come before it. */
export async function fileOf(request: FastifyRequest, given: Given): Promise<Arriving> {
  if (!request.isMultipart()) return { stream: request.raw, given }
  try {
    return await filePart(request, given)
  } catch (error) {
    throw brokenForm(error)
  }
}

async function filePart(request: FastifyRequest, query: Given): Promise<Arriving> {
  const fields: Record<string, string> = Object.create(null)
  const parts = request.parts()[Symbol.asyncIterator]()
  const start = limitStart(request.raw)
  try {
    for (;;) {
      const { done, value: part } = await Promise.race([parts.next(), start.tooLong])
      if (done === true) throw wrong('the form has no part with a file')
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else {
        const named = (name: string): string | undefined => (name === 'name' ? part.filename : undefined)
        return { stream: wholeOf(part.file), given: (name) => query(name) ?? fields[name] ?? named(name) }
      }
    }
  } finally {
    start.stop()
  }
}

/** What precedes the file of a form comes from an unknown caller; 20 fields have room in it. */
const START_LIMIT = 256 * 1024

/** Fails when more of a form than its start arrives before its file does. */
function limitStart(raw: IncomingMessage): { readonly tooLong: Promise<never>; readonly stop: () => void } {
  let length = 0
  let count = (_: Buffer): void => undefined
  const tooLong = new Promise<never>((_, reject) => {
    count = (bytes) => {
      length += bytes.length
      if (length > START_LIMIT)
        reject(wrong(`the form has no part with a file among its first ${START_LIMIT} bytes`))
    }
  })
  tooLong.catch(() => undefined)
  raw.on('data', count)
  return { tooLong, stop: () => raw.off('data', count) }
}

async function* wholeOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (error) {
    throw brokenForm(error)
  }
}

/** What the reader of forms says, as the caller's mistake. */
function brokenForm(error: unknown): AppError {
  if (isAppError(error)) return error
  return wrong(`the form cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}
