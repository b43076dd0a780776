// One body of tests, run on both state databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import {
  type Db,
  insertAccount,
  type NewAccount,
  openState,
  type State,
  type StateOptions,
} from '../../src/state/index.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from './postgres.ts'

/** What the tests of one database are given. */
export interface StateBench {
  /** Where a fresh database is or will be; open it as often as a test needs processes. */
  readonly place: () => Promise<StateOptions>
  /** Opens a state that is closed after the test. */
  readonly open: (place?: StateOptions) => Promise<State>
}

/** Runs `body` on SQLite and, where a server is installed, on PostgreSQL. */
export function describeStates(title: string, body: (bench: StateBench) => void): void {
  describe(`${title} on SQLite`, () => {
    const directory = mkdtempSync(join(tmpdir(), 'periplus-state-'))
    let count = 0
    afterAll(() => rmSync(directory, { recursive: true, force: true }))
    body(bench(async () => ({ file: join(directory, `state${++count}.db`) })))
  })
  const reason = NO_POSTGRES === undefined ? '' : ` (skipped: ${NO_POSTGRES})`
  describe.skipIf(NO_POSTGRES !== undefined)(`${title} on PostgreSQL${reason}`, () => {
    let server: PostgresServer | undefined
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server?.stop())
    body(
      bench(async () => {
        if (server === undefined) throw new Error('the server is not started')
        return { url: await server.create() }
      }),
    )
  })
}

function bench(place: StateBench['place']): StateBench {
  const opened: State[] = []
  afterEach(async () => {
    for (const state of opened.splice(0)) await state.close()
  })
  const open = async (where?: StateOptions) => {
    const state = await openState(where ?? (await place()))
    opened.push(state)
    return state
  }
  return { place, open }
}

/** Adds an account with coins straight to the tables, and its ledger row. */
export async function addAccount(state: State, coins: number, name = 'a'): Promise<number> {
  return state.write(async (db) => {
    const id = await insertAccount(db, accountRow(name))
    if (coins > 0) {
      await db.updateTable('account').set({ balance: coins }).where('id', '=', id).execute()
      const row = {
        account_id: id,
        amount: coins,
        kind: 'grant' as const,
        reference: null,
        note: '',
        actor_id: null,
        time: 0,
      }
      await db.insertInto('ledger').values(row).execute()
    }
    return id
  })
}

/** A row of an account called `name`. */
export function accountRow(name: string): NewAccount {
  return {
    email: `${name}@example.com`,
    email_folded: `${name}@example.com`,
    username: name,
    key_hash: `hash of ${name}`,
    key_cipher: 'sealed',
    password_hash: null,
    level: 'free',
    level_until: null,
    role: 'user',
    dialect: 'documented',
    disabled: 0,
    rules_version: null,
    rules_time: null,
    created_at: 0,
  }
}

/** The balance and its reserved part; undefined for an unknown account. */
export async function readBalance(
  db: Db,
  accountId: number,
): Promise<{ balance: number; reserved: number } | undefined> {
  return db
    .selectFrom('account')
    .select(['balance', 'reserved'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

/** The sums over all accounts at one moment. Fails when a balance is not its ledger's sum or `reserved` not what is held. */
export async function checkLedger(state: State): Promise<{ balance: number; reserved: number }> {
  const read = async (db: Db) => {
    const accounts = await db.selectFrom('account').selectAll().execute()
    const ledger = await sumsOf(db, 'ledger')
    const held = await sumsOf(db, 'reservation')
    for (const { id, balance, reserved } of accounts) {
      const expected = { balance: ledger.get(id) ?? 0, reserved: held.get(id) ?? 0 }
      expect({ id, balance, reserved }).toEqual({ id, ...expected })
      expect(reserved).toBeLessThanOrEqual(balance)
    }
    const total = (name: 'balance' | 'reserved') => accounts.reduce((sum, row) => sum + row[name], 0)
    return { balance: total('balance'), reserved: total('reserved') }
  }
  // One snapshot for all the queries: any transaction of SQLite has it, PostgreSQL is asked for it.
  return state.kind === 'sqlite'
    ? state.write(read)
    : state.db.transaction().setIsolationLevel('repeatable read').execute(read)
}

async function sumsOf(db: Db, table: 'ledger' | 'reservation'): Promise<Map<number, number>> {
  const rows = await db.selectFrom(table).select(['account_id', 'amount']).execute()
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(row.account_id, (sums.get(row.account_id) ?? 0) + row.amount)
  return sums
}
