// The plans of look-ups: each reads the granules that its index leaves, not the values of all records.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { lookUpOf, sharingOf, sql } from '../../../src/sql/index.ts'
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
  icon_md5: 'icon_md5="M77"',
  cert_sha256: 'cert.sha256="F77"',
  cert_sn: 'cert.sn="77"',
  jarm: 'jarm="A77"',
}

/** Fields whose rare values are counted, with a record's value of each and the index that answers. */
const SHARED: readonly (readonly [name: string, value: (of: number) => string, index: string])[] = [
  ['icon_hash', String, 'look_up_icon_hash'],
  ['icon_md5', (of) => `M${of}`, 'look_up_icon_md5'],
  ['cert.sha256', (of) => `F${of}`, 'look_up_cert_sha256'],
  ['cert.sn', String, 'look_up_cert_sn'],
  ['jarm', (of) => `A${of}`, 'look_up_jarm'],
  ['title', (of) => `Page ${of} of "Ähren"`, 'value_title'],
  ['body_hash', (of) => `B${of}`, 'value_body_hash'],
  ['js_md5', (of) => `J${of}`, 'value_js_md5'],
  ['ssh.fingerprint', (of) => `S${of}`, 'value_ssh_fingerprint'],
]

/** Different texts that are easily taken for each other: by case, by width, composed or not, with or without marks. */
const ALIKE = [
  ...[
    'İstanbul',
    'istanbul',
    'i\u0307stanbul',
    'ISTANBUL',
    'ıstanbul',
    'Straße',
    'STRASSE',
    'STRAẞE',
    'strasse',
  ],
  ...[
    'ＦＵＬＬ',
    'ｆｕｌｌ',
    'full',
    'caf\u00e9',
    'cafe\u0301',
    'CAFÉ',
    '273 \u212a',
    '273 K',
    '273 k',
    'ΣΑΣ',
    'σας',
    'σασ',
  ],
  ...['宝塔', '*', '  ', ' full', "it's \\ 'x'"],
]

describe('look-ups', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-look-up-'))
  const engine = new EmbeddedEngine(join(directory, 'engine'), LIMITS)

  beforeAll(async () => {
    for (const statement of newTables(ALONE)) await engine.command(statement)
    await engine.command(
      `INSERT INTO records (reached, host, ip, domain, icon_hash, icon_md5, cert_sha256, cert_sn, jarm, title, body_hash, js_md5, ssh_fingerprint, lastupdatetime)
      SELECT concat('h', toString(number), '.example.com') AS name, concat('https://', name), concat('198.51.', toString(intDiv(number, 256)), '.', toString(number % 256)), name,
        toString(number), concat('M', toString(number)), concat('F', toString(number)), toString(number), concat('A', toString(number)),
        concat('Page ', toString(number), ' of "Ähren"'), concat('B', toString(number)), [concat('J', toString(number))], [concat('S', toString(number)), 'common'], number FROM numbers(${RECORDS})`,
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

  it.each(SHARED)('count who shares a rare value of %s', async (name, value, index) => {
    const wanted = [{ field: fieldNamed(name), values: [value(77), value(RECORDS)] }]
    const statement = sharingOf(sql`1`, wanted, 9)
    const plan = await engine.query<[string]>(sql`EXPLAIN indexes = 1 ${statement}`)
    const lines = plan.map(([line]) => line.trim())
    expect(lines).toContain(`Name: ${index}`)
    const read = lines
      .filter((line) => line.startsWith('Granules: '))
      .map((line) => line.slice(10).split('/'))
    expect(Number(read.at(-1)?.[0])).toBeLessThan(Number(read.at(0)?.[1]) / 2)
    expect(await engine.query(statement)).toEqual([[0, value(77), 1, 1, ['h77.example.com']]])
  })

  it('stop counting at a bound', async () => {
    const wanted = [{ field: fieldNamed('ssh.fingerprint'), values: ['common'] }]
    const [row] = await engine.query<unknown[]>(sharingOf(sql`1`, wanted, 3, 1000))
    expect(row?.slice(1, 4)).toEqual(['common', 1001, 1001])
  })

  it.each(['title', 'icon_hash', 'jarm', 'js_md5'])('count each spelling of %s for itself', async (name) => {
    const { column } = fieldNamed(name)
    // Every text as often as its place in the list, beside all the others.
    const rows = ALIKE.flatMap((value, index) =>
      Array.from({ length: index + 1 }, (_, copy) =>
        JSON.stringify([`${name}-${index}-${copy}.example.net`, column === 'js_md5' ? [value] : value]),
      ),
    )
    const bytes = [Buffer.from(rows.join('\n'))]
    await engine.insert({ table: 'records', columns: ['reached', column], bytes }, {})
    for (const [index, value] of ALIKE.entries()) {
      const wanted = [{ field: fieldNamed(name), values: [value, 'absent'] }]
      const found = await engine.query<unknown[]>(sharingOf(sql`1`, wanted, 0))
      expect(found.map((row) => row.slice(0, 4))).toEqual([[0, value, index + 1, index + 1]])
    }
  })
})
