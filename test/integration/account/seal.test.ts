import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { OPERATOR, openAccounts } from '../../../src/service/account/index.ts'
import { type AccountBench, describeAccounts, SECRET } from '../../support/accounts.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** Three days of events, sealed. */
async function threeDays({ accounts, clock }: AccountBench): Promise<void> {
  for (let day = 0; day < 3; day++) {
    for (let count = 0; count < 3; count++)
      await accounts.recordAuditEvent(OPERATOR, { action: 'export', detail: { day, count } })
    clock.now += DAY
    await accounts.purge()
  }
}

const verdicts = async ({ accounts }: AccountBench) =>
  (await accounts.verifyAudit()).days.map(({ verdict }) => verdict)

/** Changes the trail behind the program's back, as whoever can write to the database may. */
async function tamper({ state }: AccountBench, statement: string): Promise<void> {
  await state.write(async (db) => {
    const guard =
      state.kind === 'sqlite'
        ? 'drop trigger if exists audit_no_update'
        : 'drop trigger if exists audit_append_only on audit'
    await sql.raw(guard).execute(db)
    await sql.raw(statement).execute(db)
  })
}

describeAccounts('the chain of the audit trail', (open) => {
  it('is extended by what came since, and leaves the last minute open', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    await threeDays(bench)
    await accounts.recordAuditEvent(OPERATOR, { action: 'export' })
    await accounts.purge()
    expect(await accounts.verifyAudit()).toMatchObject({ unsealed: 1 })
    clock.now += 2 * MINUTE
    await accounts.purge()
    await accounts.recordAuditEvent(OPERATOR, { action: 'export' })
    clock.now += 2 * MINUTE
    await accounts.purge()
    const checked = await accounts.verifyAudit()
    expect(checked.unsealed).toBe(0)
    expect(checked.days.map(({ events, verdict }) => [events, verdict])).toEqual([
      ...Array.from({ length: 3 }, () => [3, 'intact']),
      [2, 'intact'],
    ])
  })

  it.each([
    ['a changed event', "update audit set actor = 'somebody' where id = 5", 1],
    ['a removed event', 'delete from audit where id = 5', 1],
    ['a removed day', 'delete from audit where id between 4 and 6', 1],
    ['a changed seal', 'update audit_seal set events = 2 where last_id = 6', 1],
    ['a removed seal', 'delete from audit_seal where last_id = 6', 1],
  ])('shows %s', async (_, statement, index) => {
    const bench = await open()
    await threeDays(bench)
    expect(await verdicts(bench)).toEqual(['intact', 'intact', 'intact'])
    const recent = (await bench.accounts.verifyAudit(2)).days
    expect(recent.map(({ verdict }) => verdict)).toEqual(['intact', 'intact'])
    await tamper(bench, statement)
    expect((await verdicts(bench))[index]).toBe('altered')
    expect((await verdicts(bench))[0]).toBe('intact')
  })

  it('outlives the events that the retention removes, whole days at a time', async () => {
    const bench = await open({ auditDays: 10 })
    await threeDays(bench)
    bench.clock.now += 9 * DAY
    await bench.accounts.purge()
    expect(await verdicts(bench)).toEqual(['forgotten', 'forgotten', 'intact'])
    expect(await bench.accounts.readTrail('operator')).toHaveLength(3)
    await tamper(bench, 'delete from audit_seal where last_id = 3')
    expect((await verdicts(bench))[0]).toBe('altered')
  })

  it.each([
    ['all seals', 'delete from audit_seal'],
    ['the newest seal', 'delete from audit_seal where last_id > 6'],
  ])('is not sealed anew after %s and events were changed', async (_, statement) => {
    const bench = await open()
    await threeDays(bench)
    expect(await bench.accounts.verifyAudit()).toMatchObject({ head: 'agrees' })
    await tamper(bench, "update audit set actor = 'somebody' where id > 6")
    await tamper(bench, statement)
    expect(await bench.accounts.verifyAudit()).toMatchObject({ head: 'cut' })
    const before = await bench.state.db.selectFrom('audit_seal').selectAll().execute()
    bench.clock.now += DAY
    expect(await bench.accounts.sealAudit()).toBe(false)
    await bench.accounts.purge()
    expect(await bench.state.db.selectFrom('audit_seal').selectAll().execute()).toEqual(before)
    expect(await bench.accounts.verifyAudit()).toMatchObject({ head: 'cut' })
  })

  it('misses removed seals by the file where the row was removed too, and opens untouched', async () => {
    const bench = await open()
    const directory = await mkdtemp(join(tmpdir(), 'periplus-head-'))
    const auditHead = join(directory, 'audit-head')
    const { state, clock } = bench
    await threeDays(bench)
    const options = { state, secret: SECRET, auditHead, now: () => clock.now }
    await (await openAccounts(options)).close()
    expect(await readFile(auditHead, 'utf8')).toContain('"lastId":9')
    await tamper(bench, 'delete from audit_seal')
    await tamper(bench, "delete from meta where name = 'audit_head'")
    const accounts = await openAccounts({ ...options, untouched: true })
    expect(await accounts.verifyAudit()).toMatchObject({ head: 'cut', days: [] })
    await accounts.purge()
    expect(await accounts.verifyAudit()).toMatchObject({ head: 'cut', days: [], unsealed: 9 })
    await accounts.close()
    await rm(directory, { recursive: true })
  })

  it('is exported with a signature that a change breaks', async () => {
    const bench = await open()
    await threeDays(bench)
    const lines: string[] = []
    for await (const line of bench.accounts.exportAudit()) lines.push(line)
    const text = lines.join('')
    expect(lines).toHaveLength(13)
    expect(bench.accounts.isAuditExportIntact(text)).toBe(true)
    expect(bench.accounts.isAuditExportIntact(text.replace('export', 'import'))).toBe(false)
    expect(bench.accounts.isAuditExportIntact(lines.slice(1).join(''))).toBe(false)
    expect(bench.accounts.isAuditExportIntact('')).toBe(false)
  })
})
