// One call of an operation: parses its parameters, runs it under the call's limits, writes its response. The differences between
// doors are parameters.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Call,
  type Download,
  type Given,
  type Operation,
  readInput,
  type SessionPort,
} from '../../operation/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import { recordStatements, type StatementSpan } from '../../store/index.ts'
import { readAddressFile } from './address-file.ts'
import type { Allowance, AnswerMemory } from './allowance.ts'
import { openAnswer } from './answer-memory.ts'
import { baseUrl } from './base-url.ts'
import type { DoorContext } from './context.ts'
import { sendFile } from './file.ts'
import { underCall } from './hang-up.ts'
import { unlessAborted, untilAborted } from './until-aborted.ts'
import { unusedBy } from './outcome.ts'
import { createRowWriter, type RowWriter } from './row-writer.ts'
import { statementTiming } from './statement-timing.ts'

/** How the rows and the head of a search are encoded for a caller. */
export interface Spelling {
  /** Whether rows with this number of fields are single texts instead of lists. */
  readonly flat: (fields: number) => boolean
  readonly head: (head: object) => object
}

/** The result of a door's admission of a request. */
interface Admitted {
  /** Undefined for public operations. */
  readonly caller: Account | undefined
  readonly given: Given
  readonly session?: SessionPort
  readonly fileBase: () => string
  readonly spelling?: Spelling
  readonly stream?: AsyncIterable<Uint8Array>
}

/** Runs an operation and answers the request. */
export async function runOperation(
  { context, allowance }: { readonly context: DoorContext; readonly allowance: Allowance },
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  admitted: Admitted,
): Promise<FastifyReply | object> {
  if (operation.changes === 'records') await context.services().readOnly.refuse()
  const asked = readInput(operation.input, admitted.given) as never
  const memory = openAnswer(allowance, (admitted.caller ?? NOBODY).id, request, reply)
  const writer = operation.rows === undefined ? undefined : writerFor(context, memory, admitted, asked)
  const spans: StatementSpan[] = []
  const call = callOf(context, request, reply, admitted, writer, spans)
  const under = <Result>(run: (one: Call) => Promise<Result> | Result): Promise<Result> =>
    underSignal(operation, context, request, reply, call, (one) => recording(context, spans, () => run(one)))
  const { download } = operation
  if (download !== undefined) return send(request, reply, await under((one) => download(one, asked)))
  const answer = await under((one) => operation.run?.(one, asked) ?? {})
  if (operation.audit !== undefined)
    await call.services.accounts.recordAuditEvent(call.actor, operation.audit(asked))
  if (writer === undefined) return { error: false, ...answer }
  return sendRows(reply, admitted.spelling?.head(answer) ?? answer, writer)
}

function recording<Result>(context: DoorContext, spans: StatementSpan[], run: () => Result): Result {
  const isWanted = ['trace', 'debug'].includes(context.config['log.level'])
  return isWanted ? recordStatements(spans, run) : run()
}

async function underSignal<Result>(
  { cancellable }: Operation,
  context: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  run: (call: Call) => Promise<Result> | Result,
): Promise<Result> {
  if (cancellable !== true) return run(call)
  return underCall(request, reply, context, async (signal) => {
    // A list may arrive as slowly as its caller likes.
    const addresses: Call['addresses'] = () => unlessAborted(signal, call.addresses)
    return run({ ...call, signal, addresses, stream: untilAborted(signal, call.stream) })
  })
}

function callOf(
  context: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller = NOBODY, session = NO_SESSION, fileBase, stream = request.raw }: Admitted,
  writer: RowWriter | undefined,
  spans: readonly StatementSpan[],
): Call {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  const { body } = request
  return {
    context,
    services: context.services(),
    caller,
    actor: actorOf(caller, request.ip),
    address: request.ip,
    signal: context.shutdown,
    spend: (rows, coins) => {
      const use = request.use ?? unusedBy(caller)
      request.use = { ...use, rows: use.rows + rows, coins: use.coins + coins }
    },
    timed: (pageTime) => {
      context.metrics.page(pageTime / 1000)
      const [page, total] = [pageTime, reply.elapsedTime].map((time) => time.toFixed(1))
      reply.header('Server-Timing', `page;dur=${page}, total;dur=${total}${statementTiming(spans)}`)
    },
    elapsed: () => reply.elapsedTime,
    rows: (rows) => writer?.write(rows),
    baseUrl: () => baseUrl(request, context.config['http.baseUrl']),
    fileBase,
    session,
    addresses: () => readAddressFile(request, context.config['tag.uploadLimit']),
    stream,
    bytes: body instanceof Uint8Array && body.length > 0 ? body : undefined,
    length: Number.isFinite(length) ? length : undefined,
  }
}

/** A placeholder caller for public operations, which never read it. */
const NOBODY: Account = Object.freeze({
  id: 0,
  email: '',
  username: '',
  level: 'free',
  levelUntil: undefined,
  role: 'user',
  dialect: 'documented',
  disabled: true,
  hasPassword: false,
  rules: undefined,
  coins: 0,
  createdAt: 0,
})

const NO_SESSION: SessionPort = {
  current: undefined,
  token: '',
  device: undefined,
  start: () => undefined,
  end: () => undefined,
}

function writerFor(
  { config }: DoorContext,
  memory: AnswerMemory,
  { spelling }: Admitted,
  { fields = [] }: { readonly fields?: readonly unknown[] },
): RowWriter {
  const flat = spelling?.flat(fields.length) ?? false
  return createRowWriter({ limit: config['http.answerLimit'], flat, memory })
}

/** Responses up to this many bytes are sent in one piece. */
const ONE_PIECE = 1024 * 1024

function sendRows(reply: FastifyReply, head: object, writer: RowWriter): FastifyReply {
  const start = `${JSON.stringify({ error: false, ...head }).slice(0, -1)},"results":`
  const pieces = [Buffer.from(start), ...writer.finish(), Buffer.from('}')]
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  reply.type('application/json; charset=utf-8')
  if (length <= ONE_PIECE) return reply.send(Buffer.concat(pieces, length))
  reply.header('Content-Length', length)
  return reply.send(Readable.from(pieces, { objectMode: false }))
}

function send(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  if (download.kind === 'file') return sendFile(request, reply, download)
  const { type, headers = {}, pieces } = download
  reply.headers(headers).type(type)
  if (Array.isArray(pieces) && pieces.length === 1) return reply.send(pieces[0])
  return reply.send(Readable.from(pieces, { objectMode: false }))
}
