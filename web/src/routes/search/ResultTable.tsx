import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { HostLink } from '../../components/HostLink.tsx'
import { Marked } from '../../components/Marked.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import { useFieldName } from '../../lib/field-name.ts'
import type { Column } from '../../lib/columns.ts'
import type { FindMatches } from '../../lib/matches.ts'
import { listed, type Result } from '../../lib/record.ts'
import { useCountryName } from '../../lib/country.ts'
import type { OpenRecord } from '../../lib/open-record.ts'
import { inOrder, nextOrder, type Order } from '../../lib/order.ts'
import { AddressValue, recordOf, WholeButton } from './ResultCard.tsx'

interface ResultTableProps {
  readonly results: readonly Result[]
  readonly columns: readonly Column[]
  readonly matches: FindMatches
  readonly refine: Refine
  readonly openRecord: OpenRecord
}

/** The records of a page, one line each, in the columns that were chosen. */
export function ResultTable({ results, columns, matches, refine, openRecord }: ResultTableProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const [order, setOrder] = useState<Order>()
  const sorted = useMemo(() => inOrder(results, order), [results, order])
  return (
    <section className="scroll" aria-label={t('search.results')}>
      <table className="results">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={isNumber(column) ? 'number' : ''}
                aria-sort={order?.column === column ? order.direction : 'none'}
              >
                <button
                  type="button"
                  className="plain sort"
                  title={t('search.sort')}
                  onClick={() => setOrder(nextOrder(order, column))}
                >
                  {nameOf(column)}
                  {order?.column === column && (
                    <Icon name={order.direction === 'ascending' ? 'less' : 'more'} />
                  )}
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="hidden">{t('record.whole')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((result) => (
            <tr key={`${result('host')} ${result('port')} ${result('base_protocol')}`}>
              {columns.map((column) => (
                <td key={column} className={isNumber(column) ? 'number' : `cut ${column}`}>
                  <Cell column={column} result={result} matches={matches} refine={refine} />
                </td>
              ))}
              <td>
                <WholeButton name={result('host')} open={() => openRecord(recordOf(result))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function isNumber(column: Column): boolean {
  return ['port', 'status_code', 'as_number'].includes(column)
}

interface CellProps extends Pick<ResultTableProps, 'matches' | 'refine'> {
  readonly column: Column
  readonly result: Result
}

function Cell({ column, result, matches, refine }: CellProps): ReactNode {
  const value = result(column)
  const countryName = useCountryName()
  switch (column) {
    case 'host':
      return <HostLink host={value} ip={result('ip')} link={result('link')} refine={refine} />
    case 'ip':
      return <AddressValue ip={value} refine={refine} />
    case 'title':
      return (
        <Value field="title" value={value} refine={refine}>
          <Marked text={value} spans={matches('title', value)} />
        </Value>
      )
    case 'country':
      return (
        <Value field="country" value={value} refine={refine}>
          <Flag country={value} />
          {visible(countryName(value, result('country_name')))}
        </Value>
      )
    case 'firstseen':
    case 'lastupdatetime':
      return <time title={value}>{value.slice(0, 10)}</time>
    case 'product':
      return listed(value).map((name) => <Value key={name} field="product" value={name} refine={refine} />)
    default:
      return <Value field={column} value={value} refine={refine} />
  }
}
