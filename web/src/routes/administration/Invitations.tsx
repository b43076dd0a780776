import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { SecretLine } from '../../components/SecretLine.tsx'
import { type FieldValue, SmallChoice, SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { LEVELS } from '../../lib/administration.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { AdminInvitationsAnswer, AdminInviteAnswer, Invitation } from '../../lib/answer-types.ts'

/** Invitations: created here, shown once, withdrawn while nobody has used them. */
export function Invitations() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['admin', 'invitations'],
    queryFn: async () => (await call<AdminInvitationsAnswer>('GET', 'admin/invitations')).invitations,
  })
  const again = () => client.invalidateQueries({ queryKey: ['admin', 'invitations'] })
  const invite = async (value: FieldValue) => {
    const answer = await call<AdminInviteAnswer>('POST', 'admin/invitations', {
      account: value('email'),
      level: value('level'),
      level_until: value('until'),
      coins: value('coins'),
    })
    void again()
    return (
      <>
        <p>{t('admin.invited', { time: answer.expires_at })}</p>
        <SecretLine text={answer.url} />
      </>
    )
  }
  return (
    <div className="admin">
      <AdminTabs />
      <SmallForm label={t('admin.invite')} action={t('admin.invite')} submit={invite} empties>
        <SmallField label={t('admin.inviteEmail')} name="email" autoComplete="off" shape="wide" />
        <SmallChoice
          label={t('admin.level')}
          name="level"
          options={LEVELS.map((level) => [level, t(`admin.levels.${level}`)])}
        />
        <SmallField label={t('admin.levelUntil')} name="until" placeholder="2027-12-31" shape="short" />
        <SmallField label={t('admin.coins')} name="coins" inputMode="numeric" shape="short" />
      </SmallForm>
      <Loaded query={query}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="quiet">{t('admin.invitationsNone')}</p>
          ) : (
            <InvitationTable invitations={invitations} again={again} />
          )
        }
      </Loaded>
    </div>
  )
}

interface InvitationTableProps {
  readonly invitations: readonly Invitation[]
  readonly again: () => Promise<void>
}

function InvitationTable({ invitations, again }: InvitationTableProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const withdraw = async (id: number) => {
    await call('POST', `admin/invitations/${id}/withdraw`, {})
    await again()
  }
  return (
    <Table
      label={t('admin.invitations')}
      heads={(['inviteFor', 'level', 'coins', 'madeAt', 'expires', 'state'] as const).map((name) =>
        name === 'coins' ? figure(t(`admin.${name}`)) : t(`admin.${name}`),
      )}
    >
      {invitations.map((one) => (
        <tr key={one.id}>
          <td>{one.account === null ? t('admin.anybody') : visible(one.account)}</td>
          <td>{t(`admin.levels.${one.level}`)}</td>
          <td className="number">{number(one.coins)}</td>
          <td className="day">{one.created_at.slice(0, 16)}</td>
          <td className="day">{one.expires_at.slice(0, 16)}</td>
          <td>
            {one.used ? (
              t('admin.used')
            ) : (
              <button type="button" className="plain" onClick={() => void withdraw(one.id)}>
                {t('admin.withdraw')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
