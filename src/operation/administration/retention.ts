// Retention of records by age and source, for administrators.
import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { count, object, text } from '../../schema/index.ts'
import { common } from './common.ts'

const about = (id: string, route: Parameters<typeof common>[1]) => common(id, route, 'see and run retention')
const DAY = 86_400_000

const Source = object(
  {
    source: text('The tool whose files brought the records, or `default`.'),
    days: Type.Number({ description: 'How long they are kept after they were last seen; 0 for ever.' }),
    records: count('Records that a run would remove.'),
  },
  { title: 'RetentionSource' },
)

/** What a run would remove. */
export const adminRetention = operation({
  ...about('adminRetention', 'GET /retention'),
  summary: 'What retention would remove now',
  description:
    'Nothing is changed. The ages are the settings `retention.default` and `retention.sources`. A record of several sources is kept as long as the longest of them, and counts for each.',
  input: {},
  output: {
    records: count('Records that a run would remove.'),
    sources: Type.Array(Source, { description: 'By source.' }),
  },
  run: async ({ services, signal }) => {
    const { records, sources } = await services.retention.plan(signal)
    return {
      records,
      sources: sources.map(({ source, age, records: some }) => ({ source, days: age / DAY, records: some })),
    }
  },
})

/** Runs retention. */
export const adminRetain = operation({
  ...about('adminRetain', 'POST /retention'),
  changes: 'records',
  summary: 'Remove records that are older than the settings keep, in the background',
  description:
    'A server does this once a day by itself. The audit event `retention.delete` has the number of records.',
  input: {},
  output: { id: Type.Integer({ description: 'Number of the job; the one in flight where there is one.' }) },
  run: async ({ services, actor }) => ({ id: (await services.retention.start(actor)).id }),
})
