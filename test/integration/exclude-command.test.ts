// `periplus exclude` in this process, on a data directory without a server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programOn } from '../support/program.ts'

const data = mkdtempSync(join(tmpdir(), 'periplus-exclude-'))
const scan = join(data, 'scan.ndjson')
const rules = join(data, 'rules.txt')
afterAll(() => rmSync(data, { recursive: true, force: true }))

const periplus = programOn(data)
const found = async (): Promise<number> =>
  (JSON.parse(await periplus('search', 'port="80"', '--json')) as { total: number }).total

beforeAll(async () => {
  const line = (host: string, ip: string) => `{"host":"${host}","ip":"${ip}","port":80,"title":"x"}\n`
  writeFileSync(
    scan,
    line('a.example.com', '192.0.2.1') +
      line('b.example.net', '192.0.2.2') +
      line('c.example.org', '198.51.100.1'),
  )
  await periplus('import', scan)
})

it('removes what new rules exclude, keeps it out of later imports, and records both in the audit trail', async () => {
  expect(await found()).toBe(3)
  writeFileSync(rules, '# asked for\n198.51.100.0/24\nexample.com # and below\n')
  expect(await periplus('exclude', 'add', '--file', rules, '--note', 'ticket 7')).toContain('2 rules added')
  expect(await found()).toBe(1)
  const listed = JSON.parse(await periplus('exclude', 'list', '--json'))
  expect(listed).toMatchObject({
    exclusions: [
      { kind: 'network', value: '198.51.100.0/24', removed: 1, actor: 'operator', note: 'ticket 7' },
      { kind: 'host', value: 'example.com', removed: 1 },
    ],
  })
  const again = await periplus('import', scan)
  expect(again).toContain('2 excluded by rules and not stored')
  expect(again).toContain('1 × excluded by a rule of kind network')
  expect(await found()).toBe(1)
  const trail = await periplus('account', 'audit', '--json')
  expect(trail).toContain('exclusion.add')
  expect(trail).toMatch(/exclusion\.delete[\s\S]{0,200}198\.51\.100\.0\/24/)
  expect(await periplus('audit', 'verify')).not.toContain('altered')
})

it('tags an excluded address, and stores it again when the rule is gone', async () => {
  const list = join(data, 'addresses.txt')
  writeFileSync(list, '198.51.100.1\n')
  expect(await periplus('tag', list)).toContain('198.51.100.1')
  expect(await periplus('exclude', 'remove', '198.51.100.0/24')).toBe('removed 198.51.100.0/24\n')
  expect(await found()).toBe(1)
  await periplus('import', scan)
  expect(await found()).toBe(2)
  expect(await periplus('exclude', 'remove', '203.0.113.0/24')).toContain('is not excluded')
})

it('refuses changes of records in read-only mode, hides what a new rule excludes, and removes it afterwards', async () => {
  expect(await periplus('read-only', 'on')).toContain('records are read-only since')
  expect(await periplus('import', scan)).toContain('records are read-only')
  expect(await periplus('delete', 'port="80"', '--yes')).toContain('`periplus read-only off` ends that')
  expect(await found()).toBe(2)
  expect(await periplus('exclude', 'add', '198.51.100.0/24')).toContain('1 rule added')
  expect(await found()).toBe(1)
  expect(JSON.parse(await periplus('read-only', 'status', '--json'))).toMatchObject({ read_only: true })
  expect(await periplus('read-only', 'off')).toBe('records may change\n')
  expect(await periplus('exclude', 'add', '203.0.113.0/24')).toContain('1 rule added')
  const { exclusions } = JSON.parse(await periplus('exclude', 'list', '--json')) as {
    readonly exclusions: readonly { readonly value: string; readonly removed: number }[]
  }
  expect(exclusions.find(({ value }) => value === '198.51.100.0/24')).toMatchObject({ removed: 1 })
})

it('shows which imports a record is from', async () => {
  const sources = await periplus('imports', 'of', 'b.example.net')
  expect(sources).toContain('b.example.net')
  expect(sources).toContain('operator')
  expect(sources).toContain(scan)
  expect(await periplus('imports', 'of', 'nobody.example')).toContain('no record of host')
})

it('shows what retention would remove, and keeps everything unless the settings say otherwise', async () => {
  expect(await periplus('retention')).toBe('would remove 0 records\n  default: kept for ever\n')
})
