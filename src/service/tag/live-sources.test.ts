import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { FeedRow } from '../feed/index.ts'
import { LiveSources } from './live-sources.ts'

const LIST = '8.8.8.8\n'
const folder = mkdtempSync(join(tmpdir(), 'periplus-live-sources-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('sources of an earlier moment that could not be read are read again', async () => {
  const path = join(folder, 'list')
  const sha256 = createHash('sha256').update(LIST).digest('hex')
  const version = { id: 'a', sha256, retrievedAt: 1000, statedAt: null, label: null, licence: null }
  const row = { name: 'mine', kind: 'text', tags: ['list:mine'], pinned: null, override: false }
  const feed = { ...row, versions: [version], active: version } as unknown as FeedRow
  const live = new LiveSources({
    feeds: { list: async () => [feed], pathOf: () => path },
    directory: folder,
    compiled: join(folder, 'compiled.bin'),
  })
  expect((await live.asOf(2_000_000)).sources.failures).toMatchObject([{ name: 'mine' }])
  writeFileSync(path, LIST)
  const { sources } = await live.asOf(2_000_000)
  expect(sources.failures).toEqual([])
  expect((await live.asOf(3_000_000)).sources).toBe(sources)
})

it('a command looks addresses of both families up in the bundled databases', async () => {
  const live = new LiveSources({
    feeds: { list: async () => [], pathOf: () => '' },
    directory: folder,
    compiled: join(folder, 'of-command.bin'),
    forCommand: true,
  })
  const { locate, locatedBy } = await live.current()
  expect(locate('8.8.8.8')).toMatchObject({ country: 'US', as_number: 15169 })
  expect(locate('2001:4860:4860::8888')).toMatchObject({ as_number: 15169 })
  expect(locatedBy.map(({ category }) => category)).toEqual(['geography', 'network'])
  await live.close()
})
