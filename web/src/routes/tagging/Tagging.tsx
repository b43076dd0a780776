import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { useTitle } from '../../lib/title.ts'
import { LookUp } from './LookUp.tsx'
import { MissingSources, useSources } from './MissingSources.tsx'
import { PastTasks } from './PastTasks.tsx'
import { SubmitList } from './SubmitList.tsx'
import type { TaggingTasksAnswer } from '../../lib/answer-types.ts'
import './tagging.css'

const WATCH_MS = 2000

/** Where lists of addresses are handed in, single ones looked up, and earlier results found again. */
export function Tagging() {
  const { t } = useTranslation()
  const { number } = useFigures()
  useTitle(t('tagging.title'))
  const query = useQuery({
    queryKey: ['tagging'],
    queryFn: () => call<TaggingTasksAnswer>('GET', 'tagging'),
    refetchInterval: ({ state }) => (state.data?.tasks.some(isUnderWay) ? WATCH_MS : false),
  })
  const known = useSources()
  return (
    <div className="tagging">
      <header className="page-head">
        <h1>{t('tagging.title')}</h1>
        <p>{t('tagging.intro')}</p>
      </header>
      <Loaded query={query}>
        {({ limits, tasks, kept }) =>
          known.isAsked && (
            <>
              <p className="limits">
                {t('tagging.limitLines', { value: number(limits.lines) })} ·{' '}
                {t('tagging.limitDaily', { value: number(limits.daily) })} ·{' '}
                <strong>{t('tagging.limitUsed', { value: number(limits.used_today) })}</strong> ·{' '}
                {t('tagging.limitLeft', { value: number(Math.max(0, limits.daily - limits.used_today)) })}
              </p>
              <MissingSources sources={known.sources} feeds={known.feeds} />
              <div className="hand-in">
                <SubmitList limits={limits} running={tasks.find(isUnderWay)} />
                <LookUp />
              </div>
              <PastTasks tasks={tasks} kept={kept} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function isUnderWay({ state }: TaggingTasksAnswer['tasks'][number]): boolean {
  return state === 'init' || state === 'running'
}
