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
import { addAccount, checkBooks, describeStates, type StateBench } from '../../support/state.ts'

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
