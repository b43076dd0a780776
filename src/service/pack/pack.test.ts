// A file of ranges gives every address the same tags as tagging, also with third-party readers.
import { NOW, contextOf, sourceOf, tagOne } from '../../../test/support/tag.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Reader } from 'maxmind'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packTags } from './index.ts'

interface Entry {
  readonly tags: readonly string[]
  readonly confidence: Readonly<Record<string, number>>
  readonly sources: readonly string[]
  readonly date: string
}

const DAY = 86_400
const long = Array.from({ length: 300 }, (_, index) => `45.${index % 200}.${index % 7}.${index % 250}`).join(
  '\n',
)
const context = contextOf([
  sourceOf('exits', '185.220.101.1\n185.220.101.2\n2001:67c:4::/48\n', { tags: ['tor_exit'] }),
  sourceOf('wide', '185.220.0.0/16\n45.0.0.0-45.0.5.9\n', { tags: ['list:wide'] }),
  sourceOf('narrow', '45.0.1.0/24\n45.0.1.7\n::/8\n', { tags: ['list:narrow'] }),
  sourceOf('gone', '193.0.0.0/16\n', { tags: ['tor_exit'], retrievedAt: NOW - 900 * DAY }),
  sourceOf('many', long, { tags: ['list:many'] }),
])

const folder = mkdtempSync(join(tmpdir(), 'periplus-pack-'))
const [mmdb, sqlite] = [join(folder, 'tags.mmdb'), join(folder, 'tags.sqlite')]
let reader: Reader<never>
let db: DatabaseSync
beforeAll(async () => {
  const [one, two] = [await packTags(mmdb, 'mmdb', context), await packTags(sqlite, 'sqlite', context)]
  expect(one.ranges).toBe(two.ranges)
  reader = new Reader(readFileSync(mmdb)) as unknown as Reader<never>
  db = new DatabaseSync(sqlite, { readOnly: true })
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const inMmdb = (ip: string): Entry | null => reader.get(ip) as Entry | null

function inSqlite(ip: string): Entry | null {
  const value = bytesOf(ip)
  const row = db
    .prepare(
      'SELECT last, tags, confidence, sources, date FROM range JOIN entry ON id = entry WHERE first <= ? ORDER BY first DESC LIMIT 1',
    )
    .get(value) as Record<string, string | Uint8Array> | undefined
  if (row === undefined || Buffer.compare(row['last'] as Uint8Array, value) < 0) return null
  const json = <Value>(name: string): Value => JSON.parse(row[name] as string) as Value
  return {
    tags: json('tags'),
    confidence: json('confidence'),
    sources: json('sources'),
    date: row['date'] as string,
  }
}

function bytesOf(ip: string): Buffer {
  if (!ip.includes(':')) return Buffer.from([...Array(10).fill(0), 255, 255, ...ip.split('.').map(Number)])
  const [head = '', tail = ''] = ip.split('::')
  const words = (text: string): number[] =>
    text.split(':').flatMap((word) => (word ? [Number.parseInt(word, 16)] : []))
  const [left, right] = [words(head), words(tail)]
  const all = [...left, ...Array(8 - left.length - right.length).fill(0), ...right] as number[]
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]))
}

const ADDRESSES = [
  ...['185.220.101.1', '185.220.101.3', '185.220.0.0', '185.220.255.255', '185.219.255.255', '185.221.0.0'],
  ...['45.0.0.0', '45.0.1.0', '45.0.1.7', '45.0.1.255', '45.0.5.9', '45.0.5.10', '45.199.3.199', '193.0.0.1'],
  ...['10.1.2.3', '127.0.0.1', '0.0.0.0', '255.255.255.255', '8.8.8.8', '1.1.1.1', '192.0.2.1'],
  ...['2001:67c:4::1', '2001:67c:5::', '2001:db8::1', 'fe80::1', 'fe::1', '64:ff9b::1', '2600::1'],
]

it.each(ADDRESSES)('%s has the same tags as in tagging', async (ip) => {
  const entry = await tagOne(ip, context)
  const wanted = entry.status === 'ok' && entry.tags.length > 0 ? entry.tags : undefined
  expect(inMmdb(ip)?.tags).toEqual(wanted)
  expect(inSqlite(ip)).toEqual(inMmdb(ip))
})

it('an entry contains confidence, sources and date', () => {
  expect(inMmdb('185.220.101.1')).toMatchObject({
    tags: expect.arrayContaining(['list:wide', 'tor_exit']) as string[],
    confidence: { tor_exit: expect.any(Number) as number },
    sources: expect.arrayContaining(['exits', 'wide']) as string[],
    date: '2026-11-20',
  })
})

it('IPv6 ranges start after what readers treat as IPv4', () => {
  expect(inMmdb('::1:0:1')).toBeNull()
  expect(inMmdb('::2:0:0')?.tags).toEqual(['reserved:ietf'])
})

it('built-in data has its stated date', () => {
  expect(inMmdb('3.5.140.2')).toMatchObject({
    sources: ['snapshot'],
    date: expect.stringMatching(/^20\d\d-/) as string,
  })
})

it('the file contains its description and date', () => {
  expect(reader.metadata).toMatchObject({ databaseType: 'Periplus-Tags', ipVersion: 6, recordSize: 24 })
  expect(reader.metadata.buildEpoch.getTime()).toBe(NOW * 1000)
  expect(db.prepare("SELECT value FROM meta WHERE name = 'built'").get()).toEqual({
    value: '2026-11-20T12:00:00.000Z',
  })
  expect(db.prepare("SELECT state FROM source WHERE name = 'gone'").get()).toEqual({ state: 'expired' })
})
