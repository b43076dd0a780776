import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { Health as HealthFacts } from '../../lib/administration.ts'
import { call } from '../../lib/api.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import type { Feed } from '../../lib/import.ts'
import { AdminTabs } from './AdminTabs.tsx'

const WATCH_MS = 5000

/** How the server is now: ready or not, records, memory, what waits, and feeds that are no longer new. */
export function Health() {
  const { t } = useTranslation()
  const health = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: () => call<HealthFacts>('GET', 'admin/health'),
    refetchInterval: WATCH_MS,
  })
  const feeds = useQuery({
    queryKey: ['feeds'],
    queryFn: async () => (await call<{ readonly feeds: readonly Feed[] }>('GET', 'admin/feeds')).feeds,
  })
  return (
    <div className="admin">
      <AdminTabs />
      <Loaded query={health}>{(facts) => <Facts facts={facts} />}</Loaded>
      <section className="part">
        <h2>{t('import.feeds')}</h2>
        <Loaded query={feeds}>{(all) => <FeedHealth feeds={all} />}</Loaded>
      </section>
    </div>
  )
}

function Facts({ facts }: { readonly facts: HealthFacts }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const ready = facts.phase === 'ready'
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['records', number(facts.records)],
    ['newest', facts.newest ?? '–'],
    ['disk', printBytes(facts.disk_bytes)],
    ['engineMemory', printBytes(facts.engine_memory_bytes)],
    ['processMemory', printBytes(facts.process_memory_bytes)],
    ['running', number(facts.searches_running)],
    ['waiting', number(facts.searches_waiting)],
    ['tasks', number(facts.tasks_waiting)],
    ['database', facts.state === 'postgres' ? 'PostgreSQL' : 'SQLite'],
    ['started', facts.started_at],
  ]
  return (
    <>
      <p className="health">
        <span className={`state ${ready ? 'good' : 'bad'}`}>
          {t(ready ? 'admin.ready' : 'admin.notReady', { phase: facts.phase })}
        </span>
      </p>
      {facts.searches_waiting > 0 && <Notice kind="plain">{t('admin.busy')}</Notice>}
      {facts.records === 0 && (
        <Notice kind="plain">
          {t('admin.noRecords')} <Link to="/import">{t('import.title')}</Link>
        </Notice>
      )}
      <dl className="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`admin.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function FeedHealth({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  const troubled = feeds.filter(({ state, failure }) => state !== 'fresh' || failure !== null)
  if (feeds.length === 0) return <p className="quiet">{t('feed.none')}</p>
  if (troubled.length === 0) return <p>{t('admin.feedsFresh', { count: feeds.length })}</p>
  return (
    <ul>
      {troubled.map(({ name, state, failure }) => (
        <li key={name}>
          <span className="state bad">
            <Link to="/import/feeds">{visible(name)}</Link>: {t(`feed.states.${state}`)}
          </span>
          {failure !== null && (
            <span className="quiet"> · {t('feed.failed', { reason: visible(failure) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
