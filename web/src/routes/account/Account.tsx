import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AuditTable } from '../../components/AuditTable.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { useSettled } from '../../lib/settled.ts'
import { useTitle } from '../../lib/title.ts'
import { DialectSection } from './DialectSection.tsx'
import { FactorSection } from './FactorSection.tsx'
import { KeySection } from './KeySection.tsx'
import { LedgerSection } from './LedgerSection.tsx'
import { ListSection } from './ListSection.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { SessionSection } from './SessionSection.tsx'
import { UsageSection } from './UsageSection.tsx'
import './account.css'
import type { InfoMyAnswer } from '../../lib/answer-types.ts'

/** The page about one's own account. */
export function Account() {
  const { t } = useTranslation()
  useTitle(t('account.title'))
  const account = useQuery({ queryKey: ['account'], queryFn: () => call<InfoMyAnswer>('GET', 'account') })
  if (account.error) return <FailureNotice error={account.error} retry={() => void account.refetch()} />
  if (account.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  return <Sections account={account.data} />
}

/** All parts of the page, shown together, so that none moves the others when it comes. */
function Sections({ account }: { readonly account: InfoMyAnswer }) {
  const { t } = useTranslation()
  const settled = useSettled()
  return (
    <div className={settled ? 'account own' : 'account own unsettled'}>
      <h1>{t('account.title')}</h1>
      <FactSection account={account} />
      <KeySection />
      <DialectSection dialect={account.dialect} />
      <ListSection />
      <PasswordSection email={account.email} />
      <FactorSection />
      <PasskeySection />
      <SessionSection />
      <LedgerSection />
      <UsageSection />
      <section>
        <h2>{t('admin.audit')}</h2>
        <div>
          <AuditTable path="account/audit" />
        </div>
      </section>
      <RulesSection />
    </div>
  )
}

function FactSection({ account }: { readonly account: InfoMyAnswer }) {
  const { t, i18n } = useTranslation()
  const { price, result_window } = account.search
  const number = (value: number) => value.toLocaleString(i18n.language)
  const { used_today, daily_limit } = account.tagging
  return (
    <section>
      <h2>{account.username}</h2>
      <div>
        <dl className="facts">
          <dt>{t('form.email')}</dt>
          <dd>{account.email}</dd>
          <dt>{t('account.level')}</dt>
          <dd>{t(`admin.levels.${account.level}`)}</dd>
          <dt>{t('account.coins')}</dt>
          <dd>{number(account.coins)}</dd>
          <dt>{t('account.price')}</dt>
          <dd>{price === 0 ? t('account.free') : t('search.cost', { count: price })}</dd>
          <dt>{t('account.window')}</dt>
          <dd>{t('account.windowValue', { value: number(result_window) })}</dd>
          <dt>{t('account.tagging')}</dt>
          <dd>{t('account.taggingValue', { used: number(used_today), limit: number(daily_limit) })}</dd>
          <dt>{t('account.since')}</dt>
          <dd>{account.created_at.slice(0, 10)}</dd>
        </dl>
      </div>
    </section>
  )
}
