import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { printCsv, saveFile } from '../../lib/csv.ts'
import { useFigures } from '../../lib/figure.ts'
import { useCross, useFacets } from '../../lib/queries.ts'
import { readChoice, type StatisticsChoice, writeChoice } from '../../lib/statistics.ts'
import { CrossTable } from './CrossTable.tsx'
import { StatisticsChoices } from './StatisticsChoices.tsx'
import { useValueText, ValueChart } from './ValueChart.tsx'
import './statistics.css'

interface StatisticsProps {
  readonly asked: SearchAddress
  readonly refine: Refine
}

/** How often the values of any field occur among all matches, alone or crossed with another field. */
export function Statistics({ asked, refine }: StatisticsProps) {
  const [parameters, setParameters] = useSearchParams()
  const choice = readChoice(parameters)
  const choose = (change: Partial<StatisticsChoice>) =>
    setParameters(writeChoice(parameters, { ...choice, ...change }), { replace: true })
  return (
    <div className="statistics">
      <StatisticsChoices choice={choice} choose={choose} />
      {choice.by === '' ? (
        <Counts asked={asked} choice={choice} refine={refine} />
      ) : (
        <Crossed asked={asked} choice={choice} refine={refine} />
      )}
    </div>
  )
}

type Shown = StatisticsProps & { readonly choice: StatisticsChoice }

function Counts({ asked, choice: { field, top, form }, refine }: Shown) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const textOf = useValueText(field)
  const answer = useFacets(asked, [field], top, true)
  return (
    <div className={answer.isPlaceholderData ? 'stale' : ''}>
      <Loaded query={answer}>
        {({ total, facets }) => {
          const { values = [], distinct = 0 } = facets.find((facet) => facet.field === field) ?? {}
          const rows = values.map((value) => [
            ...[textOf(value), value.value, value.count],
            total === 0 ? 0 : Number((value.count / total).toFixed(6)),
          ])
          return (
            <>
              <p className="statistics-head">
                <span>{t('statistics.distinct', { count: distinct, distinct: number(distinct) })}</span>
                <Download name={field} rows={[['name', 'value', 'records', 'share'], ...rows]} />
              </p>
              <ValueChart field={field} form={form} values={values} total={total} refine={refine} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** A wider table helps nobody. */
const MOST_CROSSED = 50

function Crossed({ asked, choice: { field, by, top }, refine }: Shown) {
  const answer = useCross(asked, field, by, Math.min(top, MOST_CROSSED))
  return (
    <div className={answer.isPlaceholderData ? 'stale' : ''}>
      <Loaded query={answer}>
        {(cross) => {
          const head = [field, ...cross.columns.map(({ value }) => value)]
          const rows = cross.rows.map(({ value }, index) => [value, ...(cross.counts[index] ?? [])])
          return (
            <>
              <p className="statistics-head">
                <Download name={`${field}-${by}`} rows={[head, ...rows]} />
              </p>
              <CrossTable field={field} by={by} cross={cross} refine={refine} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

interface DownloadProps {
  readonly name: string
  readonly rows: readonly (readonly (string | number)[])[]
}

function Download({ name, rows }: DownloadProps) {
  const [saved, setSaved] = useState(false)
  const save = () => {
    saveFile(`periplus-${name}.csv`, 'text/csv;charset=utf-8', printCsv(rows))
    setSaved(true)
  }
  return (
    <button type="button" className="tool" onClick={save}>
      <Icon name={saved ? 'done' : 'down'} />
      CSV
    </button>
  )
}
