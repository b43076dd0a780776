// The whole state out of one database and into another, of either kind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  appendAudit,
  countCode,
  insertApiKey,
  insertExclusion,
  insertIdentity,
  insertPasskey,
  insertJob,
  KEPT_NAMES,
  type KeptRow,
  type KeptState,
  type KeptTable,
  noteKeyUses,
  openSnapshot,
  openState,
  putAuditSeal,
  putImportRun,
  putSecondFactor,
  replaceRecoveryCodes,
  restoreState,
  type StateOptions,
} from '../../../src/state/index.ts'
import { addAccount, checkLedger, describeStates, type StateBench } from '../../support/state.ts'

type Tables = Readonly<Record<KeptTable, readonly KeptRow[]>>

async function tablesOf(options: StateOptions): Promise<{ tables: Tables; kept: KeptState }> {
  const snapshot = await openSnapshot(options)
  try {
    const tables: Partial<Record<KeptTable, KeptRow[]>> = {}
    for (const name of KEPT_NAMES) {
      const rows: KeptRow[] = []
      for await (const piece of snapshot.rows(name)) rows.push(...piece.map((row) => ({ ...row })))
      tables[name] = rows
    }
    const { schemaVersion, counters } = snapshot
    return { tables: tables as Tables, kept: keptOf(tables as Tables, { schemaVersion, counters }) }
  } finally {
    await snapshot.close()
  }
}

function keptOf(tables: Tables, facts: Pick<KeptState, 'schemaVersion' | 'counters'>): KeptState {
  return {
    ...facts,
    rows: async function* (name) {
      yield tables[name as KeptTable]
    },
    kindOfJob: (kind) => kind,
  }
}

/** A database in which every table that is kept has a row. */
async function filled(place: StateOptions): Promise<void> {
  const state = await openState(place)
  const id = await addAccount(state, 70, 'ada')
  await addAccount(state, 5, 'bob')
  await state.write(async (db) => {
    await db.updateTable('account').set({ reserved: 7 }).where('id', '=', id).execute()
    const reservation = { id: 'r', account_id: id, owner: 'o', amount: 7, purpose: 'search', time: 1 }
    await db.insertInto('reservation').values(reservation).execute()
    const run = { id: 'aa', actor: 'operator', files: '[]', options: '{}', counts: null }
    await putImportRun(db, { ...run, started_at: 1, ended_at: null, taken_back_at: null })
    const token = { account_id: id, created_at: 1, expires_at: 2 }
    await db
      .insertInto('session')
      .values({ ...token, token_hash: 's', seen_at: 1, address: null })
      .execute()
    await db
      .insertInto('link')
      .values({ ...token, token_hash: 'l' })
      .execute()
    const invitation = { token_hash: 'i', email_folded: null, level: 'free' as const, level_until: null }
    const created = { coins: 0, created_by: null, created_at: 1, expires_at: 2, used_by: null }
    await db
      .insertInto('invitation')
      .values({ ...invitation, ...created })
      .execute()
    await db
      .insertInto('day_counter')
      .values({ account_id: id, day: '2026-11-20', name: 'tag', used: 3 })
      .execute()
    const usage = { account_id: id, day: '2026-11-20', route: '/x', calls: 1, rows: 2, coins: 3 }
    await db.insertInto('usage').values(usage).execute()
    await db
      .insertInto('network')
      .values({ account_id: id, day: '2026-11-20', network: '192.0.2.0/24' })
      .execute()
    await db.insertInto('meta').values({ name: 'fact', value: 'Kept ☃ "quoted" \\ \u0001' }).execute()
    const search = { account_id: id, name: 'mine', query: 'port="22"', full_time: 0, saved_at: 1 }
    await db.insertInto('saved_search').values(search).execute()
    const list = { account_id: id, name: 'office', content: '192.0.2.1\n', elements: 1, changed_at: 1 }
    await db.insertInto('stored_list').values(list).execute()
    const event = { time: 1, actor_id: id, actor: 'ada', subject_id: null, subject: '', action: 'x' }
    await appendAudit(db, { ...event, address: null, detail: '{}' })
    const key = { account_id: id, name: 'mine', key_hash: 'k', key_cipher: null, start: 'ab', rate: 0 }
    const bounds = {
      dialect: 'live' as const,
      scopes: 'search',
      networks: '',
      expires_at: null,
      created_at: 1,
    }
    const keyId = await insertApiKey(db, { ...key, ...bounds })
    await noteKeyUses(db, state.kind, [{ account_id: id, key_id: keyId, used_at: 1, address: '192.0.2.1' }])
    await putSecondFactor(db, id, 'c')
    await countCode(db, { account_id: id, browser: 'unknown', last_at: 1 }, 0)
    await replaceRecoveryCodes(db, id, ['h'])
    await putAuditSeal(db, {
      day: '2026-11-20',
      last_id: 1,
      events: 1,
      previous: '0',
      hash: 'h',
      signature: 's',
    })
    const rule = { kind: 'host', value: 'example.com', note: '', actor: 'operator', created_at: 1 }
    await insertExclusion(db, { ...rule, removed: 0, swept_at: null })
    const passkey = { name: 'phone', credential_id: 'AA', public_key: 'AA', user_handle: 'AA', counter: 3 }
    const kept = { transports: 'internal', is_synced: 0, created_at: 1, used_at: null } as const
    await insertPasskey(db, { account_id: id, ...passkey, ...kept })
    await insertIdentity(db, { issuer: 'https://id.example', subject: '1', account_id: id, created_at: 1 })
    const job = { account_id: id, kind: 'export', state: 'running' as const, progress: 5, input: '{}' }
    const rest = { result: null, reason: null, lines: 0, day: '', owner: 'o', created_at: 1, ended_at: null }
    await db
      .insertInto('job')
      .values({ ...job, ...rest })
      .execute()
  })
  await state.close()
}

