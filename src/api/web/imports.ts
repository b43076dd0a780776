// Imports of administrators on the page: a scan file is the body as it is, what is said about it stands in the query string.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IMPORTERS } from '../../importer/index.ts'
import { actorOf } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { sendFile } from '../file-answer.ts'
import { readUpload } from '../param/import.ts'
import { readInteger } from '../param/read.ts'
import { underCall } from '../plugin/hang-up.ts'
import { printImport } from '../route/import.ts'
import { parametersOfPage } from './parameter.ts'
import { readRejects } from './rejects.ts'
import { requireVisitor } from './visitor.ts'

interface OneImport {
  Params: { id: string }
}

const FORMATS = IMPORTERS.map(({ name }) => name)

/** The routes under `/web/api/imports`. */
export async function webImportRoutes(scope: FastifyInstance, context: ApiContext): Promise<void> {
  const uploads = () => context.services().uploads
  scope.get('/web/api/imports', async (request) => {
    const { account } = await requireVisitor(context, request)
    const imports = await uploads().list(account)
    const limits = { bytes: context.config['import.uploadLimit'] }
    return { error: false, limits, formats: FORMATS, imports: imports.map(printImport) }
  })
  scope.get<OneImport>('/web/api/imports/:id', async (request) => {
    const { account } = await requireVisitor(context, request)
    return { error: false, import: printImport(await uploads().info(account, request.params.id)) }
  })
  scope.post<OneImport>('/web/api/imports/:id/cancel', async (request) => {
    const { account } = await requireVisitor(context, request)
    const job = await uploads().cancel(account, actorOf(account, request.ip), request.params.id)
    return { error: false, import: printImport(job) }
  })
  scope.get<OneImport>('/web/api/imports/:id/rejects', async (request) => {
    const { account } = await requireVisitor(context, request)
    const file = await uploads().rejects(account, request.params.id)
    const from = readInteger(parametersOfPage(request), 'from', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 0
    return { error: false, ...(await readRejects(file, from)) }
  })
  scope.get<OneImport>('/web/api/imports/:id/rejects.ndjson', { compress: false }, async (request, reply) => {
    const { account } = await requireVisitor(context, request)
    const { id } = request.params
    const file = await uploads().rejects(account, id)
    return sendFile(request, reply, { ...file, name: `rejects-${id}.ndjson`, type: 'application/x-ndjson' })
  })
  await scope.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_, __, done) => done(null, undefined))
    files.post(
      '/web/api/imports',
      { bodyLimit: context.config['import.uploadLimit'], config: { slow: true } },
      (request, reply) => receive(context, request, reply),
    )
  })
}

async function receive(context: ApiContext, request: FastifyRequest, reply: FastifyReply) {
  const { account } = await requireVisitor(context, request)
  const { uploads } = context.services()
  await uploads.check(account)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  const asked = readUpload(parametersOfPage(request), Number.isFinite(length) ? length : undefined)
  const job = await underCall(request, reply, context, (signal) =>
    uploads.submit(account, actorOf(account, request.ip), asked, request.raw, signal),
  )
  return { error: false, import: printImport(job) }
}
