import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import type { Refine } from '../../components/Value.tsx'
import type { FacetValue } from '../../lib/answer-types.ts'
import { useCountryName } from '../../lib/country.ts'
import { useFigures } from '../../lib/figure.ts'
import { useSearchWays } from '../../lib/search-ways.ts'
import type { Form } from '../../lib/statistics.ts'
import { tilesOf } from '../../lib/treemap.ts'
import '../../components/parts.css'

interface ValueChartProps {
  readonly field: string
  readonly form: Form
  readonly values: readonly FacetValue[]
  readonly total: number
  readonly refine: Refine
}

/** How the values of a field are written in the language of the page. */
export function useValueText(field: string): (value: Pick<FacetValue, 'value' | 'label'>) => string {
  const countryName = useCountryName()
  return useCallback(
    ({ value, label }) => visible(field === 'country' ? countryName(value, label) : (label ?? value)),
    [field, countryName],
  )
}

/** The counts of values as a drawing, and as a table with shares, whose bars are the drawing of the form `bars`. */
export function ValueChart(props: ValueChartProps) {
  const { t } = useTranslation()
  const { form, values } = props
  if (values.length === 0) return <p className="quiet">{t('search.noValue')}</p>
  return (
    <>
      {form === 'treemap' && <Treemap {...props} />}
      {form === 'line' && <Line values={values} />}
      <ValueTable {...props} />
    </>
  )
}

function ValueTable({ field, values, total, refine }: ValueChartProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const most = Math.max(1, ...values.map(({ count }) => count))
  return (
    <table className="bars value-table">
      <thead>
        <tr>
          <th scope="col">{t('statistics.value')}</th>
          <th scope="col" className="number">
            {t('search.records')}
          </th>
          <th scope="col" className="number">
            {t('statistics.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value.value}>
            <th scope="row">
              <BarLink field={field} value={value} share={value.count / most} refine={refine} />
            </th>
            <td>{number(value.count)}</td>
            <td>{percent(value.count, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BarLinkProps extends Pick<ValueChartProps, 'field' | 'refine'> {
  readonly value: FacetValue
  readonly share: number
}

function BarLink({ field, value, share, refine }: BarLinkProps) {
  const { addressWith } = useSearchWays()
  const text = useValueText(field)(value)
  return (
    <a
      className="bar"
      href={addressWith(value.condition)}
      style={{ '--share': `${100 * share}%` }}
      title={text}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        refine(value.condition)
      }}
    >
      {text}
    </a>
  )
}

/** A share in percent, never nothing for something. */
function percent(count: number, total: number): string {
  const share = total === 0 ? 0 : (100 * count) / total
  return share > 0 && share < 0.1 ? '< 0.1%' : `${share.toFixed(1)}%`
}

// The table beneath says the same.
function Treemap({ field, values, refine }: ValueChartProps) {
  const { number } = useFigures()
  const textOf = useValueText(field)
  const tiles = tilesOf(values.map(({ count }) => count))
  return (
    <div className="treemap" aria-hidden="true">
      {values.map((value, index) => {
        const { x = 0, y = 0, width = 0, height = 0 } = tiles[index] ?? {}
        return (
          <button
            key={value.value}
            type="button"
            className="tile"
            tabIndex={-1}
            style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
            title={`${textOf(value)}: ${number(value.count)}`}
            onClick={() => refine(value.condition)}
          >
            <span className="tile-name">{textOf(value)}</span>
            <span className="tile-count">{number(value.count)}</span>
          </button>
        )
      })}
    </div>
  )
}

const WIDTH = 800
const HEIGHT = 200

function Line({ values }: Pick<ValueChartProps, 'values'>) {
  const { number } = useFigures()
  const ordered = [...values].sort((a, b) => COLLATOR.compare(a.value, b.value))
  const most = Math.max(1, ...values.map(({ count }) => count))
  const points = ordered.map(({ value, count }, index) => ({
    ...{ value, count },
    x: ordered.length === 1 ? WIDTH / 2 : (index * WIDTH) / (ordered.length - 1),
    y: HEIGHT - (HEIGHT * count) / most,
  }))
  return (
    <figure className="line-chart">
      <svg viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`} aria-hidden="true">
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ value, count, x, y }) => (
          <circle key={value} cx={x} cy={y} r="4">
            <title>{`${visible(value)}: ${number(count)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span>{visible(ordered[0]?.value ?? '')}</span>
        <span>{visible(ordered.at(-1)?.value ?? '')}</span>
      </figcaption>
    </figure>
  )
}

const COLLATOR = new Intl.Collator('en', { numeric: true })
