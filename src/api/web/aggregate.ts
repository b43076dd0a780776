import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { type Field, findField, isCountable } from '../../field/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { Aggregate } from '../../service/aggregate/index.ts'
import type { ApiContext } from '../context.ts'
import { underCall } from '../plugin/hang-up.ts'
import { flagOf, numberOf, optionalTextOf, textOf, textsOf } from './body.ts'
import { requireVisitor } from './visitor.ts'

/** Fields one call may count, and values of each it may ask for. */
const MOST_FIELDS = 40
const MOST_VALUES = 250
const DEFAULT_VALUES = 5
/** Services the page of a host shows. */
const MOST_SERVICES = 500

/** Long texts are asked for one record at a time. */
const LONGEST_PREFIX = 200

type Work<Answer> = (use: Aggregate, account: Account, signal: AbortSignal) => Promise<Answer>

/** Facets, time line, hosts, single records and completion: what stands beside the results. None of it costs coins. */
export function aggregateRoutes(scope: FastifyInstance, context: ApiContext): void {
  const route = <Answer>(path: string, read: (request: FastifyRequest) => Work<Answer>): void => {
    scope.post(`/web/api/${path}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const { account } = await requireVisitor(context, request)
      const work = read(request)
      const answer = await underCall(request, reply, context, (signal) =>
        work(context.services().aggregate, account, signal),
      )
      return { error: false, ...answer }
    })
  }
  route('facets', (request) => {
    const query = queryOf(request)
    const fields = textsOf(request, 'fields', MOST_FIELDS).map(countableField)
    const asked = { fields, size: sizeOf(request), regions: flagOf(request, 'regions') }
    return (use, account, signal) => use.facets(account, query, asked, signal)
  })
  route('timeline', (request) => {
    const query = queryOf(request)
    return (use, account, signal) => use.timeline(account, query, signal)
  })
  route('host', (request) => {
    const name = textOf(request, 'name')
    return (use, account, signal) => use.host(account, name, MOST_SERVICES, signal)
  })
  route('record', (request) => {
    const asked = {
      host: textOf(request, 'host'),
      base_protocol: textOf(request, 'base_protocol'),
      ip: optionalTextOf(request, 'ip'),
      fields: textsOf(request, 'fields', MOST_FIELDS).map(knownField),
    }
    return (use, account, signal) => use.record(account, asked, signal)
  })
  route('values', (request) => {
    const field = knownField(textOf(request, 'field'))
    const prefix = textOf(request, 'prefix')
    return async (use, account, signal) => {
      const offered = isCountable(field) || field.name === 'host'
      if (!offered || field.kind === 'time' || field.kind === 'boolean' || prefix.length > LONGEST_PREFIX)
        return { values: [], complete: true }
      return use.values(account, field, prefix, signal)
    }
  })
}

function queryOf(request: FastifyRequest) {
  return { text: textOf(request, 'query'), full: flagOf(request, 'full') }
}

function sizeOf(request: FastifyRequest): number {
  const body = request.body as { readonly size?: unknown }
  return body.size === undefined ? DEFAULT_VALUES : numberOf(request, 'size', 1, MOST_VALUES)
}

function knownField(name: string): Field {
  const field = findField(name)
  if (field !== undefined && field.select !== 'never') return field
  throw new AppError('params', `[-4] Params Error: there is no field \`${name.slice(0, 64)}\` to tell`)
}

function countableField(name: string): Field {
  const field = knownField(name)
  if (isCountable(field)) return field
  throw new AppError('params', `[-4] Params Error: values of the field \`${field.name}\` are not counted`)
}
