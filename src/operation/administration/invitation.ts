// Invitations to register.
import { Type } from 'typebox'
import { LEVELS, registrationPath, showInvitation } from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { accountValues, optionalEmail, startCoins, text as textParam, wrong } from '../input/index.ts'
import { operation } from '../operation.ts'
import { object, orNull, text, time } from '../../schema/index.ts'
import { common } from './common.ts'

const InvitationFacts = object(
  {
    id: Type.Integer(),
    account: orNull(Type.String(), 'The only e-mail that may use it.'),
    level: Type.Enum([...LEVELS], { description: 'What the account may use.' }),
    level_until: orNull(Type.String(), 'The last second of the level.'),
    coins: Type.Integer(),
    created_at: time('When it was created'),
    expires_at: time('Until when it works'),
    used: Type.Boolean({ description: 'Whether somebody has registered with it.' }),
  },
  { title: 'Invitation' },
)

/** The latest invitations. */
export const adminInvitations = operation({
  ...common('adminInvitations', 'GET /invitations'),
  summary: 'The latest 1000 invitations, newest first',
  input: {},
  output: { invitations: Type.Array(InvitationFacts) },
  run: async ({ services }) => ({
    invitations: (await services.accounts.listInvitations()).map(showInvitation),
  }),
})

/** A new invitation. */
export const adminInvite = operation({
  ...common('adminInvite', 'POST /invitations'),
  grants: 'credentials',
  summary: 'Invite somebody to register',
  input: {
    account: optionalEmail('The only e-mail that may use it.'),
    level: accountValues.level,
    level_until: accountValues.level_until,
    coins: startCoins(),
  },
  output: {
    url: text('The link; shown here only, and works once.'),
    expires_at: time('Until when it works'),
  },
  run: async ({ services, actor, baseUrl }, { account: email, level, level_until, coins }) => {
    const url = baseUrl()
    const wanted = { email, level, levelUntil: level_until ?? undefined, coins }
    const { token, expiresAt } = await services.accounts.invite(actor, wanted)
    return { url: `${url}${registrationPath(token)}`, expires_at: printTime(expiresAt) }
  },
})

/** Withdraws an invitation. */
export const adminWithdrawInvitation = operation({
  ...common('adminWithdrawInvitation', 'POST /invitations/:invitation/withdraw'),
  summary: 'Withdraw an invitation that nobody has used',
  input: { invitation: textParam('Number of the invitation.', 'the number of an invitation') },
  output: {},
  run: async ({ services, actor }, { invitation }) => {
    const id = /^\d{1,15}$/.test(invitation) ? Number(invitation) : 0
    if (!(await services.accounts.withdrawInvitation(actor, id)))
      throw wrong(`there is no unused invitation \`${invitation.slice(0, 64)}\``)
    return {}
  },
})
