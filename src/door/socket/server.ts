// The Unix socket through which commands reach a data directory that a server owns (mode 0600: access to it makes the caller the
// operator). JSON over HTTP; its only client is `connectOperator` of the same version.
import { chmodSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Asset } from '../../asset/index.ts'
import { isAppError } from '../../error/index.ts'
import { OPERATOR_TABLE, type OperatorCall, type OperatorServices } from '../../operation/operator/index.ts'
import type { Appended, StoredRows } from '../../store/index.ts'
import { Batch } from '../../store/write/index.ts'
import { socketAddress } from './address.ts'
import { frameOf, jsonLine, LAST_FRAME } from './frame.ts'

/** Longest request other than a batch of records: a list of lines to tag. */
const MOST_BYTES = 64 * 1024 * 1024

/** A listening socket. */
export interface OperatorSocket {
  /** Ends every command that still uses it. */
  readonly close: () => Promise<void>
}

/** Serves the operator's calls on the socket until it is closed. Replaces the stale socket of a killed server. */
export async function serveOperator(services: OperatorServices, path: string): Promise<OperatorSocket> {
  const app = createSocketServer(services)
  rmSync(path, { force: true })
  // Inaccessible to others from the start, not only after chmod.
  const before = process.umask(0o177)
  try {
    await app.listen({ path: socketAddress(path) })
    chmodSync(path, 0o600)
  } finally {
    process.umask(before)
  }
  return { close: () => app.close() }
}

/** The server of the socket, not yet listening; `inject` works. */
function createSocketServer(services: OperatorServices): FastifyInstance {
  const app = Fastify({ bodyLimit: MOST_BYTES, requestTimeout: 0, forceCloseConnections: true })
  app.addContentTypeParser('application/x-ndjson', (_, payload, done) => done(null, payload))
  app.setErrorHandler((error, _, reply) => reply.code(isAppError(error) ? 400 : 500).send(failureOf(error)))
  for (const call of OPERATOR_TABLE) {
    app.post(call.path, async ({ body }, reply) => {
      const answer = await answerTo(services, call, body)
      reply.type(answer instanceof Readable ? 'application/octet-stream' : 'application/json')
      return reply.send(answer)
    })
  }
  return app
}

type Method = (...args: readonly unknown[]) => unknown

/** The response of a call: a JSON text, or a stream. */
async function answerTo(
  services: OperatorServices,
  { service, name, kind }: OperatorCall,
  body: unknown,
): Promise<string | Readable> {
  const target = services[service]
  const method = (target as unknown as Readonly<Record<string, Method>>)[name]?.bind(target)
  if (method === undefined) throw new Error(`the table names ${service}.${name}, which does not exist`)
  // JSON has no undefined.
  const args = Array.isArray(body) ? body.map((one: unknown) => one ?? undefined) : []
  switch (kind) {
    case 'answer':
      return JSON.stringify((await method(...args)) ?? null)
    case 'records':
      return streamOf(appended(method, await readRecords(body as Readable)), jsonLine)
    case 'pieces':
      return streamOf(method(...args) as AsyncIterable<unknown>, jsonLine, LAST_LINE)
    case 'frames':
      return streamOf(method() as AsyncIterable<StoredRows>, frameOf, LAST_FRAME)
  }
}

const LAST_LINE = jsonLine({ finished: true })

/** Reports a batch as appended, then as durable. */
async function* appended(append: Method, batch: Batch): AsyncGenerator<object> {
  const { durable } = (await append(batch)) as Appended
  yield { appended: true }
  yield await durable
}

/** Encodes records as they arrive, so that the process answers others in between. */
async function readRecords(lines: Readable): Promise<Batch> {
  const batch = new Batch()
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') batch.add(JSON.parse(line) as Asset)
  return batch
}

/** Streams pieces as they are found, then the end or the failure. */
function streamOf<Piece>(
  pieces: AsyncIterable<Piece>,
  print: (piece: Piece) => string | Buffer,
  end?: string,
): Readable {
  const write = async function* (): AsyncGenerator<string | Buffer> {
    try {
      for await (const piece of pieces) yield print(piece)
      if (end !== undefined) yield end
    } catch (error) {
      yield jsonLine({ failed: failureOf(error) })
    }
  }
  return Readable.from(write(), { objectMode: false })
}

function failureOf(error: unknown): object {
  if (isAppError(error)) return { code: error.code, message: error.message, span: error.span }
  return { message: error instanceof Error ? error.message : String(error) }
}
