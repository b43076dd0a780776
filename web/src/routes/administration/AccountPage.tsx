import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { AuditTable } from '../../components/AuditTable.tsx'
import { LedgerTable } from '../../components/LedgerTable.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { UsageView } from '../../components/UsageView.tsx'
import type {
  AccountFacts,
  AdminAccountAnswer,
  AdminLedgerAnswer,
  AdminUsageAnswer,
} from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { AccessForms } from './AccessForms.tsx'
import { AccountState } from './Accounts.tsx'
import { ChangeForms } from './ChangeForms.tsx'
import './administration.css'

const DAYS = 30

/** One account: what it may, what it has, what it did; and everything that can be changed about it. */
export function AccountPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['admin', 'accounts', id],
    queryFn: async () => (await call<AdminAccountAnswer>('GET', `admin/accounts/${id}`)).account,
  })
  useTitle(query.data === undefined ? t('admin.accounts') : visible(query.data.email))
  const again = async () => {
    await client.invalidateQueries({ queryKey: ['admin'] })
    await client.invalidateQueries({ queryKey: ['audit'] })
  }
  return (
    <div className="admin account">
      <p className="up">
        <Link to="/administration">← {t('admin.accounts')}</Link>
      </p>
      <Loaded query={query}>
        {(account) => (
          <>
            <h1>{visible(account.email)}</h1>
            <FactSection account={account} />
            <ChangeForms account={account} again={again} />
            <AccessForms account={account} again={again} />
            <LedgerSection id={id} />
            <UsageSection id={id} />
            <section className="wide">
              <h2>{t('admin.audit')}</h2>
              <div>
                <AuditTable path={`admin/audit?account=${id}`} />
              </div>
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}

function FactSection({ account }: { readonly account: AccountFacts }) {
  const { t } = useTranslation()
  const { rules } = account
  return (
    <section>
      <h2>{visible(account.username)}</h2>
      <div>
        <dl className="facts">
          <dt>{t('admin.state')}</dt>
          <dd>
            <AccountState account={account} />
          </dd>
          <dt>{t('admin.id')}</dt>
          <dd>{account.id}</dd>
          <dt>{t('account.dialect')}</dt>
          <dd>{t(`account.${account.dialect}`)}</dd>
          <dt>{t('admin.rules')}</dt>
          <dd>{rules === null ? t('admin.rulesNone') : t('admin.rulesAccepted', { ...rules })}</dd>
          <dt>{t('admin.since')}</dt>
          <dd>{account.created_at}</dd>
        </dl>
      </div>
    </section>
  )
}

function LedgerSection({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['admin', 'accounts', id, 'ledger'],
    queryFn: async () =>
      (await call<AdminLedgerAnswer>('GET', `admin/accounts/${id}/ledger?size=20`)).entries,
  })
  return (
    <section>
      <h2>{t('account.ledger')}</h2>
      <div>
        <Loaded query={query}>{(entries) => <LedgerTable entries={entries} />}</Loaded>
      </div>
    </section>
  )
}

function UsageSection({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['admin', 'accounts', id, 'usage'],
    queryFn: async () =>
      (await call<AdminUsageAnswer>('GET', `admin/usage?account=${id}&days=${DAYS}`)).entries,
  })
  return (
    <section>
      <h2>{t('admin.usage')}</h2>
      <div>
        <Loaded query={query}>{(entries) => <UsageView entries={entries} days={DAYS} />}</Loaded>
      </div>
    </section>
  )
}
