// `periplus tag --at` and `--at-line-time`: the versions of a feed that were in use then; and `periplus evaluate`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outputOf, runCommand } from '../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-tag-at-'))
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: readonly string[]): Promise<string> => outputOf(...args, '--data', data)

/** Tags of this feed alone; what is built in knows these documentation addresses too. */
const mine = (out: string): readonly string[] => out.match(/list:mine/g) ?? []
const list = join(folder, 'list.txt')
let between = ''

beforeAll(async () => {
  writeFileSync(list, '8.8.8.8\n8.8.4.4\n')
  await run('feed', 'add', 'mine', list, '--tags', 'list:mine')
  await sleep(1100)
  between = new Date().toISOString().slice(0, 19).replace('T', ' ')
  await sleep(1100)
  writeFileSync(list, '8.8.4.4\n9.9.9.9\n')
  await run('feed', 'update', 'mine', list)
})

it('uses the version that was in use at a moment, and none from before the first', async () => {
  const file = join(folder, 'ips.txt')
  writeFileSync(file, '8.8.8.8\n')
  expect(mine(await run('tag', file))).toHaveLength(0)
  expect(mine(await run('tag', file, '--at', between))).toHaveLength(1)
  expect(mine(await run('tag', file, '--at', '2020-01-01'))).toHaveLength(0)
})

it('takes the time of each line', async () => {
  const log = join(folder, 'access.log')
  const then = between.replace(' ', 'T')
  const late = '2099-01-01T00:00:00'
  writeFileSync(log, `2020-01-01T00:00:00Z 8.8.8.8\n${then}Z 8.8.8.8\nstill 8.8.8.8\n${late}Z 8.8.8.8\n`)
  const lines = (await run('tag', log, '--text', '--at-line-time')).trimEnd().split('\n')
  expect(lines.map((line) => mine(line).length)).toEqual([0, 1, 1, 0])
  const wrong = await runCommand(['tag', log, '--at-line-time', '--data', data])
  expect(wrong.error).toContain('--at-line-time needs --text')
})

it('is evaluated against known tags, and the result is kept beside the feeds', async () => {
  const known = join(folder, 'known.txt')
  writeFileSync(known, '8.8.4.4 list:mine\n9.9.9.9\n8.8.8.8 list:mine\n')
  const out = await run('evaluate', known)
  expect(out).toContain('list:mine\t2\t2\t1\t0.5000\t0.5000\n')
  const kept = join(data, 'feeds/evaluation.json')
  expect(existsSync(kept)).toBe(true)
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ addresses: 3 })
})
