import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type AppError, isAppError } from '../../error/index.ts'
import { actorOf } from '../../service/account/index.ts'
import type { UploadJob } from '../../service/upload/index.ts'
import { printTime } from '../../util/index.ts'
import type { ApiContext } from '../context.ts'
import { sendFile } from '../file-answer.ts'
import { readUpload } from '../param/import.ts'
import { type Parameter, wrong } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import { JobAddress } from '../schema/export.ts'
import { ImportAnswer, type ImportBody, ImportParameters, ImportsAnswer } from '../schema/import.ts'

/** `GET /api/v1/import`, `GET /api/v1/import/{id}` and its rejects. */
export function importRoutes(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const about = { tags: ['operation'] }
  app.get('/api/v1/import', {
    schema: {
      ...about,
      operationId: 'imports',
      summary: 'The imports of the calling administrator',
      querystring: Type.Object(credentials),
      response: answers(ImportsAnswer, 'The latest 100, newest first.'),
    },
    handler: async (request, reply) => {
      const jobs = await context.services().uploads.list(await admit(request, reply))
      return { error: false, imports: jobs.map(printImport) }
    },
  })
  app.get<{ Params: { id: string } }>('/api/v1/import/:id', {
    schema: {
      ...about,
      operationId: 'importInfo',
      summary: 'State of an import',
      params: JobAddress,
      querystring: Type.Object(credentials),
      response: answers(ImportAnswer, 'The import, or why it is not told.'),
    },
    handler: async (request, reply) => {
      const job = await context.services().uploads.info(await admit(request, reply), request.params.id)
      return { error: false, ...printImport(job) }
    },
  })
  app.get<{ Params: { id: string } }>('/api/v1/import/:id/rejects', {
    compress: false,
    schema: {
      ...about,
      operationId: 'importRejects',
      summary: 'What an import could not read',
      description:
        'One JSON object per line with file, line, reason and text; repaired, it can be imported again.',
      params: JobAddress,
      querystring: Type.Object(credentials),
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const file = await context.services().uploads.rejects(await admit(request, reply), id)
      return sendFile(request, reply, { ...file, name: `rejects-${id}.ndjson`, type: 'application/x-ndjson' })
    },
  })
}

/** `POST /api/v1/import`: a plugin of its own, because here a body of any type is a file and is not read at once. */
export async function uploadRoute(app: FastifyInstance, context: ApiContext, admit: Admit): Promise<void> {
  const limit = context.config['import.uploadLimit']
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null, undefined))
    await scope.register(multipart, {
      limits: { files: 1, fields: 20, fieldSize: 4096, fileSize: limit + 1 },
    })
    scope.post('/api/v1/import', {
      bodyLimit: limit,
      config: { slow: true },
      schema: {
        tags: ['operation'],
        operationId: 'import',
        summary: 'Import a file',
        description:
          'For administrators. The body is one file of any format and compression, as it is or as the part `file` of a form whose other parts come before it. The same file again changes nothing. One import of an account runs at a time.',
        querystring: ImportParameters,
        response: answers(ImportAnswer, 'The import, or why there is none.'),
      },
      handler: (request, reply) => receive(context, admit, request, reply),
    })
  })
}

function answers(body: Parameters<typeof Type.Union>[0][number], description: string) {
  return { 200: Type.Union([body, ErrorBody], { description }) }
}

async function receive(context: ApiContext, admit: Admit, request: FastifyRequest, reply: FastifyReply) {
  const { stream, parameter } = await fileOf(request)
  const caller = await admit(request, reply, parameter)
  const { uploads } = context.services()
  await uploads.check(caller)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  const asked = readUpload(parameter, Number.isFinite(length) ? length : undefined)
  const actor = actorOf(caller, request.ip)
  const job = await underCall(request, reply, context, (signal) =>
    uploads.submit(caller, actor, asked, stream, signal),
  )
  return { error: false, ...printImport(job) }
}

/** What arrives: the bytes, and what is said about them. */
interface Arriving {
  readonly stream: AsyncIterable<Uint8Array>
  readonly parameter: Parameter
}

/** The file of a request and the parameters that came before it. */
async function fileOf(request: FastifyRequest): Promise<Arriving> {
  if (!request.isMultipart()) return { stream: request.raw, parameter: parametersOf(request) }
  try {
    return await filePart(request)
  } catch (error) {
    throw brokenForm(error)
  }
}

async function filePart(request: FastifyRequest): Promise<Arriving> {
  const query = parametersOf(request)
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
        return {
          stream: wholeOf(part.file),
          parameter: (name) => query(name) ?? fields[name] ?? named(name),
        }
      }
    }
  } finally {
    start.stop()
  }
}

/** What precedes the file of a form comes from somebody unknown; 20 fields have room in it. */
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

/** What the reader of forms says, as the caller's mistake that it is. */
function brokenForm(error: unknown): AppError {
  if (isAppError(error)) return error
  return wrong(`the form cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}

/** An import as answers show it. */
export function printImport(job: UploadJob): ImportBody {
  const { counts, createdAt, reason, notes, formats, ...same } = job
  return {
    ...same,
    inputs: counts.inputs,
    refused_inputs: counts.refusedInputs,
    observations: counts.observations,
    added: counts.added,
    replaced: counts.replaced,
    touched: counts.touched,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    rejects: counts.rejects,
    formats: { ...formats },
    notes: [...notes],
    created_at: printTime(createdAt),
    ...(reason !== undefined && { reason }),
  }
}
