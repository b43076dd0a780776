import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { More } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'
import { NewAccount } from './NewAccount.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { AdminAccountsAnswer, AccountFacts } from '../../lib/answer-types.ts'

/** All accounts, and a form for another one. */
export function Accounts() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const query = useInfiniteQuery({
    queryKey: ['admin', 'accounts'],
    queryFn: ({ pageParam }) =>
      call<AdminAccountsAnswer>('GET', `admin/accounts?size=1000${pageParam ? `&after=${pageParam}` : ''}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const all = query.data?.pages.flatMap((page) => page.accounts) ?? []
  const words = text.toLowerCase().trim()
  const shown = all.filter(({ email, username, level, role }) =>
    `${email} ${username} ${level} ${role}`.toLowerCase().includes(words),
  )
  return (
    <div className="admin">
      <AdminTabs />
      <NewAccount />
      <div className="narrow-line">
        <input
          type="search"
          aria-label={t('admin.filter')}
          placeholder={t('admin.filter')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status" className="quiet">
          {t('admin.count', { count: shown.length })}
        </p>
      </div>
      <FailureNotice error={query.error} retry={() => void query.refetch()} />
      {shown.length > 0 && <AccountTable accounts={shown} />}
      <More query={query} />
    </div>
  )
}

const HEADS = ['email', 'level', 'role', 'coins', 'state', 'since'] as const

function AccountTable({ accounts }: { readonly accounts: readonly AccountFacts[] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  return (
    <Table
      label={t('admin.accounts')}
      heads={HEADS.map((name) => (name === 'coins' ? figure(t(`admin.${name}`)) : t(`admin.${name}`)))}
    >
      {accounts.map((account) => (
        <tr key={account.id}>
          <td>
            <Link to={`/administration/accounts/${account.id}`}>{visible(account.email)}</Link>{' '}
            <span className="quiet">{visible(account.username)}</span>
          </td>
          <td>
            {t(`admin.levels.${account.level}`)}
            {account.level_until !== null && (
              <span className="quiet"> {t('admin.until', { day: account.level_until.slice(0, 10) })}</span>
            )}
          </td>
          <td>{t(`admin.roles.${account.role}`)}</td>
          <td className="number">{number(account.coins)}</td>
          <td>
            <AccountState account={account} />
          </td>
          <td className="day">{account.created_at.slice(0, 10)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** Whether an account may be used, and whether its owner can sign in. */
export function AccountState({ account }: { readonly account: AccountFacts }) {
  const { t } = useTranslation()
  if (account.disabled) return <span className="state bad">{t('admin.disabled')}</span>
  if (!account.has_password) return <span className="state">{t('admin.noPassword')}</span>
  return <span className="state good">{t('admin.active')}</span>
}
