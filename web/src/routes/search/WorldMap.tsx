import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HEIGHT, OUTLINES, WIDTH } from '../../../../src/map/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { CountMenu } from '../../components/CountMenu.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { FacetValue } from '../../lib/answer-types.ts'
import { useCountryName } from '../../lib/country.ts'
import { useFieldName } from '../../lib/field-name.ts'
import './world-map.css'

interface WorldMapProps {
  /** The address of the search with a condition added. */
  readonly addressWith: (condition: string) => string
  readonly countries: readonly FacetValue[]
  readonly refine: Refine
}

/** Where the matches are: the more, the stronger; a click keeps a country. The same is in a table. */
export function WorldMap({ countries, addressWith, refine }: WorldMapProps) {
  const { t, i18n } = useTranslation()
  const nameOf = useFieldName()
  const countryName = useCountryName()
  const [said, setSaid] = useState('')
  const byCode = useMemo(() => new Map(countries.map((country) => [country.value, country])), [countries])
  const most = Math.log1p(Math.max(...countries.map(({ count }) => count), 1))
  const rows = countries.map(({ value, label, count, condition }) => ({
    key: value,
    text: visible(countryName(value, label)),
    count,
    choose: () => refine(condition),
  }))
  return (
    <figure className="map">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {OUTLINES.map(({ code, path }) => {
          const country = byCode.get(code)
          if (country === undefined) return <path key={path} d={path} className="land" />
          const strength = 25 + (75 * Math.log1p(country.count)) / most
          const text = `${countryName(country.value, country.label)} · ${country.count.toLocaleString(i18n.language)}`
          return (
            <a
              key={path}
              href={addressWith(country.condition)}
              tabIndex={-1}
              onPointerEnter={() => setSaid(text)}
              onPointerLeave={() => setSaid('')}
              onClick={(event) => {
                // The browser opens another tab or window.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                refine(country.condition)
              }}
            >
              <path d={path} className="land there" style={{ '--strength': `${strength}%` }} />
            </a>
          )
        })}
      </svg>
      <figcaption>
        <span>{visible(said)}</span>
        <CountMenu label={t('part.asTable')} head={nameOf('country')} rows={rows} />
      </figcaption>
    </figure>
  )
}
