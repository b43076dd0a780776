// The other end of the operator's socket: the same use cases, carried out by the server that owns the data directory.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Asset } from '../../asset/index.ts'
import { AppError, type ErrorCode, type Place } from '../../error/index.ts'
import type { FacetsAnswer, HostAnswer } from '../../service/aggregate/index.ts'
import type { Feeds } from '../../service/feed/index.ts'
import { readFrames } from './frame.ts'
import { jsonLine } from './json-line.ts'
import type { ExportPiece, Operator, OperatorPage } from '../../service/operator/index.ts'
import type { MadeResult } from '../../service/tag/index.ts'
import type { Appended, StoredRows, StoreInfo, StoreReport, WriteResult } from '../../store/index.ts'

interface Failure {
  readonly code?: ErrorCode
  readonly message: string
  readonly place?: Place
}

/** The operator's use cases over the socket of a running server; failures are the server's own. */
export function connectOperator(path: string): Operator {
  const call = caller(path)
  return {
    search: (request) => call<OperatorPage>('/search', request),
    facets: (request) => call<FacetsAnswer>('/facets', request),
    host: (name, most) => call<HostAnswer>('/host', { name, most }),
    count: (selection) => call<number>('/count', selection),
    remove: (selection) => call<number>('/remove', selection),
    info: () => call<StoreInfo>('/info', {}),
    examine: (thorough) => call<StoreReport>('/examine', { thorough }),
    tag: (lines) => call<MadeResult>('/tag', lines),
    append: (records) => append(path, records),
    flush: () => call<void>('/flush', {}),
    export: (request) => readPieces(path, request),
    dump: (signal) => readDump(path, signal),
    close: async () => undefined,
  }
}

/** The feeds of a running server, over its socket. Files are read by the server, so their paths must be absolute. */
export function connectFeeds(path: string): Feeds {
  const call = caller(path)
  return {
    list: () => call('/feed/list', {}),
    show: (name) => call('/feed/show', { name }),
    add: (input) => call('/feed/add', input),
    update: (name, content) => call('/feed/update', { name, content }),
    remove: (name) => call('/feed/remove', { name }),
    pin: (name, version) => call('/feed/pin', { name, version }),
  }
}

function caller(path: string): <Result>(route: string, body: unknown) => Promise<Result> {
  return async <Result>(route: string, body: unknown) => {
    const answer = await send(path, route, Readable.from([JSON.stringify(body)]))
    return JSON.parse(await readAll(answer)) as Result
  }
}

async function append(path: string, records: Iterable<Asset>): Promise<Appended> {
  const lines = Readable.from(Iterator.from(records).map((asset) => jsonLine(asset)))
  const answer = createInterface({ input: await send(path, '/append', lines) })[Symbol.asyncIterator]()
  await nextLine(path, answer)
  const durable = nextLine<WriteResult>(path, answer)
  // Whoever appended may look at it later.
  durable.catch(() => undefined)
  return { durable }
}

async function nextLine<Value>(path: string, lines: AsyncIterator<string>): Promise<Value> {
  const { done, value } = await lines.next().catch((error: unknown) => {
    throw unreachable(path, error instanceof Error ? error : new Error(String(error)))
  })
  if (done) throw unreachable(path, new Error('it went away before the batch was durable'))
  const line = JSON.parse(value) as Value & { readonly failed?: Failure }
  if (line.failed !== undefined) throw failureOf(line.failed)
  return line
}

async function* readDump(path: string, signal?: AbortSignal): AsyncGenerator<StoredRows> {
  const answer = await send(path, '/dump', Readable.from(['{}']))
  const stop = (): void => void answer.destroy()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    yield* readFrames(answer, (failed) => failureOf(failed as Failure))
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    answer.destroy()
  }
}

async function* readPieces(path: string, body: unknown): AsyncGenerator<ExportPiece> {
  const answer = await send(path, '/export', Readable.from([JSON.stringify(body)]))
  let finished = false
  for await (const line of createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY })) {
    const piece = JSON.parse(line) as ExportPiece & { finished?: true; failed?: Failure }
    if (piece.failed !== undefined) throw failureOf(piece.failed)
    if (piece.finished) finished = true
    else yield piece
  }
  if (!finished)
    throw new AppError(
      'unavailable',
      'the server went away before the export was complete; run the command again to continue',
    )
}

async function send(path: string, route: string, body: Readable): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({ socketPath: path, path: route, method: 'POST' }, resolve)
    request.once('error', (error) => reject(unreachable(path, error)))
    body.pipe(request)
  })
  if (answer.statusCode === 200) return answer
  throw failureOf(JSON.parse(await readAll(answer)) as Failure)
}

function failureOf(failure: Failure): Error {
  if (failure.code === undefined) return new Error(failure.message)
  return new AppError(
    failure.code,
    failure.message,
    failure.place === undefined ? {} : { place: failure.place },
  )
}

function unreachable(path: string, cause: Error): AppError {
  return new AppError(
    'unavailable',
    `the server that owns the data directory does not answer at \`${path}\`: ${cause.message}`,
    {
      cause,
    },
  )
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
