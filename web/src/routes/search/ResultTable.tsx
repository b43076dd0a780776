import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { HostLink } from '../../components/HostLink.tsx'
import { type Refine, Value } from '../../components/Value.tsx'
import type { Result } from '../../lib/record.ts'

interface ResultTableProps {
  readonly results: readonly Result[]
  readonly refine: Refine
}

const COLUMNS = ['host', 'ip', 'port', 'protocol', 'titleField', 'place', 'network', 'seen'] as const

/** The records of a page, one line each. */
export function ResultTable({ results, refine }: ResultTableProps) {
  const { t } = useTranslation()
  return (
    <section className="scroll" aria-label={t('search.results')}>
      <table className="results">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`record.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={`${result('host')} ${result('port')} ${result('base_protocol')}`}>
              <td>
                <HostLink result={result} />
              </td>
              <td>
                <Value field="ip" value={result('ip')} refine={refine} className="mono" />
              </td>
              <td>
                <Value field="port" value={result('port')} refine={refine} />
              </td>
              <td>
                <Value field="protocol" value={result('protocol')} refine={refine} />
              </td>
              <td className="cut">{visible(result('title'))}</td>
              <td>
                <Value
                  field="country"
                  value={result('country')}
                  shown={result('country_name')}
                  refine={refine}
                />
              </td>
              <td className="cut">
                <Value field="as_organization" value={result('as_organization')} refine={refine} />
              </td>
              <td>{result('lastupdatetime').slice(0, 10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
