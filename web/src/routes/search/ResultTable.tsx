import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Flag } from '../../components/Flag.tsx'
import { HostLink } from '../../components/HostLink.tsx'
import { Marked } from '../../components/Marked.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import { useFieldName } from '../../lib/field-name.ts'
import type { Column } from '../../lib/columns.ts'
import type { FindMatches } from '../../lib/matches.ts'
import type { Result } from '../../lib/record.ts'
import { useCountryName } from '../../lib/country.ts'
import { AddressValue } from './ResultCard.tsx'

interface ResultTableProps {
  readonly results: readonly Result[]
  readonly columns: readonly Column[]
  readonly matches: FindMatches
  readonly refine: Refine
}

/** The records of a page, one line each, in the columns that were chosen. */
export function ResultTable({ results, columns, matches, refine }: ResultTableProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  return (
    <section className="scroll" aria-label={t('search.results')}>
      <table className="results">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={isNumber(column) ? 'number' : ''}>
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={`${result('host')} ${result('port')} ${result('base_protocol')}`}>
              {columns.map((column) => (
                <td key={column} className={isNumber(column) ? 'number' : `cut ${column}`}>
                  <Cell column={column} result={result} matches={matches} refine={refine} />
                </td>
              ))}
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
      return <HostLink host={value} ip={result('ip')} link={result('link')} />
    case 'ip':
      return <AddressValue ip={value} refine={refine} />
    case 'title':
      return (
        <span title={visible(value)}>
          <Marked text={value} spans={matches('title', value)} />
        </span>
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
      return value
        .split(',')
        .filter((name) => name !== '')
        .map((name) => <Value key={name} field="product" value={name} refine={refine} />)
    default:
      return <Value field={column} value={value} refine={refine} />
  }
}
