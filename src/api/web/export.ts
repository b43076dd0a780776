import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { describeExport } from '../export-body.ts'
import { readExportFile } from '../param/export.ts'
import { underCall } from '../plugin/hang-up.ts'
import type { Pace } from '../plugin/pace.ts'
import { flagOf, textOf } from './body.ts'
import { requireVisitor } from './visitor.ts'

/** The exports of the page: the same use cases, rate and price as with a key. Addresses of files stay on this server. */
export function exportRoutes(scope: FastifyInstance, context: ApiContext, pace: Pace): void {
  const exports = () => context.services().exports
  scope.get('/web/api/exports', async (request) => {
    const { account } = await requireVisitor(context, request)
    const jobs = await exports().list(account)
    return { error: false, exports: jobs.map((job) => describeExport(job, '')) }
  })
  scope.post('/web/api/exports', (request, reply) => begin(context, pace, request, reply))
  scope.get<{ Params: { id: string } }>('/web/api/exports/:id', async (request) => {
    const { account } = await requireVisitor(context, request)
    return { error: false, ...describeExport(await exports().info(account, request.params.id), '') }
  })
}

async function begin(context: ApiContext, pace: Pace, request: FastifyRequest, reply: FastifyReply) {
  const { account } = await requireVisitor(context, request)
  pace(account, reply)
  const text = textOf(request, 'query')
  const parameters: Readonly<Record<string, string>> = {
    fields: textOf(request, 'fields'),
    format: textOf(request, 'format'),
    full: String(flagOf(request, 'full')),
    bom: String(flagOf(request, 'bom')),
  }
  const asked = { text, ...readExportFile((name) => parameters[name]) }
  const job = await underCall(request, reply, context, (signal) =>
    context.services().exports.submit(account, actorOf(account, request.ip), asked, signal),
  )
  return { error: false, ...describeExport(job, '') }
}
