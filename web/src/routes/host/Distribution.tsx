import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BarTable } from '../../components/BarTable.tsx'
import { Later } from '../../components/Later.tsx'
import { printAddress } from '../../lib/address.ts'
import type { FacetSummary } from '../../lib/answer-types.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { useFacets } from '../../lib/queries.ts'
import { useValueText } from '../search/ValueChart.tsx'

const WorldMap = lazy(async () => ({ default: (await import('../search/WorldMap.tsx')).WorldMap }))

/** Where the services of a name are, and whose. */
const SPREAD = ['country', 'as_organization', 'cloud_name'] as const
/** What services elsewhere may share. */
const SHARED = ['product', 'icon_hash', 'jarm', 'cert.sha256', 'ssh.fingerprint', 'server', 'title'] as const
const VALUES = 6

interface DistributionProps {
  /** The search for the records of the host. */
  readonly query: string
  readonly isName: boolean
}

/** The places and networks of a name as a map and counts, and what its services share with others. */
export function Distribution({ query, isName }: DistributionProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const asked = { query, page: 1, full: true, view: 'cards', size: 20, collapse: false } as const
  const { data } = useFacets(asked, [...SPREAD, ...SHARED], VALUES, true)
  const search = (text: string) => printAddress({ ...asked, query: text })
  const go = (condition: string) => void navigate(search(condition))
  const summaries = data?.facets.filter(({ values }) => values.length > 0) ?? []
  const spread = summaries.filter(({ field, distinct }) => isIn(SPREAD, field) && distinct > 1 && isName)
  const countries = summaries.find(({ field }) => field === 'country')
  const shared = summaries.filter(({ field }) => isIn(SHARED, field))
  return (
    <>
      {countries !== undefined && (
        <Later>
          <WorldMap
            countries={countries.values}
            addressWith={(condition) => search(`${query} && ${condition}`)}
            refine={(condition) => go(`${query} && ${condition}`)}
          />
        </Later>
      )}
      {spread.map((summary) => (
        <Bars key={summary.field} summary={summary} go={(condition) => go(`${query} && ${condition}`)} />
      ))}
      {shared.length > 0 && (
        <section className="host-shared">
          <h2>{t('host.pivots')}</h2>
          {shared.map((summary) => (
            <Bars key={summary.field} summary={summary} go={go} />
          ))}
        </section>
      )}
    </>
  )
}

function isIn(fields: readonly string[], field: string): boolean {
  return fields.includes(field)
}

interface BarsProps {
  readonly summary: FacetSummary
  readonly go: (condition: string) => void
}

function Bars({ summary: { field, values }, go }: BarsProps) {
  const nameOf = useFieldName()
  const textOf = useValueText(field)
  const bars = values.map((value) => ({ value: value.value, text: textOf(value), count: value.count }))
  const choose = (chosen: string) => {
    const condition = values.find(({ value }) => value === chosen)?.condition
    if (condition !== undefined) go(condition)
  }
  return <BarTable caption={nameOf(field)} bars={bars} choose={choose} />
}
