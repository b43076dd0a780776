import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { headOf, listsOf, portsOf } from '../../service/aggregate/index.ts'
import type { ApiContext } from '../context.ts'
import { given, readBoolean } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { underCall } from '../plugin/hang-up.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { ErrorBody } from '../schema/error.ts'
import { HostAnswer, HostDetailAnswer, HostParameters, HostPlace } from '../schema/host.ts'
import { byQueryOrForm } from './by-query-or-form.ts'

/** Records a host is summed up from: its newest. */
const MOST_RECORDS = 10_000

/** `GET` and `POST /api/v1/host/{host}`: what all records say of an address or a name. Costs nothing. */
export function hostRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  byQueryOrForm(app, '/api/v1/host/:host', {
    about: {
      tags: ['search'],
      summary: 'What is known of one host',
      description: `Sums up the newest ${MOST_RECORDS} records of an address, or of a name and the names below it, however old they are. Costs nothing.`,
    },
    operationId: 'host',
    parameters: HostParameters,
    place: HostPlace,
    response: {
      200: Type.Union([HostAnswer, HostDetailAnswer, ErrorBody], {
        description: 'The host, in short or in detail, or that no record of it is known.',
      }),
    },
    handler: (request, reply) => tellHost(context, admit, request, reply),
  })
}

async function tellHost(context: ApiContext, admit: Admit, request: FastifyRequest, reply: FastifyReply) {
  const caller = await admit(request, reply)
  const detail = readBoolean('detail', given(parametersOf(request), 'detail'))
  const { host: name } = request.params as { readonly host: string }
  const host = await underCall(request, reply, context, (signal) =>
    context.services().aggregate.host(caller, name, MOST_RECORDS, signal),
  )
  const { domain, update_time, ...head } = headOf(host)
  const middle = detail ? { ports: portsOf(host) } : listsOf(host)
  return {
    error: false,
    ...head,
    ...middle,
    domain,
    update_time,
    consumed_fpoint: 0,
    required_fpoints: 0,
  }
}
