import { lazy } from 'react'
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
const VALUES = 6

interface DistributionProps {
  /** The search for the records of the host. */
  readonly query: string
  readonly isName: boolean
}

/** The places of a host as a map; those and the networks of a name also as counts. */
export function Distribution({ query, isName }: DistributionProps) {
  const navigate = useNavigate()
  const asked = { query, page: 1, full: true, view: 'cards', size: 20, collapse: false } as const
  const { data } = useFacets(asked, SPREAD, VALUES, true)
  const search = (text: string) => printAddress({ ...asked, query: text })
  const go = (condition: string) => void navigate(search(condition))
  const summaries = data?.facets.filter(({ values }) => values.length > 0) ?? []
  const spread = summaries.filter(({ distinct }) => distinct > 1 && isName)
  const countries = summaries.find(({ field }) => field === 'country')
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
    </>
  )
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
