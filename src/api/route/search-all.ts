import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Account } from '../../service/account/index.ts'
import type { SearchRequest, SearchSummary } from '../../service/search/index.ts'
import { type Allowance, createAllowance } from '../allowance.ts'
import type { ApiContext } from '../context.ts'
import { withoutAbsent } from '../param/absent.ts'
import { readSearch } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { createRowWriter } from '../row-writer.ts'
import { DEFAULT_FIELDS, headBytes, isFlat, sendFound } from '../search-answer.ts'
import { byQueryOrForm } from './by-query-or-form.ts'
import { ErrorBody } from '../schema/error.ts'
import { SearchAnswer, type SearchAnswerHead, SearchParameters } from '../schema/search.ts'

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
  byQueryOrForm(app, '/api/v1/search/all', {
    about,
    operationId: 'searchAll',
    parameters: SearchParameters,
    response,
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
  const { parameter, layout } = withoutAbsent(parametersOf(request), caller)
  const asked = readSearch(parameter, DEFAULT_FIELDS[caller.dialect])
  const flat = isFlat(caller, layout ?? asked.fields)
  const rows = createRowWriter({ limit: context.config['http.answerLimit'], flat, allowance, layout })
  reply.raw.once('close', rows.release)
  const found = await underCall(request, reply, context, (signal) =>
    context.services().searchAll(caller, asked, rows.write, signal),
  )
  context.metrics.page(found.pageTime / 1000)
  return sendFound(request, reply, caller, found, [head(caller, asked, found), ...rows.finish()])
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
  return headBytes(values)
}
