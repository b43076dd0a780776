import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { insertAccount, isConflict, openState } from '../../../src/state/index.ts'
import { accountRow, addAccount, describeStates } from '../../support/state.ts'

describeStates('the schema', ({ open, place }) => {
  it('is created once, also when several processes open an empty database at the same moment', async () => {
    const where = await place()
    const states = await Promise.all([open(where), open(where), open(where)])
    const versions = await states[0].db
      .withTables<{ schema_version: { version: number; name: string } }>()
      .selectFrom('schema_version')
      .select(['version', 'name'])
      .execute()
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
    expect(states.map(({ schemaVersion }) => schemaVersion)).toEqual(states.map(() => versions.length))
  })

  it('refuses a database that a newer version has migrated, and says which version', async () => {
    const where = await place()
    const state = await open(where)
    await state.db
      .withTables<{ schema_version: { version: number; name: string; applied_at: number } }>()
      .insertInto('schema_version')
      .values({ version: 999, name: 'from the future', applied_at: 0 })
      .execute()
    await expect(openState(where)).rejects.toMatchObject({
      code: 'input',
      message: expect.stringMatching(
        /has schema version 999, and this Periplus knows versions up to \d+: run the newer/,
      ),
    })
  })

  it('keeps what it holds when it is opened again', async () => {
    const where = await place()
    const first = await open(where)
    const id = await addAccount(first, 7)
    const again = await open(where)
    const row = await again.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: 'a@example.com', balance: 7, reserved: 0, level_until: null })
  })

  it('never uses a number twice and takes large times', async () => {
    const state = await open()
    const first = await addAccount(state, 0, 'a')
    await state.write((db) => db.deleteFrom('account').where('id', '=', first).execute())
    const created_at = Date.UTC(9999, 0, 1)
    const second = await state.write((db) => insertAccount(db, { ...accountRow('a'), created_at }))
    expect(second).toBeGreaterThan(first)
    const row = await state.db.selectFrom('account').select('created_at').executeTakeFirstOrThrow()
    expect(row.created_at).toBe(created_at)
  })

  it('rolls the whole transaction back when its work fails', async () => {
    const state = await open()
    const failure = new Error('no')
    const work = state.write(async (db) => {
      await insertAccount(db, accountRow('a'))
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await state.db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  it('distinguishes a second account with the same e-mail or key from other failures', async () => {
    const state = await open()
    await addAccount(state, 0, 'a')
    const insert = (row: ReturnType<typeof accountRow>) => state.write((db) => insertAccount(db, row))
    const twin = await insert({ ...accountRow('b'), email_folded: 'a@example.com' }).catch((error) => error)
    const sameKey = await insert({ ...accountRow('c'), key_hash: 'hash of a' }).catch((error) => error)
    const other = await insert({ ...accountRow('d'), disabled: 7 }).catch((error) => error)
    expect([twin, sameKey, other].map(isConflict)).toEqual([true, true, false])
  })

  it.each(['ledger', 'audit'] as const)('refuses to change a row of %s', async (table) => {
    const state = await open()
    await addAccount(state, 1)
    const entry = {
      time: 1,
      actor_id: null,
      actor: 'x',
      subject_id: null,
      subject: '',
      action: 'y',
      address: null,
      detail: '{}',
    }
    await state.db.insertInto('audit').values(entry).execute()
    await expect(state.db.updateTable(table).set({ time: 5 }).execute()).rejects.toThrow(
      `${table} is append-only`,
    )
  })

  it('refuses to remove a row of the ledger', async () => {
    const state = await open()
    await addAccount(state, 1)
    await expect(state.db.deleteFrom('ledger').execute()).rejects.toThrow('ledger is append-only')
  })

  it('refuses a balance below zero and reservations beyond it, whatever the program does', async () => {
    const state = await open()
    await addAccount(state, 1)
    for (const change of [{ balance: -1 }, { reserved: 2 }, { reserved: -1 }])
      await expect(state.db.updateTable('account').set(change).execute()).rejects.toThrow(/constraint/)
  })

  it('lets two processes write at the same time without losing a write', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    await one.write((db) => db.insertInto('meta').values({ name: 'n', value: '0' }).execute())
    const increase = (state: typeof one) =>
      state.write(async (db) => {
        const query = db.selectFrom('meta').select('value').where('name', '=', 'n')
        const row = await (state.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
        await db
          .updateTable('meta')
          .set({ value: `${Number(row.value) + 1}` })
          .where('name', '=', 'n')
          .execute()
      })
    await Promise.all(Array.from({ length: 60 }, (_, index) => increase(index % 2 === 0 ? one : two)))
    const row = await two.db.selectFrom('meta').select('value').where('name', '=', 'n').executeTakeFirst()
    expect(row?.value).toBe('60')
  })
})

describe('a state database that cannot be opened', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-state-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const damaged = join(directory, 'text.db')
  writeFileSync(damaged, 'this is a text, and long enough to be taken for a database file'.repeat(20))

  it.each([
    [
      'a file that is not a database',
      { file: damaged },
      /cannot open the state database `.*text\.db`: the file is not a SQLite database/,
    ],
    [
      'a directory that does not exist',
      { file: join(directory, 'no', 'state.db') },
      /the directory does not exist or may not be written/,
    ],
    [
      'a server that does not answer',
      { url: 'postgres://me:hidden@127.0.0.1:9/none' },
      /ECONNREFUSED.*; check the address/,
    ],
    ['an address that is none', { url: 'postgres://[' }, /cannot use the state database/],
  ])('is refused with the reason: %s', async (_title, options, text) => {
    const failure = await openState(options).catch((error) => error)
    expect(failure).toMatchObject({ code: 'input', message: expect.stringMatching(text) })
    expect(failure.message).not.toContain('hidden')
  })

  it('is readable by its owner only', async () => {
    const file = join(directory, 'state.db')
    const state = await openState({ file })
    await addAccount(state, 0)
    expect([file, `${file}-wal`].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o600])
    await state.close()
  })
})
