import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { useDemonstration } from '../../lib/demonstration.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import { isUnderWay, lostLines, readNothing, recordsAddress } from '../../lib/import.ts'
import { DemonstrationRow } from './DemonstrationRow.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { ImportJob } from '../../lib/answer-types.ts'

const LOOK = { init: 'busy', running: 'busy', success: 'good', failure: 'bad' } as const

/** The state of an import; one that read nothing is not shown as good. */
export function ImportState({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation()
  if (readNothing(job)) return <span className="state bad">{t('import.states.nothing')}</span>
  return <span className={`state ${LOOK[job.state]}`}>{t(`import.states.${job.state}`)}</span>
}

/** The way to the records of an import that observed some. */
function ImportedRecords({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation()
  if (job.observations === 0) return null
  return <Link to={recordsAddress(job.import)}>{t('import.show')}</Link>
}

/** The administrator's imports, newest first; the one in progress on top with its progress. */
export function ImportList({ imports }: { readonly imports: readonly ImportJob[] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const heads = [
    'name',
    'when',
    'size',
    'formats',
    'state',
    'added',
    'replaced',
    'touched',
    'rejects',
  ] as const
  const figures: readonly string[] = ['size', 'added', 'replaced', 'touched', 'rejects']
  const running = imports.find(isUnderWay)
  const { records = 0, loading = false } = useDemonstration().data ?? {}
  const isDemonstrated = records > 0 || loading
  const isListed = imports.length > 0 || isDemonstrated
  return (
    <section className="earlier">
      <h2>{t('import.earlier')}</h2>
      {!isListed && <p className="quiet">{t('import.none')}</p>}
      {running && <ImportProgress job={running} />}
      {isListed && (
        <Table
          label={t('import.earlier')}
          heads={[
            ...heads.map((name) =>
              figures.includes(name) ? figure(t(`import.${name}`)) : t(`import.${name}`),
            ),
            t('import.found'),
            ...(isDemonstrated ? [t('import.undo')] : []),
          ]}
        >
          {imports.map((job) => (
            <tr key={job.id}>
              <td className="free">
                <Link to={`/import/${job.id}`}>{visible(job.name)}</Link>
              </td>
              <td className="day">{job.created_at.slice(0, 16)}</td>
              <td className="number">{printBytes(job.bytes)}</td>
              <td>{Object.keys(job.formats).join(', ')}</td>
              <td>
                <ImportState job={job} />
              </td>
              <td className="number">{number(job.added)}</td>
              <td className="number">{number(job.replaced)}</td>
              <td className="number">{number(job.touched)}</td>
              <td className="number">
                {job.rejects > 0 ? <Link to={`/import/${job.id}`}>{number(lostLines(job))}</Link> : '0'}
              </td>
              <td>
                <ImportedRecords job={job} />
              </td>
              {isDemonstrated && <td />}
            </tr>
          ))}
          {isDemonstrated && <DemonstrationRow columns={heads.length + 2} />}
        </Table>
      )}
    </section>
  )
}
