// Data directories that earlier versions wrote (scripts/schema-fixture.ts): a start brings them to this version, and all is there.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { LONG } from '../support/long.ts'
import { MIGRATIONS } from '../../src/state/migration/index.ts'
import { SCHEMA_VERSION } from '../../src/store/schema/index.ts'
import { runCommand } from '../support/command.ts'
import { Processes, searchUrl } from '../support/serve.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures/data')
const root = mkdtempSync(join(tmpdir(), 'periplus-upgrade-'))
const processes = new Processes()
const files = readdirSync(fixtures).sort(
  (a, b) => numbersOf(a)[1] - numbersOf(b)[1] || numbersOf(a)[0] - numbersOf(b)[0],
)
/** The last two schemas of records and every fourth before: 1, 5 (that of 0.2.0), 9, …; `npm run test:long` takes every directory. */
const chosen = files.filter((file, index) => {
  const schema = numbersOf(file)[1]
  const isOldest = schema !== numbersOf(files[index - 1] ?? '')[1]
  return LONG || (isOldest && (schema % 4 === 1 || schema > SCHEMA_VERSION - 2))
})

function numbersOf(file: string): readonly [state: number, records: number] {
  const [, state, records] = /^state(\d+)-records(\d+)\./.exec(file) ?? []
  return [Number(state), Number(records)]
}

afterEach(() => processes.clean())
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Expected {
  readonly records: number
  readonly coins: number
  readonly email: string
  readonly key: string
}

it('there is a data directory of every version of both schemas that stored records, this one included', () => {
  const versions = (at: 0 | 1): number[] =>
    [...new Set(files.map((name) => numbersOf(name)[at]))].sort((a, b) => a - b)
  const upTo = (from: number, last: number): number[] =>
    Array.from({ length: last - from + 1 }, (_, i) => from + i)
  expect(versions(0)).toEqual(upTo(2, MIGRATIONS.length))
  expect(versions(1)).toEqual(upTo(1, SCHEMA_VERSION))
})

it.each(chosen)('%s goes on with this version', async (file) => {
  const data = join(root, file.replace('.tar.gz', ''))
  mkdirSync(data)
  execFileSync('tar', ['-xzf', join(fixtures, file), '-C', data])
  const { records, coins, email, key } = JSON.parse(
    readFileSync(join(data, 'expected.json'), 'utf8'),
  ) as Expected
  const { url } = await processes.serve(data, ['--no-demo'])
  const mine = await fetch(`${url}/api/v1/info/my?${new URLSearchParams({ email, key })}`)
  expect(await mine.json()).toMatchObject({ error: false, coins })
  const fields = { full: 'true', size: '100', fields: 'host,title,header' }
  const answer = await fetch(searchUrl(url, { email, key }, 'host="example.com"', fields))
  const { total, results } = (await answer.json()) as { total: number; results: readonly string[][] }
  expect(total).toBe(records)
  expect(results.filter(([, title]) => title?.startsWith('Page '))).toHaveLength(records / 2)
  expect((await fetch(searchUrl(url, { email, key }, 'body="<h1>4</h1>"', { full: 'true' }))).status).toBe(
    200,
  )
  const { out } = await runCommand(['doctor', '--data', data, '--json'])
  const { findings } = JSON.parse(out) as { findings: readonly { check: string; level: string }[] }
  // The server has another port than the settings say.
  expect(findings.filter(({ check, level }) => level === 'error' && check !== 'port')).toEqual([])
})
