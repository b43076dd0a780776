import type { AdminMoveCoinsAnswer, AccountFacts } from '../../lib/answer-types.ts'
import { useTranslation } from 'react-i18next'
import { type FieldValue, SmallChoice, SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { LEVELS, ROLES } from '../../lib/administration.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'

/** An account, and what is asked for anew after a change of it. */
export interface OfAccount {
  readonly account: AccountFacts
  readonly again: () => Promise<void>
}

const MOVES = ['grant', 'take', 'refund'] as const

/** Level, role and coins of an account. */
export function ChangeForms(props: OfAccount) {
  return (
    <>
      <LevelForms {...props} />
      <CoinForm {...props} />
    </>
  )
}

function LevelForms({ account, again }: OfAccount) {
  const { t } = useTranslation()
  const change = async (patch: Readonly<Record<string, unknown>>) => {
    await call('POST', `admin/accounts/${account.id}`, patch)
    await again()
    return t('admin.changed')
  }
  const changeLevel = (value: FieldValue) => {
    const level = value('level')
    const until = value('until')
    return change({ level, ...(until !== '' && { level_until: until }) })
  }
  return (
    <section>
      <h2>{t('admin.level')}</h2>
      <div>
        <SmallForm label={t('admin.level')} action={t('admin.save')} submit={changeLevel}>
          <SmallChoice
            key={account.level}
            label={t('admin.level')}
            name="level"
            initial={account.level}
            options={LEVELS.map((level) => [level, t(`admin.levels.${level}`)])}
          />
          <SmallField
            key={account.level_until ?? ''}
            label={t('admin.levelUntil')}
            name="until"
            placeholder="2027-12-31"
            defaultValue={account.level_until?.slice(0, 10)}
          />
        </SmallForm>
        <SmallForm
          label={t('admin.role')}
          action={t('admin.save')}
          submit={(value) => change({ role: value('role') })}
        >
          <SmallChoice
            key={account.role}
            label={t('admin.role')}
            name="role"
            initial={account.role}
            options={ROLES.map((role) => [role, t(`admin.roles.${role}`)])}
          />
        </SmallForm>
      </div>
    </section>
  )
}

function CoinForm({ account, again }: OfAccount) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const move = async (value: FieldValue) => {
    const [action, amount, note] = [value('action'), value('amount'), value('note')]
    const answer = await call<AdminMoveCoinsAnswer>('POST', `admin/accounts/${account.id}/coins`, {
      action,
      amount,
      note,
    })
    void again()
    return t('admin.balance', { value: number(answer.account.coins) })
  }
  return (
    <section>
      <h2>{t('admin.coins')}</h2>
      <div>
        <p>{t('admin.balance', { value: number(account.coins) })}</p>
        <SmallForm label={t('admin.coins')} action={t('admin.move')} submit={move} empties>
          <SmallChoice
            label={t('admin.action')}
            name="action"
            options={MOVES.map((name) => [name, t(`admin.moves.${name}`)])}
          />
          <SmallField label={t('admin.amount')} name="amount" inputMode="numeric" shape="short" required />
          <SmallField label={t('admin.note')} name="note" />
        </SmallForm>
      </div>
    </section>
  )
}
