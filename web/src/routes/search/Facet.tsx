import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refine } from '../../components/Value.tsx'
import { Later } from '../../components/Later.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { CountryRow } from './CountryRow.tsx'
import { FacetRow } from './FacetRow.tsx'
import type { FacetSummary } from '../../lib/answer-types.ts'

const FacetList = lazy(async () => ({ default: (await import('./FacetList.tsx')).FacetList }))

const ROWS = 5

interface FacetProps {
  readonly summary: FacetSummary
  readonly asked: SearchAddress
  /** The conditions of the query, as they are printed. */
  readonly active: ReadonlySet<string>
  readonly refine: Refine
  readonly remove: (condition: string) => void
}

/** The most frequent values of a field; each can be kept or left out, and more of them open as a list. */
export function Facet({ summary, asked, active, refine, remove }: FacetProps) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  const { field, values, distinct } = summary
  const most = Math.max(...values.map(({ count }) => count), 1)
  const name = useFieldName()(field)
  return (
    <section className="facet">
      <h2>
        {name}
        {distinct > ROWS && (
          <button type="button" className="plain" onClick={() => setAll(true)}>
            {t('search.more', { number: distinct.toLocaleString(i18n.language) })}
            <span className="hidden"> {name}</span>
          </button>
        )}
      </h2>
      {values.length === 0 && <p className="quiet">{t('search.noValue')}</p>}
      <ul>
        {values.slice(0, ROWS).map((value) => {
          const row = { field, value, share: value.count / most, refine, remove }
          return field === 'country' ? (
            <CountryRow key={value.value} {...row} asked={asked} active={active} only={values.length === 1} />
          ) : (
            <FacetRow key={value.value} {...row} active={active.has(value.condition)} />
          )
        })}
      </ul>
      {all && (
        <Later>
          <FacetList
            field={field}
            name={name}
            asked={asked}
            active={active}
            refine={refine}
            remove={remove}
            close={() => setAll(false)}
          />
        </Later>
      )}
    </section>
  )
}

/** What keeps a facet's place until it is there. */
export function FacetSkeleton({ field }: { readonly field: string }) {
  const nameOf = useFieldName()
  return (
    <section className="facet" aria-hidden="true">
      <h2>{nameOf(field)}</h2>
      <ul>
        {[80, 64, 52, 44, 36].map((width) => (
          <li key={width} className="facet-row">
            <span className="bone late" style={{ width: `${width}%` }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
