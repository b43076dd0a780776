import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { SecretLine } from '../../components/SecretLine.tsx'
import { type FieldValue, SmallChoice, SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { LEVELS, ROLES } from '../../lib/administration.ts'
import { call } from '../../lib/api.ts'
import type { AdminCreateAccountAnswer } from '../../lib/answer-types.ts'

/** Makes an account; its key is shown once. */
export function NewAccount() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const create = async (value: FieldValue) => {
    const { account, key } = await call<AdminCreateAccountAnswer>('POST', 'admin/accounts', {
      account: value('email'),
      username: value('username'),
      level: value('level'),
      level_until: value('until'),
      role: value('role'),
      coins: value('coins'),
    })
    void client.invalidateQueries({ queryKey: ['admin', 'accounts'] })
    return (
      <>
        <p>
          {t('admin.created', { email: visible(account.email) })}{' '}
          <Link to={`/administration/accounts/${account.id}`}>{t('admin.makeLink')}</Link>
        </p>
        <SecretLine text={key}>{t('account.key')}</SecretLine>
      </>
    )
  }
  return (
    <details className="fold">
      <summary>{t('admin.create')}</summary>
      <SmallForm label={t('admin.create')} action={t('admin.createGo')} submit={create} empties>
        <SmallField label={t('admin.email')} name="email" autoComplete="off" shape="wide" required />
        <SmallField label={t('admin.username')} name="username" autoComplete="off" />
        <SmallChoice
          label={t('admin.level')}
          name="level"
          options={LEVELS.map((level) => [level, t(`admin.levels.${level}`)])}
        />
        <SmallField label={t('admin.levelUntil')} name="until" placeholder="2027-12-31" shape="short" />
        <SmallChoice
          label={t('admin.role')}
          name="role"
          options={ROLES.map((role) => [role, t(`admin.roles.${role}`)])}
        />
        <SmallField label={t('admin.coins')} name="coins" inputMode="numeric" shape="short" />
      </SmallForm>
    </details>
  )
}
