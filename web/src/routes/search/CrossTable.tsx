import { useTranslation } from 'react-i18next'
import { Scroll } from '../../components/Table.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { CrossTableAnswer, FacetValue } from '../../lib/answer-types.ts'
import { useFieldName } from '../../lib/field-name.ts'
import { useFigures } from '../../lib/figure.ts'
import { useValueText } from './ValueChart.tsx'

interface CrossTableProps {
  readonly field: string
  readonly by: string
  readonly cross: Pick<CrossTableAnswer, 'rows' | 'columns' | 'counts'>
  readonly refine: Refine
}

/** How often the values of two fields occur together; the more, the stronger the cell. */
export function CrossTable({ field, by, cross: { rows, columns, counts }, refine }: CrossTableProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const rowText = useValueText(field)
  const columnText = useValueText(by)
  const most = Math.log1p(Math.max(1, ...counts.flat()))
  if (rows.length === 0 || columns.length === 0) return <p className="quiet">{t('search.noValue')}</p>
  const label = t('statistics.crossed', { rows: nameOf(field), columns: nameOf(by) })
  return (
    <Scroll label={label}>
      <table className="cross-table">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{nameOf(field)}</th>
            {columns.map((column) => (
              <th key={column.value} scope="col" className="number" title={columnText(column)}>
                {columnText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.value}>
              <th scope="row" title={rowText(row)}>
                {rowText(row)}
              </th>
              {columns.map((column, place) => {
                const cell = { row, column, count: counts[index]?.[place] ?? 0 }
                return <Cell key={column.value} {...cell} most={most} refine={refine} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

interface CellProps {
  readonly row: FacetValue
  readonly column: FacetValue
  readonly count: number
  /** The logarithm of the largest count. */
  readonly most: number
  readonly refine: Refine
}

function Cell({ row, column, count, most, refine }: CellProps) {
  const { number } = useFigures()
  if (count === 0) return <td className="number quiet">0</td>
  const share = Math.round((30 * Math.log1p(count)) / most)
  return (
    <td className="number" style={{ '--share': `${share}%` }}>
      <button
        type="button"
        className="plain"
        onClick={() => refine(`${row.condition} && ${column.condition}`)}
      >
        {number(count)}
      </button>
    </td>
  )
}
