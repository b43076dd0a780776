// The plans of look-ups: each reads the granules that its index leaves, not the values of all records.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readQuery } from '../../../src/query/index.ts'
import { lookUpOf, sql } from '../../../src/sql/index.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'
import { newTables } from '../../../src/store/schema/index.ts'
import { ALONE } from '../../../src/store/schema/migrations.ts'

const RECORDS = 20_000
const LIMITS = { maxExecutionSeconds: 60, maxQueryMemoryBytes: 5e8, maxMemoryBytes: 1e9, sessions: 1 }

const LOOK_UPS = {
  host: 'host=="https://h77.example.com"',
  address: 'ip="198.51.0.77"',
  domain: 'domain=="h77.example.com"',
  icon_hash: 'icon_hash="77"',
  cert_sha256: 'cert.sha256="F77"',
  cert_sn: 'cert.sn="77"',
  jarm: 'jarm="A77"',
}

describe('look-ups', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-look-up-'))
  const engine = new EmbeddedEngine(join(directory, 'engine'), LIMITS)

  beforeAll(async () => {
    for (const statement of newTables(ALONE)) await engine.command(statement)
    await engine.command(
      `INSERT INTO records (reached, host, ip, domain, icon_hash, cert_sha256, cert_sn, jarm, lastupdatetime)
      SELECT concat('h', toString(number), '.example.com') AS name, concat('https://', name), concat('198.51.', toString(intDiv(number, 256)), '.', toString(number % 256)), name,
        toString(number), concat('F', toString(number)), toString(number), concat('A', toString(number)), number FROM numbers(${RECORDS})`,
    )
  })
  afterAll(async () => {
    await engine.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it.each(Object.entries(LOOK_UPS))('read what %s leaves for %s', async (index, text) => {
    const statement = lookUpOf(
      { query: readQuery(text), since: undefined, now: 0, access: 'text' as const },
      ['host'],
      10,
    )
    if (statement === undefined) throw new Error(`${text} must be a look-up`)
    const plan = await engine.query<[string]>(sql`EXPLAIN indexes = 1 ${statement}`)
    const lines = plan.map(([line]) => line.trim())
    expect(lines).toContain(`Name: look_up_${index}`)
    const granules = lines
      .filter((line) => line.startsWith('Granules: '))
      .map((line) => line.slice(10).split('/').map(Number))
    const [left = 0, all = 0] = [granules.at(-1)?.[0], granules.at(0)?.[1]]
    expect(left).toBeLessThan(all / 2)
    expect(await engine.query(statement)).toEqual([['https://h77.example.com']])
  })
})
