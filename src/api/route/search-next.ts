import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Allowance, createAllowance } from '../allowance.ts'
import type { ApiContext } from '../context.ts'
import { withoutAbsent } from '../param/absent.ts'
import { given, readSearch } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { createRowWriter } from '../row-writer.ts'
import { ErrorBody } from '../schema/error.ts'
import { NextAnswer, type NextAnswerHead, NextParameters } from '../schema/search.ts'
import { DEFAULT_FIELDS, headBytes, isFlat, sendFound } from '../search-answer.ts'
import { byQueryOrForm } from './by-query-or-form.ts'

/** `GET` and `POST /api/v1/search/next`. */
export function searchNextRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const allowance = createAllowance(context.config['http.answerMemory'])
  byQueryOrForm(app, '/api/v1/search/next', {
    about: {
      tags: ['search'],
      summary: 'Read all matches page by page',
      description:
        'Like `search/all`, to any depth: each page names the next one. Records keep the place they had when the first page was read, so ' +
        'none that is there throughout comes twice or is left out while others are added and replaced. A reading may take up to 24 hours.',
    },
    operationId: 'searchNext',
    parameters: NextParameters,
    response: {
      200: Type.Union([NextAnswer, ErrorBody], { description: 'The page, or why there is none.' }),
    },
    handler: (request, reply) => searchNext(context, admit, allowance, request, reply),
  })
}

async function searchNext(
  context: ApiContext,
  admit: Admit,
  allowance: Allowance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await admit(request, reply)
  const { parameter, layout } = withoutAbsent(parametersOf(request), caller)
  // Every page has its own cursor, and programs that know pages send one that means nothing here.
  const { page: _, ...search } = readSearch(
    (name) => (name === 'page' ? undefined : parameter(name)),
    DEFAULT_FIELDS[caller.dialect],
  )
  const asked = { ...search, next: given(parameter, 'next') ?? '' }
  const flat = isFlat(caller, layout ?? asked.fields)
  const rows = createRowWriter({ limit: context.config['http.answerLimit'], flat, allowance, layout })
  reply.raw.once('close', rows.release)
  const found = await underCall(request, reply, context, (signal) =>
    context.services().searchNext(caller, asked, rows.write, signal),
  )
  context.metrics.page(found.pageTime / 1000)
  const values: NextAnswerHead = {
    error: false,
    consumed_fpoint: found.consumed,
    required_fpoints: found.required,
    size: caller.dialect === 'live' ? found.total : found.rows,
    total: found.total,
    tip: '',
    page: found.page,
    mode: found.mode,
    query: asked.text,
    next: found.next,
  }
  return sendFound(request, reply, caller, found, [headBytes(values), ...rows.finish()])
}
