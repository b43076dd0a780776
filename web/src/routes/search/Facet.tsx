import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import type { FacetSummary, FacetValue } from '../../lib/answers.ts'
import { opposite } from '../../lib/conditions.ts'
import { useFieldName } from '../../lib/field-name.ts'

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
      <ul>
        {values.slice(0, ROWS).map((value) => (
          <FacetRow
            key={value.value}
            field={field}
            value={value}
            share={value.count / most}
            active={active.has(value.condition)}
            refine={refine}
            remove={remove}
          />
        ))}
      </ul>
      {all && (
        <Suspense>
          <FacetList
            field={field}
            name={name}
            asked={asked}
            active={active}
            refine={refine}
            remove={remove}
            close={() => setAll(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface FacetRowProps extends Pick<FacetProps, 'refine' | 'remove'> {
  readonly field: string
  readonly value: FacetValue
  /** Of the most frequent value's count. */
  readonly share: number
  readonly active: boolean
}

/** One value with its bar, its number and its two signs. */
export function FacetRow({ field, value, share, active, refine, remove }: FacetRowProps) {
  const { t, i18n } = useTranslation()
  const text = visible(value.label ?? value.value)
  const toggle = () => (active ? remove(value.condition) : refine(value.condition))
  return (
    <li className={active ? 'facet-row active' : 'facet-row'} style={{ '--share': `${100 * share}%` }}>
      <button type="button" className="facet-name" title={text} aria-pressed={active} onClick={toggle}>
        {field === 'country' && <Flag country={value.value} />}
        <span>
          {isNamed(field, value.value) ? t(`value.${field.replace('.', '_')}.${value.value}`) : text}
        </span>
      </button>
      <span className="signs">
        <button
          type="button"
          aria-label={`${t(active ? 'record.drop' : 'record.include')}: ${text}`}
          title={t(active ? 'record.drop' : 'record.include')}
          onClick={toggle}
        >
          <Icon name={active ? 'close' : 'add'} />
        </button>
        <button
          type="button"
          aria-label={`${t('record.exclude')}: ${text}`}
          title={t('record.exclude')}
          onClick={() => refine(opposite(value.condition))}
        >
          <Icon name="remove" />
        </button>
      </span>
      <span className="number">{value.count.toLocaleString(i18n.language)}</span>
    </li>
  )
}

// A value of a record never becomes part of the name of a text.
function isNamed(field: string, value: string): boolean {
  return NAMED[field]?.includes(value) === true
}

const NAMED: Readonly<Record<string, readonly string[]>> = {
  is_ipv6: ['true', 'false'],
  'cert.is_expired': ['true', 'false'],
  type: ['subdomain', 'service'],
}

/** What keeps a facet's place until it is there. */
export function FacetBones({ field }: { readonly field: string }) {
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
