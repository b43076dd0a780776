import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AskButton } from '../../components/AskButton.tsx'
import { type Bar, BarTable } from '../../components/BarTable.tsx'
import { Later } from '../../components/Later.tsx'
import { Notice } from '../../components/Notice.tsx'
import { printAddress } from '../../lib/address.ts'
import type { FacetSummary } from '../../lib/answer-types.ts'
import { withCondition, withinTime } from '../../lib/conditions.ts'
import { useCountryName } from '../../lib/country.ts'
import { removeDemonstration } from '../../lib/demonstration.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { useFigures } from '../../lib/figure.ts'
import { lazily } from '../../lib/lazily.ts'
import { demonstrationOf, EVERY_RECORD, type Overview as Answer, useOverview } from '../../lib/overview.ts'
import { useTimeline } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { Timeline } from './Timeline.tsx'
import { WorldMap } from './WorldMap.tsx'
import './overview.css'

const RecentImports = lazily(async () => (await import('./RecentImports.tsx')).RecentImports)

const ROWS = 6
const EVERYTHING = {
  query: EVERY_RECORD,
  page: 1,
  full: true,
  view: 'cards',
  size: 20,
  collapse: false,
} as const

interface OverviewProps {
  /** Searches records of any age. */
  readonly search: (query: string) => void
}

/** How much the store holds, and when it was seen. */
export function OverviewHead({ search }: OverviewProps) {
  const { data } = useOverview()
  if (data === undefined || data.total === 0) return null
  return (
    <>
      <Figures overview={data} />
      <Timeline asked={EVERYTHING} ready choose={(from, to) => search(withinTime('', from, to))} />
    </>
  )
}

/** What the store holds: where and what, and what is made up. */
export function Overview({ search }: OverviewProps) {
  const { data } = useOverview()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  if (data === undefined || data.total === 0) return null
  return (
    <div className="overview">
      <Demonstration overview={data} />
      <Top overview={data} search={search} />
      {isAdministrator && (
        <Later>
          <RecentImports />
        </Later>
      )}
    </div>
  )
}

function Demonstration({ overview }: { readonly overview: Answer }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const records = demonstrationOf(overview)
  const remove = async () => {
    await removeDemonstration()
    await client.invalidateQueries()
  }
  if (records === 0) return null
  const without = printAddress({ ...EVERYTHING, query: 'tag!=="demo"' })
  return (
    <Notice kind="plain">
      {t('overview.demonstration', { count: records, records: number(records) })}{' '}
      {records < overview.total && <Link to={without}>{t('overview.without')}</Link>}
      {isAdministrator && (
        <AskButton
          text={t('overview.demoRemove')}
          warning={t('overview.demoAsk', { count: records, records: number(records) })}
          go={t('overview.demoGo')}
          act={remove}
        />
      )}
    </Notice>
  )
}

function Figures({ overview: { total, addresses } }: { readonly overview: Answer }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const { data } = useTimeline(EVERYTHING, true)
  return (
    <p className="overview-figures" role="status">
      <strong>{t('overview.records', { count: total, records: number(total) })}</strong>
      <span>{t('search.addresses', { count: addresses, addresses: number(addresses) })}</span>
      <span>{t('overview.newest', { day: data?.newest?.slice(0, 10) ?? '…' })}</span>
    </p>
  )
}

function Top({ overview, search }: { readonly overview: Answer } & OverviewProps) {
  const nameOf = useFieldName()
  const countryName = useCountryName()
  const textOf = (field: string, value: string, label?: string) =>
    field === 'country' ? countryName(value, label) : (label ?? value)
  const bars = ({ field, values }: FacetSummary): readonly Bar[] =>
    values
      .slice(0, ROWS)
      .map(({ value, label, count }) => ({ value, count, text: textOf(field, value, label) }))
  const conditionOf = ({ values }: FacetSummary, chosen: string) =>
    values.find(({ value }) => value === chosen)?.condition ?? ''
  const shown = overview.facets.filter(({ field, values }) => field !== 'tag' && values.length > 0)
  const countries = shown.find(({ field }) => field === 'country')
  return (
    <div className="overview-top">
      {countries !== undefined && (
        <WorldMap
          countries={countries.values}
          addressWith={(condition) => printAddress({ ...EVERYTHING, query: withCondition('', condition) })}
          refine={search}
        />
      )}
      {shown.map((summary) => (
        <BarTable
          key={summary.field}
          caption={nameOf(summary.field)}
          bars={bars(summary)}
          choose={(value) => search(conditionOf(summary, value))}
        />
      ))}
    </div>
  )
}
