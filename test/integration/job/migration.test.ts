// Tasks of the schema before jobs are the same work afterwards.
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { findJob, insertAccount, insertJob } from '../../../src/state/index.ts'
import { migrate } from '../../../src/state/migrate.ts'
import { MIGRATIONS } from '../../../src/state/migration/index.ts'
import { postgresDialect } from '../../../src/state/postgres.ts'
import type { Schema } from '../../../src/state/schema.ts'
import { sqliteDialect } from '../../../src/state/sqlite.ts'
import { accountRow, describeStates } from '../../support/state.ts'

describeStates('tasks of an older schema', ({ place, open }) => {
  it('keep their ids, input and results, and ids are not used again', async () => {
    const where = await place()
    const kind = 'file' in where ? 'sqlite' : 'postgres'
    const dialect = 'file' in where ? sqliteDialect(where.file) : postgresDialect(where.url)
    const old = new Kysely<Schema>({ dialect })
    const account = await old.transaction().execute(async (db) => {
      await migrate(db, kind, 'old', 0, MIGRATIONS.slice(0, 3))
      return insertAccount(db, accountRow('ada'))
    })
    const add = (state: string, progress: number, result: string | null) =>
      sql`insert into task (account_id, kind, state, progress, input, result, lines, day, owner, attempt, crashes, created_at)
        values (${account}, 'export', ${state}, ${progress}, '{"a":1}', ${result}, 3, '2026-01-15', 'gone', 2, 1, 9)`.execute(
        old,
      )
    await add('success', 100, '{"rows":1}')
    await add('running', 40, null)
    await sql`delete from task where state = 'nothing'`.execute(old)
    await add('failure', 1, null)
    await sql`delete from task where id = 3`.execute(old)
    await old.destroy()
    const state = await open(where)
    expect(await findJob(state.db, 'export', 1)).toMatchObject({ state: 'success', result: '{"rows":1}' })
    expect(await findJob(state.db, 'export', 2)).toMatchObject({
      ...{ account_id: account, state: 'running', progress: 40, input: '{"a":1}', key: null },
      ...{ lines: 3, attempt: 2, crashes: 1, retries: 0, retry_at: 0, created_at: 9 },
    })
    const next = await state.write((db) => {
      const job = {
        account_id: null,
        kind: 'other',
        key: null,
        input: '{}',
        lines: 0,
        day: '',
        created_at: 0,
      }
      return insertJob(db, job)
    })
    expect(next.id).toBe(4)
  })
})
