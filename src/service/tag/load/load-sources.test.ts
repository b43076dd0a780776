import { hash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSourceSet } from '../../../tag/index.ts'
import { parseAddress } from '../../../util/index.ts'
import { replaceLargeFile } from '../../../disk/index.ts'
import { printCompiled, readCompiled } from './compiled.ts'
import { loadSourceSet } from './index.ts'
import { loadSources } from './load-sources.ts'
import { programMark } from './program.ts'
import type { FeedToLoad, LoadRequest } from './request.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-load-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function feed(name: string, text: string, tags: readonly string[] = ['list:mine']): FeedToLoad {
  const path = join(directory, name)
  writeFileSync(path, text)
  return { path, facts: { name, kind: 'auto', sha256: hash('sha256', text), retrievedAt: 0, tags } }
}

async function compile(request: LoadRequest): Promise<ReturnType<typeof loadSources>> {
  const loaded = loadSources(request)
  if (loaded.fresh !== undefined)
    await replaceLargeFile(request.compiled, printCompiled(loaded.program, loaded.fresh))
  return loaded
}

function tagsOf({ data }: ReturnType<typeof loadSources>, ip: string): readonly string[] {
  const address = parseAddress(ip)
  if (address === undefined) throw new Error(ip)
  const hits = openSourceSet(data).lookup(address)
  return hits.map(({ source, match, label }) => `${source.name} ${match} ${label.tags}`)
}

it('returns from the compiled file what the feeds returned, without opening them', async () => {
  const feeds = [feed('a', '192.88.0.0/16\n192.88.3.4\n'), feed('b', '2a00::/16\n192.88.3.0-192.88.3.9\n')]
  const request = { feeds, compiled: join(directory, 'same.bin') }
  const first = await compile(request)
  for (const { path } of feeds) rmSync(path)
  const second = loadSources(request)
  expect(second.fresh).toBeUndefined()
  expect(second.data.failures).toEqual([])
  for (const ip of ['192.88.3.4', '192.88.9.9', '2a00::1', '192.89.0.0'])
    expect(tagsOf(second, ip)).toEqual(tagsOf(first, ip))
  expect(tagsOf(second, '192.88.3.4')).toEqual([
    'a 192.88.3.4 list:mine',
    'b 192.88.3.0-192.88.3.9 list:mine',
    'a 192.88.0.0/16 list:mine',
  ])
  expect((await loadSourceSet(request)).sources.ranges).toBe(openSourceSet(first.data).ranges)
})

it('takes the facts about a feed from the caller, not from the compiled file', async () => {
  const one = feed('dated', '192.88.0.1\n')
  const compiled = join(directory, 'dated.bin')
  await compile({ feeds: [one], compiled })
  const later = { ...one, facts: { ...one.facts, retrievedAt: 77, licence: 'CC0' } }
  const { data, fresh } = loadSources({ feeds: [later], compiled })
  expect(fresh).toBeUndefined()
  expect(data.loaded.at(-1)?.source).toMatchObject({ name: 'dated', retrievedAt: 77, licence: 'CC0' })
})

it('reads what changed, and only that', async () => {
  const [kept, gone] = [feed('kept', '192.88.0.1\n'), feed('gone', '192.88.0.2\n')]
  const compiled = join(directory, 'changed.bin')
  await compile({ feeds: [kept, gone], compiled })
  rmSync(kept.path)
  const added = feed('added', '192.88.0.3\n')
  const other = { ...kept, facts: { ...kept.facts, tags: ['list:other'] } }
  const next = loadSources({ feeds: [kept, added], compiled })
  expect(next.fresh).toBeDefined()
  expect(['1', '2', '3'].map((last) => tagsOf(next, `192.88.0.${last}`))).toEqual([
    ['kept 192.88.0.1 list:mine'],
    [],
    ['added 192.88.0.3 list:mine'],
  ])
  // Another format requires a new read, and the file is gone.
  expect(loadSources({ feeds: [other], compiled }).data.failures).toMatchObject([{ name: 'kept' }])
})

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  [
    'of one changed bit',
    (bytes: Buffer) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1),
  ],
  ['empty', () => Buffer.alloc(0)],
  ['of something else', () => Buffer.from('x'.repeat(500))],
])('ignores a compiled file that is %s', async (_, damage) => {
  const request = { feeds: [feed('whole', '192.88.0.1\n')], compiled: join(directory, 'damaged.bin') }
  await compile(request)
  writeFileSync(request.compiled, damage(readFileSync(request.compiled)))
  const { fresh, ...loaded } = loadSources(request)
  expect(fresh).toBeDefined()
  expect(tagsOf({ ...loaded, fresh }, '192.88.0.1')).toEqual(['whole 192.88.0.1 list:mine'])
})

it('ignores a compiled file of another program', async () => {
  const request = { feeds: [feed('mine', '192.88.0.1\n')], compiled: join(directory, 'other.bin') }
  await compile(request)
  expect(readCompiled(request.compiled, programMark())).toBeDefined()
  expect(readCompiled(request.compiled, '0'.repeat(64))).toBeUndefined()
})

it('reports why a feed cannot be used, and loads the others', () => {
  const [good, lost, damaged] = [
    feed('good', '192.88.0.1\n'),
    feed('lost', '1\n'),
    feed('damaged', '192.88.0.2\n'),
  ]
  rmSync(lost.path)
  copyFileSync(good.path, damaged.path)
  const loaded = loadSources({ feeds: [good, lost, damaged], compiled: join(directory, 'none.bin') })
  expect(tagsOf(loaded, '192.88.0.1')).toEqual(['good 192.88.0.1 list:mine'])
  expect(loaded.data.failures).toEqual([
    { name: 'lost', reason: expect.stringContaining('the stored file cannot be read: ENOENT') },
    { name: 'damaged', reason: 'the stored file is damaged: its checksum is another; update the feed' },
  ])
})

it('compiles nothing when there are no feeds', async () => {
  const compiled = join(directory, 'nothing.bin')
  await compile({ feeds: [], compiled })
  expect(() => statSync(compiled)).toThrow('ENOENT')
})
