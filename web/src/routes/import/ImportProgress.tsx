import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { AskButton } from '../../components/AskButton.tsx'
import { ProgressBar } from '../../components/ProgressBar.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { lostLines } from '../../lib/import.ts'
import { progressRateOf } from '../../lib/progress-rate.ts'
import type { ImportJob } from '../../lib/answer-types.ts'

/** An import in progress: how far, how fast, how long still, and the way to end it. */
export function ImportProgress({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation()
  const { number, span } = useFigures()
  const client = useQueryClient()
  const first = useRef({ id: job.id, done: job.observations, share: job.progress, time: Date.now() })
  if (first.current.id !== job.id)
    first.current = { id: job.id, done: job.observations, share: job.progress, time: Date.now() }
  const now = Date.now()
  const rate = progressRateOf(first.current, { done: job.observations, time: now }, job.observations)
  const way = progressRateOf(
    { done: first.current.share, time: first.current.time },
    { done: job.progress, time: now },
    100,
  )
  const cancel = async () => {
    await call('POST', `imports/${job.id}/cancel`, {})
    await client.invalidateQueries({ queryKey: ['imports'] })
  }
  return (
    <div className="running">
      <ProgressBar label={visible(job.name)} share={job.progress / 100}>
        <strong>{visible(job.name)}</strong>
        <span>{job.progress} %</span>
        <span>{t('import.progress', { value: number(job.observations) })}</span>
        {rate && <span>{t('import.rate', { value: number(Math.round(rate.rate)) })}</span>}
        <span>{t('import.rejected', { value: number(lostLines(job)) })}</span>
        {way && <span>{t('import.left', { span: span(Math.max(1, way.left)) })}</span>}
      </ProgressBar>
      <AskButton
        text={t('import.cancel')}
        warning={t('import.cancelAsk')}
        go={t('import.cancelGo')}
        act={cancel}
      />
    </div>
  )
}
