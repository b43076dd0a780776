// IP tagging of the page: lists, their progress and results, and single addresses.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { actorOf } from '../../service/account/index.ts'
import { MOST_LINES, type TaggingTask } from '../../service/tag/index.ts'
import type { ApiContext } from '../context.ts'
import type { Pace } from '../plugin/pace.ts'
import { acceptUploads, readAddressFile } from '../plugin/upload.ts'
import { textOf } from './body.ts'
import { findEntry, writeRows } from './tagged-rows.ts'
import { requireVisitor } from './visitor.ts'

interface OneTask {
  Params: { id: string }
}

/** The routes under `/web/api/tagging`. */
export async function webTaggingRoutes(
  scope: FastifyInstance,
  context: ApiContext,
  pace: Pace,
): Promise<void> {
  const tagging = () => context.services().tagging
  scope.get('/web/api/tagging', async (request) => {
    const { account } = await requireVisitor(context, request)
    const info = await context.services().accounts.accountInfo(account)
    const { daily_limit, used_today } = info.tagging
    const limits = {
      daily: daily_limit,
      used_today,
      lines: MOST_LINES,
      bytes: context.config['tag.uploadLimit'],
    }
    const tasks = await tagging().list(account)
    return { error: false, limits, kept: context.config['tag.linkExpiry'], tasks: tasks.map(bodyOf) }
  })
  scope.get<OneTask>('/web/api/tagging/:id', async (request) => {
    const { account } = await requireVisitor(context, request)
    return { error: false, task: bodyOf(await tagging().task(account, request.params.id)) }
  })
  scope.get<OneTask>('/web/api/tagging/:id/rows', async (request, reply) => {
    const rows = writeRows(await linesOf(context, request))
    reply.type('application/json; charset=utf-8')
    return reply.send(Readable.from(rows, { objectMode: false }))
  })
  scope.get<{ Params: { id: string; line: string } }>(
    '/web/api/tagging/:id/entries/:line',
    async (request, reply) => {
      const entry = await findEntry(await linesOf(context, request), request.params.line)
      if (entry === undefined) throw new AppError('params', '[-4] Params Error: the result has no such line')
      reply.type('application/json; charset=utf-8')
      return reply.send(`{"error":false,"entry":${entry}}`)
    },
  )
  scope.post('/web/api/tagging/look-up', async (request, reply) => {
    const { account } = await requireVisitor(context, request)
    pace(account, reply)
    const found = await tagging().lookUp(account, textOf(request, 'ip'))
    request.use = { account: account.id, rows: 1, coins: 0 }
    return { error: false, ...found }
  })
  await scope.register(async (uploads) => {
    await acceptUploads(uploads)
    uploads.post('/web/api/tagging', { config: { slow: true } }, (request, reply) =>
      submit(context, pace, request, reply),
    )
  })
}

async function submit(context: ApiContext, pace: Pace, request: FastifyRequest, reply: FastifyReply) {
  try {
    const { account } = await requireVisitor(context, request)
    pace(account, reply)
    const lines = await readAddressFile(request, context.config['tag.uploadLimit'])
    const actor = actorOf(account, request.ip)
    const { tagging } = context.services()
    const id = await tagging.submit(account, actor, lines)
    request.use = { account: account.id, rows: lines.length, coins: 0 }
    return { error: false, task: bodyOf(await tagging.task(account, String(id))) }
  } catch (error) {
    // What still arrives is thrown away, so that the browser can finish sending and read the answer.
    request.raw.resume()
    throw error
  }
}

/** The stored lines of the visitor's own result. Fails with `task`, and with `file` where there is no result. */
async function linesOf(context: ApiContext, request: FastifyRequest): Promise<AsyncIterable<string>> {
  const { account } = await requireVisitor(context, request)
  const { tagging } = context.services()
  const { filename = '' } = await tagging.task(account, (request.params as OneTask['Params']).id)
  return tagging.open(filename)
}

function bodyOf({ createdAt, endedAt, ...same }: TaggingTask) {
  return { ...same, created_at: createdAt, ended_at: endedAt }
}
