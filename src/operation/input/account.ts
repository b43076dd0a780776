// Parameters about accounts and their entries.
import { Type } from 'typebox'
import { DIALECTS, LEVELS, ROLES, type Target } from '../../service/account/index.ts'
import { integer, optionalEnd, optionalInteger, optionalNumber, optionalText, optionalWord } from './basic.ts'
import { optional, type Param, required } from './param.ts'

/** A number, or an e-mail, of an account. A plus sign that was not escaped arrives as a blank, and no e-mail holds one. */
function toTarget(text: string): Target {
  return /^\d{1,15}$/.test(text) ? Number(text) : text.replaceAll(' ', '+')
}

/** A filter by account. */
export const accountFilter: Param<Target | undefined> = optional<Target>(
  Type.String({ description: 'Only this account: its number or e-mail.' }),
  toTarget,
)

/** The account that is meant. */
export const targetAccount: Param<Target> = required(
  { ...accountFilter, schema: Type.String({ description: 'Number or e-mail of the account.' }) },
  'the number or the e-mail of an account',
)

/** An e-mail that may be left out. */
export const optionalEmail = (description: string): Param<string | undefined> =>
  optional(Type.String({ description }), (text) => text.replaceAll(' ', '+'))

/** What may be set of an account. */
export const accountValues = {
  username: optionalText('Name shown to its owner.'),
  level: optionalWord(LEVELS, 'What the account may use.'),
  level_until: optionalEnd(
    'Last day or second of the level, such as `2027-12-31`; afterwards it is free. `none` takes an end away.',
  ),
  role: optionalWord(ROLES, 'Who may administer.'),
  dialect: optionalWord(DIALECTS, 'The spelling of the API its programs were written against.'),
}

/** An amount of coins at most. */
export const MOST_COINS = 1_000_000_000

/** Coins to start with. */
export const startCoins = (): Param<number | undefined> =>
  optionalInteger({ min: 0, max: MOST_COINS, standard: 0 }, 'Coins to start with.')

/** The size of a page of entries. */
export const pageSize = integer({ min: 1, max: 1000, standard: 100 }, 'Entries of a page.')

/** Pages that go back in time. */
export const backwards = { before: optionalNumber('The `next` of the page before.'), size: pageSize }

/** A number of days. */
export const days = integer({ min: 1, max: 3660, standard: 30 }, 'How many UTC days, today included.')
