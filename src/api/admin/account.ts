// Accounts: list, create, show, change, key, password.
import { Type } from 'typebox'
import {
  type Account,
  DIALECTS,
  LEVELS,
  passwordPath,
  ROLES,
  showAccountFacts,
} from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { readChoice, readEnd, readInteger, readSwitch, readText } from '../param/read.ts'
import { given, type Parameter, wrong } from '../param/search.ts'
import { type AdminOperation, accountsOf, targetOf } from './operation.ts'
import { nextOf, sizeOf } from './page-of.ts'
import { AccountFacts, AccountPlace, accountValues, next, pageSize, time } from './schema.ts'

const MOST_COINS = 1_000_000_000
const key = Type.String({ description: 'The key; it is told here only, and to the owner in the profile.' })
const facts = { account: AccountFacts }

/** The operations on accounts. */
export const ACCOUNT_OPERATIONS: readonly AdminOperation[] = [
  {
    id: 'adminAccounts',
    method: 'GET',
    path: '/accounts',
    summary: 'Accounts, in the order they were made',
    parameters: {
      after: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
      size: pageSize,
    },
    answer: { accounts: Type.Array(AccountFacts), next },
    run: async (call) => {
      const limit = sizeOf(call.parameter)
      const after = readInteger(call.parameter, 'after', { min: 1, max: Number.MAX_SAFE_INTEGER }) ?? 0
      const all = await accountsOf(call).listAccounts({ after, limit })
      return { accounts: all.map(showAccountFacts), next: nextOf(all, limit) }
    },
  },
  {
    id: 'adminCreateAccount',
    method: 'POST',
    path: '/accounts',
    summary: 'Make an account',
    description: 'The owner sets a password through a link of `password_link`.',
    parameters: {
      account: Type.String({ description: 'E-mail of the new account.' }),
      ...accountValues,
      coins: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_COINS, default: 0 })),
    },
    answer: { ...facts, key },
    run: async (call) => {
      const email = readText(call.parameter, 'account', 'the e-mail of the new account').replaceAll(' ', '+')
      const coins = readInteger(call.parameter, 'coins', { min: 0, max: MOST_COINS })
      const { levelUntil, ...values } = readValues(call.parameter)
      const input = { ...values, email, coins, levelUntil: levelUntil ?? undefined }
      const made = await accountsOf(call).createAccount(call.actor, input)
      return { account: showAccountFacts(made.account), key: made.key }
    },
  },
  {
    id: 'adminAccount',
    method: 'GET',
    path: '/accounts/:account',
    summary: 'One account',
    place: AccountPlace,
    parameters: {},
    answer: facts,
    run: async (call) => shown(await accountsOf(call).showAccount(targetOf(call))),
  },
  {
    id: 'adminChangeAccount',
    method: 'POST',
    path: '/accounts/:account',
    summary: 'Change an account',
    description:
      'What is not named stays. A new level has no end unless `level_until` comes with it. `disabled=true` ends the account at once: its key, its logins and its tasks under way. One administrator who may sign in always remains.',
    place: AccountPlace,
    parameters: {
      ...accountValues,
      disabled: Type.Optional(Type.Boolean({ description: 'Whether the account is shut out.' })),
    },
    answer: facts,
    run: async (call) => {
      const patch = { ...readValues(call.parameter), disabled: readSwitch(call.parameter, 'disabled') }
      if (Object.values(patch).every((value) => value === undefined))
        throw wrong(
          'nothing to change is named; known are username, level, level_until, role, dialect, disabled',
        )
      return shown(await accountsOf(call).changeAccount(call.actor, targetOf(call), patch))
    },
  },
  {
    id: 'adminRotateKey',
    method: 'POST',
    path: '/accounts/:account/key',
    summary: 'Replace a key; the old one stops working at once',
    place: AccountPlace,
    parameters: {},
    answer: { ...facts, key },
    run: async (call) => {
      const rotated = await accountsOf(call).rotateKey(call.actor, targetOf(call))
      return { account: showAccountFacts(rotated.account), key: rotated.key }
    },
  },
  {
    id: 'adminPasswordLink',
    method: 'POST',
    path: '/accounts/:account/password_link',
    summary: 'A one-time link with which the owner sets a password',
    description: 'An older link of the account stops working.',
    place: AccountPlace,
    parameters: {},
    answer: { url: Type.String(), expires_at: time('Until when it works') },
    run: async (call) => {
      const url = call.baseUrl()
      const { token, expiresAt } = await accountsOf(call).issuePasswordLink(call.actor, targetOf(call))
      return { url: `${url}${passwordPath(token)}`, expires_at: printTime(expiresAt) }
    },
  },
]

function shown(account: Account): object {
  return { account: showAccountFacts(account) }
}

function readValues(parameter: Parameter) {
  return {
    username: given(parameter, 'username'),
    level: readChoice(parameter, 'level', LEVELS),
    levelUntil: readEnd(parameter, 'level_until'),
    role: readChoice(parameter, 'role', ROLES),
    dialect: readChoice(parameter, 'dialect', DIALECTS),
  }
}
