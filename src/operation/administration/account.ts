// Accounts: list, create, show, change, key, password, coins.
import { Type } from 'typebox'
import {
  type Account,
  COIN_ACTIONS,
  passwordPath,
  showAccountFacts,
  showLedgerEntry,
} from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { AccountFacts, LedgerEntry, next, nextOf, pageOf } from '../account/schema.ts'
import {
  accountValues,
  backwards,
  MOST_COINS,
  optionalEmail,
  optionalFlag,
  optionalInteger,
  optionalNumber,
  optionalText,
  optionalWord,
  pageSize,
  required,
  startCoins,
  targetAccount,
  wrong,
} from '../input/index.ts'
import { operation } from '../operation.ts'
import { time } from '../../schema/index.ts'
import { common } from './common.ts'

const key = Type.String({ description: 'The key; shown here only, and to the owner in the profile.' })
const otherKey = Type.String({ description: 'The key for programs of the other dialect.' })
const output = { account: AccountFacts }
const target = { account: targetAccount }
const shown = (account: Account) => ({ account: showAccountFacts(account) })

/** All accounts. */
export const adminAccounts = operation({
  ...common('adminAccounts', 'GET /accounts'),
  summary: 'Accounts, in the order they were created',
  input: { after: optionalNumber('The `next` of the page before.'), size: pageSize },
  output: { accounts: Type.Array(AccountFacts), next },
  run: async ({ services }, { after = 0, size }) => {
    const all = await services.accounts.listAccounts({ after, limit: size })
    return { accounts: all.map(showAccountFacts), next: nextOf(all, size) }
  },
})

/** A new account. */
export const adminCreateAccount = operation({
  ...common('adminCreateAccount', 'POST /accounts'),
  grants: 'credentials',
  summary: 'Create an account',
  description: 'The owner sets a password through a link of `password_link`.',
  input: {
    account: required(optionalEmail('E-mail of the new account.'), 'the e-mail of the new account'),
    coins: startCoins(),
    ...accountValues,
  },
  output: { ...output, key, other_key: otherKey },
  run: async ({ services, actor }, { account: email, level_until, ...values }) => {
    const wanted = { ...values, email, levelUntil: level_until ?? undefined }
    const created = await services.accounts.createAccount(actor, wanted)
    return { ...shown(created.account), key: created.key, other_key: created.other.key }
  },
})

/** One account. */
export const adminAccount = operation({
  ...common('adminAccount', 'GET /accounts/:account'),
  summary: 'One account',
  input: target,
  output,
  run: async ({ services }, { account }) => shown(await services.accounts.showAccount(account)),
})

/** Changes an account. */
export const adminChangeAccount = operation({
  ...common('adminChangeAccount', 'POST /accounts/:account'),
  grants: ['role'],
  summary: 'Change an account',
  description:
    'What is not named stays. A new level has no end unless `level_until` comes with it. `disabled=true` ends the account at once: its key, its sessions and its running tasks. One administrator who may sign in always remains.',
  input: { ...accountValues, disabled: optionalFlag('Whether the account is shut out.'), ...target },
  output,
  run: async ({ services, actor }, { account, level_until, ...values }) => {
    const patch = { ...values, levelUntil: level_until }
    if (Object.values(patch).every((value) => value === undefined))
      throw wrong(
        'nothing to change is named; known are username, level, level_until, role, dialect, disabled',
      )
    return shown(await services.accounts.changeAccount(actor, account, patch))
  },
})

/** A new key. */
export const adminRotateKey = operation({
  ...common('adminRotateKey', 'POST /accounts/:account/key'),
  grants: 'credentials',
  summary: 'Replace the first key; the old one stops working at once',
  description: 'Other keys of the account still work; `DELETE …/keys/:id` revokes them.',
  input: target,
  output: { ...output, key },
  run: async ({ services, actor }, { account }) => {
    const rotated = await services.accounts.rotateKey(actor, account)
    return { ...shown(rotated.account), key: rotated.key }
  },
})

/** A link that sets a password. */
export const adminPasswordLink = operation({
  ...common('adminPasswordLink', 'POST /accounts/:account/password_link'),
  grants: 'credentials',
  summary: 'A one-time link with which the owner sets a password',
  description: 'An older link of the account stops working.',
  input: target,
  output: { url: Type.String(), expires_at: time('Until when it works') },
  run: async ({ services, actor, baseUrl }, { account }) => {
    const url = baseUrl()
    const { token, expiresAt } = await services.accounts.issuePasswordLink(actor, account)
    return { url: `${url}${passwordPath(token)}`, expires_at: printTime(expiresAt) }
  },
})

/** Moves coins. */
export const adminMoveCoins = operation({
  ...common('adminMoveCoins', 'POST /accounts/:account/coins'),
  summary: 'Grant, take or refund coins',
  description: 'Never takes what running calls reserve, and never more than there is.',
  input: {
    action: required(
      optionalWord(COIN_ACTIONS, '`grant` gives, `take` takes back, `refund` gives back what was charged.'),
      COIN_ACTIONS.join(', '),
    ),
    amount: required(optionalInteger({ min: 1, max: MOST_COINS }, 'How many coins.'), 'a number of coins'),
    note: optionalText('The reason, up to 500 characters.'),
    ...target,
  },
  output,
  run: async ({ services, actor }, { account, action, amount, note = '' }) =>
    shown(await services.accounts.moveCoins(actor, account, action, amount, note)),
})

/** The movements of an account's coins. */
export const adminLedger = operation({
  ...common('adminLedger', 'GET /accounts/:account/ledger'),
  summary: 'Movements of coins, newest first',
  description: 'Their sum over all pages is the balance.',
  input: { ...backwards, ...target },
  output: { entries: Type.Array(LedgerEntry), next },
  run: async ({ services }, { account, ...asked }) => {
    const entries = await services.accounts.readLedger(account, pageOf(asked))
    return { entries: entries.map(showLedgerEntry), next: nextOf(entries, asked.size) }
  },
})
