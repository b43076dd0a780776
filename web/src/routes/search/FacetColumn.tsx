import { lazy, useEffect, useRef, useState } from 'react'
import type { Refine } from '../../components/Value.tsx'
import { Later } from '../../components/Later.tsx'
import { printAddress, type SearchAddress } from '../../lib/address.ts'
import { activeConditions, withCondition } from '../../lib/conditions.ts'
import { useFacets } from '../../lib/queries.ts'
import { Facet, FacetSkeleton } from './Facet.tsx'
import { FIRST_FACETS, FURTHER_FACETS } from './facet-fields.ts'
import type { FacetsAnswer, FacetSummary } from '../../lib/answer-types.ts'

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }))

const COUNTRY = ['country'] as const
/** As many countries as there are. */
const ALL_COUNTRIES = 250
const ROWS = 5

/** What the facets are of, and what a choice among them does. */
export interface FacetColumnProps {
  readonly asked: SearchAddress
  /** Whether the records are there: facets come after them. */
  readonly ready: boolean
  readonly refine: Refine
  readonly remove: (condition: string) => void
}

/** The map, and the most frequent values of each field. */
export function FacetColumn({ asked, ready, refine, remove }: FacetColumnProps) {
  const countries = useFacets(asked, COUNTRY, ALL_COUNTRIES, ready)
  const first = useFacets(asked, FIRST_FACETS, ROWS, ready)
  const active = new Set(activeConditions(asked.query).map(({ text }) => text))
  const ways = { asked, active, refine, remove }
  const country = countries.data?.facets[0]
  const addressWith = (condition: string) =>
    printAddress({ ...asked, page: 1, query: withCondition(asked.query, condition) })
  return (
    <>
      <div className={countries.isPlaceholderData ? 'stale' : ''}>
        <div className="map-place">
          {country !== undefined && (
            <Later>
              <WorldMap countries={country.values} addressWith={addressWith} refine={refine} />
            </Later>
          )}
        </div>
        {country === undefined ? <FacetSkeleton field="country" /> : <Facet summary={country} {...ways} />}
      </div>
      <div className={first.isPlaceholderData ? 'stale' : ''}>
        {first.data === undefined
          ? FIRST_FACETS.map((field) => <FacetSkeleton key={field} field={field} />)
          : filled(first.data).map((summary) => <Facet key={summary.field} summary={summary} {...ways} />)}
      </div>
      <Further {...ways} ready={ready && first.isSuccess && !first.isPlaceholderData} />
    </>
  )
}

function filled({ facets }: FacetsAnswer): readonly FacetSummary[] {
  return facets.filter(({ values }) => values.length > 0)
}

interface FurtherProps extends Pick<FacetColumnProps, 'asked' | 'ready' | 'refine'> {
  readonly active: ReadonlySet<string>
  readonly remove: (condition: string) => void
}

/** The rest, summed up when somebody comes to it. */
function Further({ ready, ...ways }: FurtherProps) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useSeen(element)
  const { data, isPlaceholderData } = useFacets(ways.asked, FURTHER_FACETS, ROWS, ready && seen)
  return (
    <div ref={element} className={isPlaceholderData ? 'further stale' : 'further'}>
      {data !== undefined &&
        filled(data).map((summary) => <Facet key={summary.field} summary={summary} {...ways} />)}
    </div>
  )
}

function useSeen(element: React.RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
