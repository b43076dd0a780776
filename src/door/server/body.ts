// Parses bodies by the kind that an operation accepts; each kind is a scope of the server with separate parsers.
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, isAppError } from '../../error/index.ts'
import { type Body, type Given, type Operation, wrong } from '../../operation/index.ts'
import type { DoorContext } from './context.ts'

/** Allows bodies of a kind for the routes of a scope; `none` leaves the parsers of the door unchanged. */
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

/** The body limit of an operation's route, in bytes. */
export function bodyLimit(
  { config }: DoorContext,
  kind: Body,
  { longestBody = Number.POSITIVE_INFINITY }: Pick<Operation, 'longestBody'>,
): { readonly bodyLimit?: number } {
  if (kind === 'stream') return { bodyLimit: config['import.uploadLimit'] }
  return kind === 'bytes' ? { bodyLimit: Math.min(config['feed.sizeLimit'], longestBody) } : {}
}

/** An arriving file: its bytes and its description. */
export interface Arriving {
  readonly stream: AsyncIterable<Uint8Array>
  readonly given: Given
}

/** The file of a request: the whole body, or a part of a form; parameters of the form precede it. */
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

/** What precedes the file of a form comes from an unauthenticated caller; 20 fields fit. */
const START_LIMIT = 256 * 1024

/** Fails when more of a form than its start arrives before its file. */
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

/** Maps an error of the form parser to a mistake of the caller. */
function brokenForm(error: unknown): AppError {
  if (isAppError(error)) return error
  return wrong(`the form cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}
