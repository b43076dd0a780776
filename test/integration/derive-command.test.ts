// `periplus derive …` on a data directory that no server has open, in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programOn } from '../support/program.ts'

const data = mkdtempSync(join(tmpdir(), 'periplus-derive-'))
const periplus = programOn(data)
afterAll(() => rmSync(data, { recursive: true, force: true }))

beforeAll(async () => {
  const scan = join(data, 'scan.ndjson')
  writeFileSync(
    scan,
    '{"ip":"192.0.2.7","port":443,"title":"a"}\n{"ip":"192.0.2.8","port":443,"title":"b"}\n',
  )
  await periplus('import', scan)
})

it('derives all records and waits for the end', async () => {
  const line = /^1 {2}[\d: -]{19} {2}page, record {2}2 records read, 0 changed\n$/
  expect(await periplus('derive', 'start', '--only', 'page,record', '--rate', '100000')).toMatch(line)
  expect(JSON.parse(await periplus('derive', 'list', '--json'))).toMatchObject({
    derivations: [{ id: 1, state: 'success', input: { derivations: ['page', 'record'], rate: 100_000 } }],
  })
})

it('leaves a job for a later process, which finishes it; another one waits for that', async () => {
  expect(await periplus('derive', 'start', '--only', 'record', '--rate', '1', '--no-wait')).toContain(' %\n')
  expect(await periplus('derive', 'start', '--only', 'page')).toContain('derivation 2 (record) is in flight')
  expect(await periplus('derive', 'cancel', '2')).toBe('derivation 2 cancelled\n')
  expect(await periplus('derive')).toContain('failed: cancelled; what was derived stays')
})

it('gives records the tags of feeds: at import, and again when feeds change', async () => {
  const [scan, exits] = [join(data, 'public.ndjson'), join(data, 'exits.txt')]
  writeFileSync(exits, '45.9.0.1\n45.9.0.2\n')
  writeFileSync(scan, [1, 2, 3].map((n) => `{"ip":"45.9.0.${n}","port":443,"tag":["mine"]}\n`).join(''))
  const found = async (query: string): Promise<number> =>
    (JSON.parse(await periplus('search', query, '--json')) as { size: number }).size
  await periplus('feed', 'add', 'exits', exits, '--tags', 'tor_exit', '--licence', 'CC0')
  await periplus('import', scan)
  expect(await found('tor_exit=true && tag="mine" && tag=="tor_relay"')).toBe(2)
  await periplus('feed', 'remove', 'exits')
  // The job that the test before left.
  await periplus('derive', 'start', '--only', 'page')
  // With a feed, the tables that are built in count too: they know the network of all three.
  expect(await periplus('derive', 'start', '--only', 'tags')).toContain('5 records read, 3 changed\n')
  expect(await found('tag=="mine" && feed_tag="" && tor_exit=""')).toBe(3)
})

it('refuses what it does not know', async () => {
  expect(await periplus('derive', 'start', '--only', 'pages')).toContain('did you mean `page`?')
  expect(await periplus('derive', 'start', '--rate', '0')).toContain('--rate takes a whole number')
  expect(await periplus('derive', 'cancel', '99')).toContain('Task does not exist!')
})
