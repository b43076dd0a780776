// The figures of a report. Every one is an exact count of a query that the report states.
import { printDay } from '../../util/index.ts'
import { narrowed } from '../aggregate/index.ts'
import type { FacetsAnswer } from '../aggregate/index.ts'
import type { ReportAsked, ReportData, ReportFigure, ReportList, ReportSource } from './types.ts'

const DAY = 86_400_000

/** The top lists, in the order in which they are shown. */
const LISTS = [
  'country',
  'port',
  'protocol',
  'product',
  'server',
  'as_organization',
  'domain',
  'os',
  'status_code',
  'severity',
  'finding',
  'tag',
  'cert.issuer.org',
] as const

/** As many countries as there are, for the map. */
const ALL = 250
const TOP = 10

/** Counts what a report shows. */
export async function gatherReport(
  source: ReportSource,
  asked: ReportAsked,
  now: number,
): Promise<ReportData> {
  const found = await source.facets(asked.query, LISTS, ALL)
  const figures: ReportFigure[] = [
    { name: 'records', query: asked.query, records: found.total, addresses: found.addresses },
  ]
  for (const [name, condition] of conditions(now)) {
    const query = narrowed(asked.query, condition)
    const { total, addresses } = await source.facets(query, ['port'], 1)
    figures.push({ name, query, records: total, addresses })
  }
  const timeline = await source.timeline(asked.query)
  return { ...asked, made: now, figures, lists: listsOf(asked.query, found), timeline }
}

function conditions(now: number): readonly (readonly [ReportFigure['name'], string])[] {
  const day = (days: number): string => printDay(now + days * DAY)
  const expires = (days: number): string =>
    `cert.not_after.after="${day(0)}" && cert.not_after.before="${day(days)}"`
  return [
    ['newWeek', `firstseen>="${day(-7)}"`],
    ['newMonth', `firstseen>="${day(-30)}"`],
    ['expired', 'cert.is_expired="true"'],
    ['expires7', expires(7)],
    ['expires30', expires(30)],
    ['expires90', expires(90)],
  ]
}

function listsOf(query: string, { facets }: FacetsAnswer): readonly ReportList[] {
  return facets
    .filter(({ values }) => values.length > 0)
    .map(({ field, distinct, values }) => ({
      ...{ field, distinct },
      values: values
        .slice(0, field === 'country' ? ALL : TOP)
        .map(({ value, label = '', count, condition }) => ({
          ...{ value, label, count },
          query: narrowed(query, condition),
        })),
    }))
}
