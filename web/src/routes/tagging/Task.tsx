import type { TaggingTaskAnswer, TaggingTask } from '../../lib/answer-types.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { ProgressBar } from '../../components/ProgressBar.tsx'
import { CallError, call } from '../../lib/api.ts'
import { printMinute, useFigures } from '../../lib/figure.ts'
import { type ProgressRate, progressRateOf } from '../../lib/progress-rate.ts'
import { useTitle } from '../../lib/title.ts'
import { ChosenColumns } from './ChosenColumns.tsx'
import { Downloads } from './Downloads.tsx'
import { ResultView } from './ResultView.tsx'
import './tagging.css'

const WATCH_MS = 700

/** One task: how far it is, and then its result. */
export function Task() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  useTitle(t('tagging.number', { id: visible(id) }))
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['tagging', id],
    queryFn: async () => (await call<TaggingTaskAnswer>('GET', `tagging/${id}`)).task,
    refetchInterval: ({ state }) =>
      state.data?.state === 'success' || state.data?.state === 'failure' || isRefused(state.error)
        ? false
        : WATCH_MS,
  })
  const task = query.data
  const ended = task?.state === 'success' || task?.state === 'failure'
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['tagging'], exact: true })
  }, [ended, client])
  return (
    <div className="tagging">
      <p className="up">
        <Link to="/tagging">← {t('tagging.title')}</Link>
      </p>
      <header className="page-head">
        <h1>
          {task === undefined || task.name === ''
            ? t('tagging.number', { id: visible(id) })
            : visible(task.name)}
        </h1>
        {task && <p className="when number">{printMinute(task.created_at)} UTC</p>}
        <Downloads filename={task?.filename} />
      </header>
      <FailureNotice error={query.error} retry={() => void query.refetch()} />
      {task?.state === 'failure' && (
        <Notice kind="bad">{t('tagging.failed', { reason: visible(task.reason ?? '') })}</Notice>
      )}
      {task && !ended && <Running task={task} />}
      {task?.filename !== undefined && <ChosenColumns filename={task.filename} />}
      {task?.state === 'success' && <ResultView id={id} />}
    </div>
  )
}

/** Whether asking again cannot help; a lost connection and a server that restarts pass. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.failure === 'refused' && error.status < 500
}

function Running({ task }: { readonly task: TaggingTask }) {
  const { t } = useTranslation()
  const { number, span } = useFigures()
  const rate = useProgressRate(task.done, task.lines)
  return (
    <ProgressBar label={t('tagging.states.running')} share={task.progress / 100}>
      <span>{t('tagging.done', { done: number(task.done), lines: number(task.lines) })}</span>
      {rate && <span>{t('tagging.rate', { value: number(Math.round(rate.rate)) })}</span>}
      {rate && <span>{t('tagging.left', { span: span(Math.max(1, rate.left)) })}</span>}
    </ProgressBar>
  )
}

/** How fast it goes, from what was seen since the page was opened. */
function useProgressRate(done: number, all: number): ProgressRate | undefined {
  const first = useRef({ done, time: Date.now() })
  return progressRateOf(first.current, { done, time: Date.now() }, all)
}
