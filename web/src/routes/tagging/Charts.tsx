import { useMemo } from 'react'
import { useCountryName } from '../../lib/country.ts'
import { useTranslation } from 'react-i18next'
import { type Bar, BarTable } from '../../components/BarTable.tsx'
import { countValues, type Narrowing, namespaceOf, narrowRows } from '../../lib/tagging.ts'
import type { TaggedRow } from '../../lib/answer-types.ts'

interface ChartsProps {
  readonly rows: readonly TaggedRow[]
  readonly narrowing: Narrowing
  readonly change: (part: Partial<Narrowing>) => void
}

const MOST = 8

/** What the lines are, by kind of tag, country and network; a click narrows the table, another one widens it again. */
export function Charts({ rows, narrowing, change }: ChartsProps) {
  const { t } = useTranslation()
  const bars = useBars(rows, narrowing)
  return (
    <section className="charts" aria-label={t('tagging.charts')}>
      {(['tag', 'country', 'network'] as const).map((name) => (
        <BarTable
          key={name}
          caption={t(`tagging.by.${name}`)}
          bars={bars[name]}
          chosen={narrowing[name]}
          choose={(value) => change({ [name]: narrowing[name] === value ? '' : value })}
        />
      ))}
    </section>
  )
}

// Each chart counts what the other two leave, so that it shows what a click would give.
function useBars(rows: readonly TaggedRow[], narrowing: Narrowing) {
  const { country, network, tag, text } = narrowing
  const countryName = useCountryName()
  return useMemo(() => {
    // As in the summary, an address counts once.
    const addresses = rows.filter(({ status }) => status === 'ok')
    const rest = (name: 'country' | 'network' | 'tag') =>
      narrowRows(addresses, { ...{ country, network, tag, text }, [name]: '' })
    const names = new Map(rows.map((row) => [row.country, row.country_name]))
    const toBar = ([value, count]: readonly [string, number]): Bar => ({ value, text: value, count })
    return {
      tag: countValues(rest('tag'), ({ tags }) => tags.map(namespaceOf), MOST).map(toBar),
      country: countValues(rest('country'), (row) => [row.country], MOST)
        .map(toBar)
        .map((bar) => ({ ...bar, text: countryName(bar.value, names.get(bar.value)) })),
      network: countValues(rest('network'), (row) => [row.organization], MOST).map(toBar),
    }
  }, [rows, country, network, tag, text, countryName])
}
