import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Field, fieldNamed } from '../../field/index.ts'
import { type Allowance, createAllowance } from '../allowance.ts'
import type { ApiContext, Services } from '../context.ts'
import { underCall } from '../plugin/hang-up.ts'
import type { Pace } from '../plugin/pace.ts'
import { createRowWriter } from '../row-writer.ts'
import { flagOf, numberOf, textOf } from './body.ts'
import { requireVisitor } from './visitor.ts'

/** Records a page of the search may show at once. */
const MOST_ROWS = 100

/** What a result shows. Bodies are fetched one at a time, when somebody looks. */
const RESULT_FIELDS: readonly Field[] = [
  'host',
  'link',
  'ip',
  'port',
  'protocol',
  'base_protocol',
  'title',
  'domain',
  'server',
  'product',
  'country',
  'country_name',
  'province',
  'city',
  'as_number',
  'as_organization',
  'lastupdatetime',
  'firstseen',
  'status_code',
  'os',
  'tag',
  'cert.subject.cn',
  'cert.is_expired',
  'icon_hash',
  'header',
  'banner',
  'cert',
].map(fieldNamed)

const LONG = ['header', 'banner', 'cert'] as const
const LONG_PLACES = LONG.map((name) => RESULT_FIELDS.findIndex((field) => field.name === name))

/** So many characters of a long text come with its record; the rest is fetched when somebody looks. */
const SHOWN = 2000

const ICON_PLACE = RESULT_FIELDS.findIndex(({ name }) => name === 'icon_hash')

/** The row with its long texts cut; how long they are, and whether its icon can be shown, behind it. */
function present(row: readonly string[], { icons }: Services): readonly string[] {
  const lengths = LONG_PLACES.map((place) => String(row[place]?.length ?? 0))
  const shown = row.map((value, place) =>
    value.length > SHOWN && LONG_PLACES.includes(place) ? value.slice(0, SHOWN).toWellFormed() : value,
  )
  return [...shown, ...lengths, String(icons.has(row[ICON_PLACE] ?? ''))]
}

/** The search of the page: the same use case, rate and price as with a key. */
export function searchRoutes(scope: FastifyInstance, context: ApiContext, pace: Pace): void {
  const allowance = createAllowance(context.config['http.answerMemory'])
  scope.post('/web/api/search', (request, reply) => search(context, pace, allowance, request, reply))
}

async function search(
  context: ApiContext,
  pace: Pace,
  allowance: Allowance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { account } = await requireVisitor(context, request)
  pace(account, reply)
  const asked = {
    text: textOf(request, 'query'),
    page: numberOf(request, 'page', 1, Number.MAX_SAFE_INTEGER),
    size: numberOf(request, 'size', 1, MOST_ROWS),
    full: flagOf(request, 'full'),
    fields: RESULT_FIELDS,
  }
  const services = context.services()
  const rows = createRowWriter({ limit: context.config['http.answerLimit'], flat: false, allowance })
  reply.raw.once('close', rows.release)
  const found = await underCall(request, reply, context, (signal) =>
    services.searchAll(
      account,
      asked,
      (found) => rows.write(found.map((row) => present(row, services))),
      signal,
    ),
  )
  request.use = { account: account.id, rows: found.rows, coins: found.consumed }
  const { mode, total, consumed: cost } = found
  const milliseconds = Math.max(1, Math.round(reply.elapsedTime))
  const lengths = LONG.map((name) => `${name}.length`)
  const fields = [...RESULT_FIELDS.map(({ name }) => name), ...lengths, 'icon']
  const head = JSON.stringify({ error: false, mode, total, cost, milliseconds, fields }).slice(0, -1)
  reply.type('application/json; charset=utf-8')
  return reply.send(Buffer.concat([Buffer.from(`${head},"results":`), ...rows.finish(), Buffer.from('}')]))
}
