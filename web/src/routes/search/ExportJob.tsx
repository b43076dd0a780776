import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import type { ExportJob as Job } from '../../lib/answer-types.ts'
import { printSize } from '../../lib/figure.ts'

const POLL_MS = 500

interface ExportJobProps {
  readonly started: Job
  /** Whether it is in a list. */
  readonly brief?: boolean
}

/** One export: how far it is, then its file. */
export function ExportJob({ started, brief = false }: ExportJobProps) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['export', started.id],
    queryFn: () => call<Job>('GET', `exports/${started.id}`),
    initialData: started,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <div className="job">
      {brief && <p className="mono job-query">{visible(data.query)}</p>}
      <FailureNotice error={error} retry={() => void refetch()} />
      {isUnderWay(data) && <Progress job={data} />}
      {data.state === 'failure' && <Notice kind="bad">{data.reason}</Notice>}
      {data.state === 'success' && (
        <p role="status">
          {t('export.done', { count: data.rows, rows: number(data.rows), size: printSize(data.bytes) })}
          {data.cost > 0 && ` · ${t('search.cost', { count: data.cost })}`}
        </p>
      )}
      {data.download_url !== undefined && (
        <a className={brief ? 'button' : 'button main'} href={data.download_url} download>
          <Icon name="down" />
          {t('export.download', { format: data.format.toUpperCase() })}
        </a>
      )}
      {data.expires_at !== undefined && !brief && (
        <p className="quiet">{t('export.until', { time: data.expires_at })}</p>
      )}
    </div>
  )
}

function Progress({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  return (
    <div className="export-progress">
      <progress max={100} value={job.progress} aria-label={t('export.progress')} />
      <p className="number">{job.progress} %</p>
      <p className="quiet">{t('export.goesOn')}</p>
    </div>
  )
}

function isUnderWay(job: Job | undefined): boolean {
  return job?.state === 'init' || job?.state === 'running'
}
