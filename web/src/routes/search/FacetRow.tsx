import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { FacetValue } from '../../lib/answer-types.ts'
import { opposite } from '../../lib/conditions.ts'
import { useCountryName } from '../../lib/country.ts'
import { useSearchWays } from '../../lib/search-ways.ts'

/** What a row of a facet is given. */
export interface FacetRowProps {
  readonly field: string
  readonly value: FacetValue
  /** Of the most frequent value's count. */
  readonly share: number
  readonly active: boolean
  readonly refine: Refine
  readonly remove: (condition: string) => void
  /** What is before the value. */
  readonly lead?: ReactNode
}

/** One value with its bar, its number and its two signs. */
export function FacetRow({ field, value, share, active, refine, remove, lead }: FacetRowProps) {
  const { t, i18n } = useTranslation()
  const countryName = useCountryName()
  const text = visible(
    field === 'country' ? countryName(value.value, value.label) : (value.label ?? value.value),
  )
  const { addressWith } = useSearchWays()
  const openTab = () => void window.open(addressWith(value.condition), '_blank', 'noopener')
  const toggle = () => (active ? remove(value.condition) : refine(value.condition))
  return (
    <li className={active ? 'facet-row active' : 'facet-row'} style={{ '--share': `${100 * share}%` }}>
      {lead}
      <button
        type="button"
        className="facet-name"
        title={text}
        aria-pressed={active}
        onClick={(event) => (event.ctrlKey || event.metaKey ? openTab() : toggle())}
        onAuxClick={(event) => event.button === 1 && openTab()}
      >
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
