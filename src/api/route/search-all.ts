import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Field, fieldNamed } from '../../field/index.ts'
import type { Account, Dialect } from '../../service/account/index.ts'
import type { SearchRequest, SearchSummary } from '../../service/search/index.ts'
import { type Allowance, createAllowance } from '../allowance.ts'
import type { ApiContext } from '../context.ts'
import { readSearch } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { createRowWriter } from '../row-writer.ts'
import { ErrorBody } from '../schema/error.ts'
import { SearchAnswer, type SearchAnswerHead, SearchParameters } from '../schema/search.ts'

/** Fields of an answer when the caller names none, by dialect. */
const DEFAULT_FIELDS: Readonly<Record<Dialect, readonly Field[]>> = {
  documented: [fieldNamed('host')],
  live: [fieldNamed('host'), fieldNamed('ip'), fieldNamed('port')],
}

/** `GET` and `POST /api/v1/search/all`. */
export function searchAllRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const response = {
    200: Type.Union([SearchAnswer, ErrorBody], { description: 'The page, or why there is none.' }),
  }
  const about = {
    tags: ['search'],
    summary: 'Search records',
    description: 'Returns one page of the records that match a query, newest first.',
  }
  const allowance = createAllowance(context.config['http.answerMemory'])
  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    searchAll(context, admit, allowance, request, reply)
  app.get('/api/v1/search/all', {
    schema: { ...about, operationId: 'searchAll', querystring: SearchParameters, response },
    handler,
  })
  app.post('/api/v1/search/all', {
    schema: {
      ...about,
      operationId: 'searchAllByForm',
      consumes: ['application/x-www-form-urlencoded'],
      body: SearchParameters,
      response,
    },
    handler,
  })
}

async function searchAll(
  context: ApiContext,
  admit: Admit,
  allowance: Allowance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await admit(request, reply)
  const asked = readSearch(parametersOf(request), DEFAULT_FIELDS[caller.dialect])
  const flat = caller.dialect === 'live' && asked.fields.length === 1
  const rows = createRowWriter({ limit: context.config['http.answerLimit'], flat, allowance })
  reply.raw.once('close', rows.release)
  const found = await underCall(request, reply, context, (signal) =>
    context.services().searchAll(caller, asked, rows.write, signal),
  )
  context.metrics.page(found.pageTime / 1000)
  request.use = { account: caller.id, rows: found.rows, coins: found.consumed }
  reply.header(
    'Server-Timing',
    `page;dur=${found.pageTime.toFixed(1)}, total;dur=${reply.elapsedTime.toFixed(1)}`,
  )
  return sendJson(reply, [head(caller, asked, found), ...rows.finish(), Buffer.from('}')])
}

/** The answer up to its results. */
function head(caller: Account, asked: SearchRequest, found: SearchSummary): Buffer {
  const values: SearchAnswerHead = {
    error: false,
    consumed_fpoint: found.consumed,
    required_fpoints: found.required,
    size: caller.dialect === 'live' ? found.total : found.rows,
    total: found.total,
    tip: '',
    page: asked.page,
    mode: found.mode,
    query: asked.text,
  }
  return Buffer.from(`${JSON.stringify(values).slice(0, -1)},"results":`)
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
