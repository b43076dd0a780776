import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { ImportJob } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import { isUnderWay, lostLines, readNothing, recordsAddress } from '../../lib/import.ts'
import { inLanguage } from '../../lib/language.ts'
import { useTitle } from '../../lib/title.ts'
import { ImportState } from './ImportList.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { Rejects } from './Rejects.tsx'
import './import.css'

const WATCH_MS = 1000

/** One import: its figures, its notes, and what became no record. */
export function ImportPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  useTitle(t('import.number', { id }))
  const query = useQuery({
    queryKey: ['imports', id],
    queryFn: () => call<ImportJob>('GET', `imports/${id}`),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? WATCH_MS : false),
  })
  return (
    <div className="import">
      <p className="up">
        <Link to="/import">← {t('import.title')}</Link>
      </p>
      <Loaded query={query}>{(job) => <Report job={job} />}</Loaded>
    </div>
  )
}

const COUNTS = ['inputs', 'observations', 'added', 'replaced', 'touched', 'unchanged', 'skipped'] as const

function Report({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  return (
    <>
      <header className="page-head">
        <h1>{visible(job.name)}</h1>
        <p className="number">
          {printBytes(job.bytes)} · {job.created_at.slice(0, 16)} UTC · <ImportState job={job} />
        </p>
        {job.observations > 0 && (
          <Link className="button main" to={recordsAddress(job.import)}>
            {t('import.show')}
          </Link>
        )}
      </header>
      {isUnderWay(job) && <ImportProgress job={job} />}
      {job.reason !== undefined && <Notice kind="bad">{visible(job.reason)}</Notice>}
      {readNothing(job) && <Notice kind="bad">{t('import.nothing')}</Notice>}
      <dl className="figures">
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`import.${name === 'observations' ? 'records' : name}`)}</dt>
            <dd>{number(job[name])}</dd>
            <dd className="meaning">{t(`import.meaning.${name}`)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('import.rejects')}</dt>
          <dd className={lostLines(job) > 0 ? 'wrong' : ''}>{number(lostLines(job))}</dd>
          <dd className="meaning">{t('import.meaning.rejects')}</dd>
        </div>
        {job.left_out > 0 && (
          <div>
            <dt>{t('import.leftOut')}</dt>
            <dd>{number(job.left_out)}</dd>
            <dd className="meaning">{t('import.meaning.leftOut')}</dd>
          </div>
        )}
        <div>
          <dt>{t('import.formats')}</dt>
          <dd>{Object.keys(job.formats).join(', ') || '–'}</dd>
        </div>
      </dl>
      {job.notes.length > 0 && (
        <section className="part">
          <h2>{t('import.notes')}</h2>
          <ul>
            {job.notes.map((note) => (
              <li key={note}>{visible(inLanguage(note))}</li>
            ))}
          </ul>
        </section>
      )}
      {job.rejects > 0 && job.state === 'success' && <Rejects job={job} />}
    </>
  )
}
