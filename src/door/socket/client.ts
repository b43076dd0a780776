// The client of the operator's socket: the same services, run by the server that owns the data directory.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Asset } from '../../asset/index.ts'
import { AppError, type ErrorCode, type TextSpan } from '../../error/index.ts'
import { OPERATOR_TABLE, type OperatorCall, type OperatorServices } from '../../operation/operator/index.ts'
import type { Feeds } from '../../service/feed/index.ts'
import type { ExportPiece, Operator } from '../../service/operator/index.ts'
import type { Appended, StoredRows, WriteResult } from '../../store/index.ts'
import { socketAddress } from './address.ts'
import { jsonLine, readFrames } from './frame.ts'

interface Failure {
  readonly code?: ErrorCode
  readonly message: string
  readonly span?: TextSpan
}

/** The operator's services over the socket of a running server; errors are the server's. */
export function connectOperator(path: string): Operator {
  return { ...(serviceAt(path, 'operator') as Omit<Operator, 'close'>), close: async () => undefined }
}

/** The feeds of a running server, over its socket. Files are read by the server, so their paths must be absolute. */
export function connectFeeds(path: string): Feeds {
  return serviceAt(path, 'feeds') as Feeds
}

/** A service whose methods are calls of the table. */
function serviceAt(path: string, service: keyof OperatorServices): object {
  const calls = OPERATOR_TABLE.filter((one) => one.service === service)
  return Object.fromEntries(calls.map((call) => [call.name, methodOf(path, call)]))
}

function methodOf(path: string, call: OperatorCall): (...args: readonly never[]) => unknown {
  switch (call.kind) {
    case 'answer':
      return async (...args) => JSON.parse(await readAll(await send(path, call, JSON.stringify(args))))
    case 'records':
      return (records: Iterable<Asset>) => append(path, call, records)
    case 'pieces':
      return (...args) => readPieces(path, call, JSON.stringify(args))
    case 'frames':
      return (signal?: AbortSignal) => readDump(path, call, signal)
  }
}

async function append(path: string, call: OperatorCall, records: Iterable<Asset>): Promise<Appended> {
  const lines = Readable.from(Iterator.from(records).map((asset) => jsonLine(asset)))
  const answer = createInterface({ input: await send(path, call, lines) })[Symbol.asyncIterator]()
  await nextLine(path, answer)
  const durable = nextLine<WriteResult>(path, answer)
  // The caller of `append` may await it later.
  durable.catch(() => undefined)
  return { durable }
}

async function nextLine<Value>(path: string, lines: AsyncIterator<string>): Promise<Value> {
  const { done, value } = await lines.next().catch((error: unknown) => {
    throw unreachable(path, error instanceof Error ? error : new Error(String(error)))
  })
  if (done) throw unreachable(path, new Error('it stopped before the batch was durable'))
  const line = JSON.parse(value) as Value & { readonly failed?: Failure }
  if (line.failed !== undefined) throw failureOf(line.failed)
  return line
}

async function* readDump(path: string, call: OperatorCall, signal?: AbortSignal): AsyncGenerator<StoredRows> {
  const answer = await send(path, call, '[]')
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

async function* readPieces(path: string, call: OperatorCall, args: string): AsyncGenerator<ExportPiece> {
  const answer = await send(path, call, args)
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
      'the server stopped before the export was complete; run the command again to continue',
    )
}

async function send(path: string, call: OperatorCall, body: string | Readable): Promise<IncomingMessage> {
  const type = call.kind === 'records' ? 'application/x-ndjson' : 'application/json'
  const options = {
    socketPath: socketAddress(path),
    path: call.path,
    method: 'POST',
    headers: { 'content-type': type },
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(options, resolve)
    request.once('error', (error) => reject(unreachable(path, error)))
    if (typeof body === 'string') request.end(body)
    else body.pipe(request)
  })
  if (answer.statusCode === 200) return answer
  throw failureOf(JSON.parse(await readAll(answer)) as Failure)
}

function failureOf({ code, message, span }: Failure): Error {
  if (code === undefined) return new Error(message)
  return new AppError(code, message, span === undefined ? {} : { span })
}

function unreachable(path: string, cause: Error): AppError {
  const text = `the server that owns the data directory does not answer at \`${path}\`: ${cause.message}`
  return new AppError('unavailable', text, { cause })
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
