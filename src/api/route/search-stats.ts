import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CATALOGUE, type Field, fieldNamed, isCountable } from '../../field/index.ts'
import type { StatsField } from '../../service/aggregate/index.ts'
import { sizeError } from '../../service/search/index.ts'
import type { ApiContext } from '../context.ts'
import { given, type Parameter, readBoolean, readFields, readQueryText, wrong } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { ErrorBody } from '../schema/error.ts'
import { STATS_SIZE, StatsAnswer, StatsParameters } from '../schema/stats.ts'
import { byQueryOrForm } from './by-query-or-form.ts'

/** Fields one call may count. */
const MOST_FIELDS = 20

/** `GET` and `POST /api/v1/search/stats`: the most frequent values among all matches. Costs nothing. */
export function searchStatsRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  byQueryOrForm(app, '/api/v1/search/stats', {
    about: {
      tags: ['search'],
      summary: 'Count the values of fields among all matches',
      description: 'Counts exactly, in one pass over the matches. Costs nothing.',
    },
    operationId: 'searchStats',
    parameters: StatsParameters,
    response: {
      200: Type.Union([StatsAnswer, ErrorBody], { description: 'The statistics, or why there are none.' }),
    },
    handler: (request, reply) => searchStats(context, admit, request, reply),
  })
}

async function searchStats(context: ApiContext, admit: Admit, request: FastifyRequest, reply: FastifyReply) {
  const caller = await admit(request, reply)
  const parameter = parametersOf(request)
  const query = {
    text: readQueryText(parameter),
    full: readBoolean('full', given(parameter, 'full')),
  }
  const fields = readStatsFields(given(parameter, 'fields'))
  const size = readStatsSize(parameter)
  const { size: total, ...stats } = await underCall(request, reply, context, (signal) =>
    context.services().aggregate.stats(caller, query, fields, size, signal),
  )
  return { error: false, consumed_fpoint: 0, required_fpoints: 0, size: total, ...stats }
}

const USUAL: readonly Field[] = [fieldNamed('title')]

function readStatsFields(value: string | undefined): readonly StatsField[] {
  const fields = readFields(value, USUAL)
  if (fields.length > MOST_FIELDS)
    throw wrong(`fields names ${fields.length} fields; at most ${MOST_FIELDS} are counted`)
  const names = (value ?? 'title').split(',').flatMap((name) => name.trim().toLowerCase() || [])
  return fields.map((field, index) => {
    if (isCountable(field)) return { name: names[index] ?? field.name, field }
    const known = CATALOGUE.filter(isCountable).map(({ name }) => name)
    throw wrong(
      `fields names \`${field.name}\`, whose values are not counted; those of ${known.join(', ')} are`,
    )
  })
}

function readStatsSize(parameter: Parameter): number {
  const value = given(parameter, 'size')
  if (value === undefined) return STATS_SIZE.usual
  const size = /^\d+$/.test(value) ? Number(value) : 0
  if (size >= STATS_SIZE.least && size <= STATS_SIZE.most) return size
  throw sizeError(value.slice(0, 64), STATS_SIZE.most, STATS_SIZE.least)
}
