import type { AdminNetworksAnswer, AdminUsageAnswer } from '../../lib/answer-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { UsageView } from '../../components/UsageView.tsx'
import { sumUsage, type UsageEntry, workOf } from '../../lib/administration.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'
import { figure, Table } from '../../components/Table.tsx'

interface NetworkEntry {
  readonly account: number
  readonly email: string
  readonly day: string
  readonly networks: number
}

const SPANS = [7, 30, 90] as const

/** Calls per day of everybody, who made them, and keys that are probably not their owner's alone. */
export function Usage() {
  const { t } = useTranslation()
  const [days, setDays] = useState<number>(30)
  const usage = useQuery({
    queryKey: ['admin', 'usage', days],
    queryFn: async () => (await call<AdminUsageAnswer>('GET', `admin/usage?days=${days}`)).entries,
  })
  const networks = useQuery({
    queryKey: ['admin', 'networks', days],
    queryFn: async () => (await call<AdminNetworksAnswer>('GET', `admin/networks?days=${days}`)).entries,
  })
  return (
    <div className="admin">
      <AdminTabs />
      <fieldset className="views">
        <legend className="hidden">{t('admin.span')}</legend>
        {SPANS.map((span) => (
          <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
            {t('admin.days', { count: span })}
          </button>
        ))}
      </fieldset>
      <Loaded query={usage}>
        {(entries) => (
          <>
            <UsageView entries={entries} days={days} />
            <section className="part">
              <h2>{t('admin.callers')}</h2>
              <Callers entries={entries} />
            </section>
          </>
        )}
      </Loaded>
      {/* After the usage, so that it does not move. */}
      {!usage.isPending && (
        <section className="part">
          <h2>{t('admin.networks')}</h2>
          <p className="quiet">{t('admin.networksHelp')}</p>
          <Loaded query={networks}>{(entries) => <Networks entries={entries} />}</Loaded>
        </section>
      )}
    </div>
  )
}

function Callers({ entries }: { readonly entries: readonly UsageEntry[] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const work = entries.filter(({ route }) => workOf(route) !== 'other')
  const sums = sumUsage(work, ({ account, email }) => `${account} ${email}`).slice(0, 50)
  if (sums.length === 0) return <p className="quiet">{t('admin.usageNone')}</p>
  return (
    <Table
      label={t('admin.callers')}
      look="list usage"
      heads={[
        t('admin.email'),
        ...(['calls', 'rows', 'coins'] as const).map((name) => figure(t(`admin.${name}`))),
      ]}
    >
      {sums.map(({ key, calls, rows, coins }) => {
        const [id, ...email] = key.split(' ')
        return (
          <tr key={key}>
            <td>
              <Link to={`/administration/accounts/${id}`}>{visible(email.join(' '))}</Link>
            </td>
            <td className="number">{number(calls)}</td>
            <td className="number">{number(rows)}</td>
            <td className="number">{number(coins)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function Networks({ entries }: { readonly entries: readonly NetworkEntry[] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  if (entries.length === 0) return <p>{t('admin.networksNone')}</p>
  return (
    <table className="list usage">
      <thead>
        <tr>
          <th scope="col">{t('admin.email')}</th>
          <th scope="col">{t('part.day')}</th>
          <th scope="col" className="number">
            {t('admin.networkCount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, email, day, networks }) => (
          <tr key={`${account} ${day}`}>
            <td>
              <Link to={`/administration/accounts/${account}`}>{visible(email)}</Link>
            </td>
            <td className="day">{day}</td>
            <td className="number">{number(networks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
