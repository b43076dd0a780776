// Coins: movements and the ledger.
import { Type } from 'typebox'
import { showAccountFacts, showLedgerEntry } from '../../service/account/index.ts'
import { readChoice, readInteger } from '../param/read.ts'
import { given, wrong } from '../param/search.ts'
import { type AdminOperation, accountsOf, targetOf } from './operation.ts'
import { backwardsOf, nextOf } from './page-of.ts'
import { AccountFacts, AccountPlace, backwards, next, orNull, time } from './schema.ts'

const ACTIONS = ['grant', 'take', 'refund'] as const
const MOVES = { grant: 'grantCoins', take: 'takeCoins', refund: 'refundCoins' } as const
const MOST_COINS = 1_000_000_000

/** One movement of coins. */
export const LedgerEntry = Type.Object(
  {
    id: Type.Integer(),
    time: time('When'),
    amount: Type.Integer({ description: 'Coins given, negative where they were taken.' }),
    kind: Type.Union(['grant', 'charge', 'refund', 'correction'].map((kind) => Type.Literal(kind))),
    reference: orNull(Type.String(), 'What a charge was for.'),
    note: Type.String(),
    by: orNull(Type.String(), 'E-mail of the administrator; null for charges and commands.'),
  },
  { additionalProperties: false },
)

/** The operations on coins. */
export const COIN_OPERATIONS: readonly AdminOperation[] = [
  {
    id: 'adminMoveCoins',
    method: 'POST',
    path: '/accounts/:account/coins',
    summary: 'Give, take or refund coins',
    description: 'Never takes what running calls hold, and never more than there is.',
    place: AccountPlace,
    parameters: {
      action: Type.Union(
        ACTIONS.map((action) => Type.Literal(action)),
        { description: '`grant` gives, `take` takes back, `refund` gives back what was charged.' },
      ),
      amount: Type.Integer({ minimum: 1, maximum: MOST_COINS, description: 'How many coins.' }),
      note: Type.Optional(Type.String({ description: 'The reason, up to 500 characters.' })),
    },
    answer: { account: AccountFacts },
    run: async (call) => {
      const { parameter, actor } = call
      const action = readChoice(parameter, 'action', ACTIONS)
      if (action === undefined) throw wrong(`action is missing; it takes ${ACTIONS.join(', ')}`)
      const amount = readInteger(parameter, 'amount', { min: 1, max: MOST_COINS })
      if (amount === undefined) throw wrong('amount is missing; it takes a number of coins')
      const note = given(parameter, 'note') ?? ''
      const account = await accountsOf(call)[MOVES[action]](actor, targetOf(call), amount, note)
      return { account: showAccountFacts(account) }
    },
  },
  {
    id: 'adminLedger',
    method: 'GET',
    path: '/accounts/:account/ledger',
    summary: 'Movements of coins, newest first',
    description: 'Their sum over all pages is the balance.',
    place: AccountPlace,
    parameters: backwards,
    answer: { entries: Type.Array(LedgerEntry), next },
    run: async (call) => {
      const page = backwardsOf(call.parameter)
      const entries = await accountsOf(call).readLedger(targetOf(call), page)
      return { entries: entries.map(showLedgerEntry), next: nextOf(entries, page.limit) }
    },
  },
]
