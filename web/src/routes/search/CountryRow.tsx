import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { Later } from '../../components/Later.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { withCondition } from '../../lib/conditions.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { useFacets } from '../../lib/queries.ts'
import type { FacetListProps } from './FacetList.tsx'
import { FacetRow, type FacetRowProps } from './FacetRow.tsx'
import { useCountryName } from '../../lib/country.ts'
import type { FacetSummary } from '../../lib/answer-types.ts'

const FacetList = lazy(async () => ({ default: (await import('./FacetList.tsx')).FacetList }))

const REGION = ['province'] as const
const ROWS = 8
/** The country's row and so many fill the place that is kept for five countries. */
const ROWS_OF_ONLY = 4

interface CountryRowProps extends Omit<FacetRowProps, 'active'> {
  readonly asked: SearchAddress
  readonly active: ReadonlySet<string>
  /** Whether it is the only country: then its regions are there at once. */
  readonly only: boolean
}

/** A country whose regions unfold beneath it. */
export function CountryRow({ asked, active, only, ...row }: CountryRowProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<boolean>()
  const { value } = row
  const open = chosen ?? only
  const name = visible(useCountryName()(value.value, value.label))
  return (
    <>
      <FacetRow
        {...row}
        active={active.has(value.condition)}
        lead={
          <button
            type="button"
            className="unfold"
            aria-expanded={open}
            aria-label={t('search.regions', { country: name })}
            title={t('search.regions', { country: name })}
            onClick={() => setChosen(!open)}
          >
            <Icon name={open ? 'more' : 'forward'} />
          </button>
        }
      />
      {open && (
        <li className="regions">
          <Regions {...row} asked={asked} active={active} only={only} name={name} />
        </li>
      )}
    </>
  )
}

interface RegionsProps extends CountryRowProps {
  readonly name: string
}

function Regions(props: RegionsProps) {
  const { t } = useTranslation()
  const { asked, value } = props
  const within = { ...asked, query: withCondition(asked.query, value.condition) }
  const { data, error, refetch } = useFacets(within, REGION, ROWS, true)
  const summary = data?.facets[0]
  if (error !== null) return <FailureNotice error={error} retry={() => void refetch()} />
  if (summary === undefined) return <div className="facet-row late quiet">…</div>
  if (summary.values.length === 0) return <p className="quiet">{t('search.regionsNone')}</p>
  return <RegionRows {...props} asked={within} summary={summary} />
}

interface RegionRowsProps extends RegionsProps {
  readonly summary: FacetSummary
}

function RegionRows({ asked, active, only, value, name, refine, remove, summary }: RegionRowsProps) {
  const { t } = useTranslation()
  const { values, distinct } = summary
  // Regions of different countries may have the same name.
  const inside = active.has(value.condition) ? '' : `${value.condition} && `
  const most = Math.max(...values.map(({ count }) => count))
  const rows = only ? ROWS_OF_ONLY : ROWS
  const shown = values.slice(0, distinct > rows ? rows - 1 : rows)
  return (
    <ul aria-label={t('search.regions', { country: name })}>
      {shown.map((region) => (
        <FacetRow
          key={region.value}
          field="province"
          value={{ ...region, condition: inside + region.condition }}
          share={region.count / most}
          active={active.has(inside + region.condition)}
          refine={refine}
          remove={remove}
        />
      ))}
      {distinct > shown.length && (
        <AllRegions name={name} distinct={distinct} ways={{ asked, inside, active, refine, remove }} />
      )}
    </ul>
  )
}

interface AllRegionsProps {
  readonly name: string
  readonly distinct: number
  readonly ways: Pick<FacetListProps, 'asked' | 'inside' | 'active' | 'refine' | 'remove'>
}

function AllRegions({ name, distinct, ways }: AllRegionsProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = `${name}: ${useFieldName()('province')}`
  return (
    <li>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {t('search.more', { number: distinct.toLocaleString(i18n.language) })}
        <span className="hidden"> {title}</span>
      </button>
      {open && (
        <Later>
          <FacetList field="province" name={title} {...ways} close={() => setOpen(false)} />
        </Later>
      )}
    </li>
  )
}
