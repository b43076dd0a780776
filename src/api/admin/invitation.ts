// Invitations to register.
import { Type } from 'typebox'
import { LEVELS, registrationPath, showInvitation } from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { readChoice, readEnd, readInteger, readText } from '../param/read.ts'
import { given, wrong } from '../param/search.ts'
import { type AdminOperation, accountsOf } from './operation.ts'
import { accountValues, orNull, time } from './schema.ts'

const MOST_COINS = 1_000_000_000

const InvitationFacts = Type.Object(
  {
    id: Type.Integer(),
    account: orNull(Type.String(), 'The only e-mail that may use it.'),
    level: accountValues.level,
    level_until: orNull(Type.String(), 'The last second of the level.'),
    coins: Type.Integer(),
    created_at: time('When it was made'),
    expires_at: time('Until when it works'),
    used: Type.Boolean({ description: 'Whether somebody has registered with it.' }),
  },
  { additionalProperties: false },
)

/** The operations on invitations. */
export const INVITATION_OPERATIONS: readonly AdminOperation[] = [
  {
    id: 'adminInvitations',
    method: 'GET',
    path: '/invitations',
    summary: 'The latest 1000 invitations, newest first',
    parameters: {},
    answer: { invitations: Type.Array(InvitationFacts) },
    run: async (call) => ({
      invitations: (await accountsOf(call).listInvitations()).map(showInvitation),
    }),
  },
  {
    id: 'adminInvite',
    method: 'POST',
    path: '/invitations',
    summary: 'Invite somebody to register',
    parameters: {
      account: Type.Optional(Type.String({ description: 'The only e-mail that may use it.' })),
      level: accountValues.level,
      level_until: accountValues.level_until,
      coins: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_COINS, default: 0 })),
    },
    answer: {
      url: Type.String({ description: 'The link; it is told here only and works once.' }),
      expires_at: time('Until when it works'),
    },
    run: async (call) => {
      const { parameter, actor } = call
      const url = call.baseUrl()
      const { token, expiresAt } = await accountsOf(call).invite(actor, {
        email: given(parameter, 'account')?.replaceAll(' ', '+'),
        level: readChoice(parameter, 'level', LEVELS),
        levelUntil: readEnd(parameter, 'level_until') ?? undefined,
        coins: readInteger(parameter, 'coins', { min: 0, max: MOST_COINS }),
      })
      return { url: `${url}${registrationPath(token)}`, expires_at: printTime(expiresAt) }
    },
  },
  {
    id: 'adminWithdrawInvitation',
    method: 'POST',
    path: '/invitations/:invitation/withdraw',
    summary: 'Withdraw an invitation that nobody has used',
    place: { invitation: Type.String({ description: 'Number of the invitation.' }) },
    parameters: {},
    answer: {},
    run: async (call) => {
      const text = readText(call.parameter, 'invitation', 'the number of an invitation')
      const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
      if (!(await accountsOf(call).withdrawInvitation(call.actor, id)))
        throw wrong(`there is no unused invitation \`${text.slice(0, 64)}\``)
      return {}
    },
  },
]
