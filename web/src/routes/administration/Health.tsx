import { inLanguage } from '../../lib/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'
import type { AdminHealthAnswer as HealthFacts } from '../../lib/answer-types.ts'
import { Scroll } from '../../components/Table.tsx'

const WATCH_MS = 5000

/** How the server is now: ready or not, records, memory, what waits, and feeds that are no longer new. */
export function Health() {
  const health = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: () => call<HealthFacts>('GET', 'admin/health'),
    refetchInterval: WATCH_MS,
  })
  return (
    <div className="admin">
      <AdminTabs />
      <Loaded query={health}>{(facts) => <Facts facts={facts} />}</Loaded>
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
      <Findings findings={facts.findings} />
    </>
  )
}

const LOOK = { ok: 'good', warning: 'busy', error: 'bad' } as const

function Findings({ findings }: Pick<HealthFacts, 'findings'>) {
  const { t } = useTranslation()
  return (
    <section className="part">
      <h2>{t('admin.findings')}</h2>
      <Scroll label={t('admin.findings')}>
        <table className="list usage">
          <tbody>
            {findings.map(({ check, level, text, remedy }) => (
              <tr key={`${check} ${text}`}>
                <th scope="row">{inLanguage(check)}</th>
                <td>
                  <span className={`state ${LOOK[level]}`}>{t(`admin.levelOf.${level}`)}</span>
                </td>
                <td className="free">
                  {visible(inLanguage(text))}
                  {remedy !== undefined && <span className="quiet"> · {visible(inLanguage(remedy))}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}