/** The tables that came after the third schema. */
const LATER: ReadonlySet<string> = new Set<KeptTable>([
  ...(['job', 'stored_list', 'import_run', 'api_key', 'key_use'] as const),
  ...(['second_factor', 'recovery_code', 'wrong_code', 'audit_seal', 'exclusion'] as const),
  ...(['passkey', 'identity'] as const),
])

/** What a restored database holds: the same, without what processes held, and with nobody signed in. */
function freed({ account, job, ...tables }: Tables): Tables {
  return {
    ...tables,
    session: [],
    link: [],
    account: account.map((row) => ({ ...row, reserved: 0 })),
    job: job.map((row) => ({ ...row, owner: null })),
  }
}

const directory = mkdtempSync(join(tmpdir(), 'periplus-archive-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let files = 0
const other = (): StateOptions => ({ file: join(directory, `${++files}.sqlite`) })

describeStates('a snapshot of the state', ({ place, open }: StateBench) => {
  it('restored gives the same rows, books that balance, and ids that go on', async () => {
    const [from, to] = [await place(), await place()]
    await filled(from)
    const { tables, kept } = await tablesOf(from)
    expect(Object.entries(tables).filter(([, rows]) => rows.length === 0)).toEqual([])
    const counts = await restoreState(to, kept)
    expect(counts).toEqual(Object.fromEntries(KEPT_NAMES.map((name) => [name, tables[name].length])))
    expect((await tablesOf(to)).tables).toEqual(freed(tables))
    const state = await open(to)
    expect(await checkLedger(state)).toEqual({ balance: 75, reserved: 0 })
    expect(await addAccount(state, 0, 'new')).toBe(3)
  })

  it('gives jobs the kind they have in the new database', async () => {
    const [from, to] = [await place(), await place()]
    await filled(from)
    const { kept } = await tablesOf(from)
    await restoreState(to, { ...kept, kindOfJob: (kind, database) => `${kind} on ${database}` })
    const [job] = (await tablesOf(to)).tables.job
    expect(job?.kind).toMatch(/^export on (sqlite|postgres)$/)
  })

  it('of a schema that had tasks restores them as jobs, also into tables that are there', async () => {
    const [from, empty, opened] = [await place(), await place(), await place()]
    await filled(from)
    const { tables, kept } = await tablesOf(from)
    const { key, key_id, checkpoint, retries, retry_at, ...task } = tables.job[0] ?? {}
    expect([key, key_id, checkpoint, retries, retry_at]).toEqual([null, null, null, 0, 0])
    const old: KeptState = {
      ...kept,
      schemaVersion: 3,
      counters: { ...kept.counters, job: 0, task: 8, stored_list: 0, api_key: 0, passkey: 0, exclusion: 0 },
      rows: async function* (name) {
        if (name === 'task') yield [task]
        else if (name === 'saved_search') yield tables.saved_search.map(({ shared: _, ...search }) => search)
        else yield LATER.has(name) ? [] : tables[name as KeptTable]
      },
    }
    await (await open(opened)).close()
    for (const to of [empty, opened]) {
      expect(await restoreState(to, old)).toMatchObject({ job: 1 })
      expect((await tablesOf(to)).tables.job).toEqual([{ ...tables.job[0], owner: null }])
      const state = await open(to)
      const job = { account_id: null, kind: 'k', key: null, input: '', lines: 0, day: '', created_at: 0 }
      expect((await state.write((db) => insertJob(db, job))).id).toBe(9)
    }
  })

  it('goes into an SQLite file and back', async () => {
    const [from, there, back] = [await place(), other(), await place()]
    await filled(from)
    const { tables, kept } = await tablesOf(from)
    await restoreState(there, kept)
    await restoreState(back, (await tablesOf(there)).kept)
    expect((await tablesOf(back)).tables).toEqual(freed(tables))
  })

  it('remembers ids that were given out and are gone', async () => {
    const [from, to] = [await place(), await place()]
    await filled(from)
    const before = await open(from)
    await before.write((db) => db.deleteFrom('job').execute())
    await restoreState(to, (await tablesOf(from)).kept)
    const after = await open(to)
    const values = { account_id: 1, kind: 'k', state: 'init' as const, progress: 0, input: '{}' }
    const rest = { result: null, reason: null, lines: 0, day: '', owner: null, created_at: 1, ended_at: null }
    const added = await after.write((db) =>
      db
        .insertInto('job')
        .values({ ...values, ...rest })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(added.id).toBe(2)
  })

  it('is of one moment, and stops nobody from writing', async () => {
    const from = await place()
    await filled(from)
    const state = await open(from)
    const snapshot = await openSnapshot(from)
    const id = await addAccount(state, 9, 'later')
    expect(id).toBe(3)
    const names: unknown[] = []
    for await (const piece of snapshot.rows('account')) names.push(...piece.map(({ username }) => username))
    await snapshot.close()
    expect(names).toEqual(['ada', 'bob'])
  })

  it('is refused by a database with accounts, and changes nothing there', async () => {
    const [from, to] = [await place(), await place()]
    await filled(from)
    await filled(to)
    const before = (await tablesOf(to)).tables
    const { kept } = await tablesOf(from)
    await expect(restoreState(to, kept)).rejects.toThrow('contains accounts already')
    expect((await tablesOf(to)).tables).toEqual(before)
  })

  it('is refused when its ledger does not match, and nothing is restored', async () => {
    const [from, to] = [await place(), await place()]
    await filled(from)
    const { tables, kept } = await tablesOf(from)
    const account = tables.account.map((row) => ({ ...row, balance: 1000 }))
    await expect(restoreState(to, keptOf({ ...tables, account }, kept))).rejects.toThrow('does not match')
    expect((await tablesOf(to)).tables.account).toEqual([])
    await expect(restoreState(to, { ...kept, schemaVersion: 99 })).rejects.toThrow('schema version 99')
  })
})
