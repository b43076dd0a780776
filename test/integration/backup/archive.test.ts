// Backups as files: whole or refused, and nothing changed where they are refused.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BackupSource,
  makeBackup,
  restoreBackup,
  verifyArchive,
} from '../../../src/service/backup/index.ts'
import { readManifest } from '../../../src/service/backup/manifest.ts'
import type { Store, StoredRows } from '../../../src/store/index.ts'
import { filledDirectory, restoreTarget } from '../../support/backup.ts'
import { backupOf, entriesOf, entry, rows, type TarEntry, tarOf } from '../../support/backup-file.ts'
import { mountDisk, unmountDisk } from '../../support/disk.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { openTemporaryStore } from '../../support/temporary-store.ts'
import { VARIED_ASSETS } from '../../support/varied-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = () => Date.UTC(2026, 10, 20)
let count = 0
const fresh = () => join(root, String(++count))

async function linesOf(dump: AsyncIterable<StoredRows>): Promise<string> {
  let text = ''
  for await (const { lines } of dump) text += Buffer.from(lines).toString()
  return text
}

/** Every file of a directory with its content, the state database by its name only. */
function tree(directory: string): Record<string, string> {
  if (!existsSync(directory)) return {}
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8', withFileTypes: true })
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [
        path.slice(directory.length + 1),
        path.includes('state.sqlite') ? '' : readFileSync(path, 'latin1'),
      ]),
  )
}

describe('a backup', () => {
  let whole: string
  let bytes: Buffer
  let source: BackupSource
  beforeAll(async () => {
    ;({ source } = await filledDirectory(fresh()))
    whole = `${fresh()}.tar`
    await makeBackup(whole, source, { now })
    bytes = readFileSync(whole)
  })

  it('is readable by its owner only, and says what it holds', async () => {
    expect(statSync(whole).mode & 0o777).toBe(0o600)
    const manifest = await verifyArchive({ path: whole })
    expect(manifest).toMatchObject({
      ...{ format: 1, program: '1.2.3', created: '2026-11-20T00:00:00.000Z', secret: 'file' },
      records: { rows: { records: VARIED_ASSETS.length } },
      state: { kind: 'sqlite', rows: { account: 1, ledger: 1 } },
    })
    expect(manifest.entries.map(({ name }) => name)).not.toContain('files/exports/2-bb.csv.part')
    expect(execFileSync('tar', ['-tf', whole], { encoding: 'utf8' })).toContain('manifest.json')
  })

  it('restored gives the same files, records and accounts, and reports what of the settings stayed out', async () => {
    const directory = fresh()
    const store = memoryStore([])
    const summary = await restoreBackup({ path: whole }, restoreTarget(directory, store))
    expect(summary).toMatchObject({
      records: VARIED_ASSETS.length,
      accounts: 1,
      droppedSettings: ['tag.results'],
    })
    expect(await linesOf(store.dump())).toBe(await linesOf(source.records.dump()))
    const found = tree(directory)
    expect(found).toMatchObject({
      secret: 'ab'.repeat(32),
      'periplus.json': '{\n  "http.port": 1234\n}\n',
      'exports/1-aa.csv': 'ip\n192.0.2.1\n',
      'feeds/aws/v2.v6': 'v2.v6',
    })
    expect(Object.keys(found)).not.toContain('restoring')
    expect(Object.keys(found)).not.toContain('feeds/aws/forgotten')
    expect(Object.values(found)).toContain('<nmaprun/>')
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('cut anywhere is refused, and nothing was changed', async () => {
    const cut = `${fresh()}.tar`
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        writeFileSync(cut, bytes.subarray(0, length))
        const directory = fresh()
        const end = bytes.subarray(length)
        // The zeros that end a tar file say nothing.
        if (end.every((byte) => byte === 0)) return
        await expect(restoreBackup({ path: cut }, restoreTarget(directory))).rejects.toThrow(
          /is damaged: .*; nothing was changed/,
        )
        expect(existsSync(directory)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('with one wrong byte is refused, or is the same', async () => {
    const wrong = `${fresh()}.tar`
    const expected = await verifyArchive({ path: whole })
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const copy = Buffer.from(bytes)
        copy[at] = (copy[at] ?? 0) ^ flip
        writeFileSync(wrong, copy)
        const manifest = await verifyArchive({ path: wrong }).catch((error: Error) => error.message)
        if (typeof manifest === 'string') expect(manifest).toMatch(/is damaged|in a form that this version/)
        else expect(manifest).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('whose description lacks something is refused as damaged', async () => {
    const manifest = await verifyArchive({ path: whole })
    const { records, state, entries } = manifest
    const wrong: Readonly<Record<string, unknown>>[] = [
      ...['program', 'created', 'place', 'state', 'records', 'entries'].map((name) => ({
        [name]: undefined,
      })),
      ...[null, 'x', [], {}].flatMap((value) => [{ records: value }, { entries: [value] }]),
      { records: { ...records, rows: { records: '7' } } },
      { records: { ...records, columns: { records: 7 } } },
      { state: { ...state, counters: null } },
      { entries: [{ ...entries[0], bytes: '1' }] },
    ]
    const read = (value: unknown) => readManifest(Buffer.from(JSON.stringify(value)), 'x.tar')
    expect(read(manifest)).toEqual(manifest)
    for (const members of wrong)
      expect(() => read({ ...manifest, ...members }), JSON.stringify(members)).toThrow(/is damaged/)
    expect(() => read(null)).toThrow(/is damaged/)
  })

  it.each<[string, (entries: TarEntry[]) => unknown, string]>([
    ['another name', (entries) => entries.unshift(entry('extra', 'x')), '`extra` has no place'],
    ['a table that none has', (entries) => entries.push(entry('state/x/1.ndjson.zst', '')), 'no place'],
    ['a way out', (entries) => entries.push(entry('files/uploads/../x', 'x')), 'no place'],
    [
      'a file inside a file',
      (entries) => entries.push(entry('files/uploads/a', 'x'), entry('files/uploads/a/b', 'x')),
      'inside another file',
    ],
    ['the accounts last', (entries) => entries.push(...entries.splice(0, 1)), 'behind what it should'],
    [
      'a link',
      (entries) => entries.push({ name: 'files/uploads/a', type: 'symlink', linkname: '/etc' }),
      'is not a file',
    ],
    ['a folder', (entries) => entries.push({ name: 'files/uploads', type: 'directory' }), 'is not a file'],
    ['fewer accounts', (entries) => entries.shift(), '`state/account` has another number of rows'],
    [
      'accounts that none are',
      (entries) => Object.assign(entries[0] ?? {}, rows('7')),
      'a row that no table',
    ],
    [
      'accounts with other columns',
      (entries) => Object.assign(entries[0] ?? {}, rows('{"x;--":7}')),
      'do not fit into a state database',
    ],
  ])('with %s is refused as damaged, and nothing was changed', async (_, change, expected) => {
    const path = `${fresh()}.tar`
    const entries = await entriesOf(whole)
    change(entries)
    writeFileSync(path, await backupOf(entries, await verifyArchive({ path: whole })))
    const directory = fresh()
    const restoring = restoreBackup({ path }, restoreTarget(directory))
    await expect(restoring).rejects.toMatchObject({
      code: 'input',
      message: expect.stringContaining(expected),
    })
    expect(tree(directory)).toEqual({})
  })

  it('whose records have columns or values that none has says so, and nothing was changed', async () => {
    const wrong: readonly (readonly [readonly string[], string, string])[] = [
      [[], '["x"]', 'its description names no columns of records'],
      [['host) --'], '["x"]', 'a column `host) --`, which no record has'],
      [['host', 'host'], '["x","y"]', 'names the column `host` twice'],
      [['host'], '{"host":"x"}', 'line 1 of `records/1.ndjson.zst` is not a list of values'],
      [['host', 'port'], '["x"]', 'has 1 values, and its description names 2 columns'],
      [['host', 'port'], '["x","abc"]', 'has a value that `port` cannot have'],
    ]
    const manifest = await verifyArchive({ path: whole })
    const others = (await entriesOf(whole)).filter(({ name }) => !name.startsWith('records/'))
    const { store, close } = await openTemporaryStore()
    const info = async () => ({ ...(await store.info()), schemaVersion: 1 })
    const kept: Store = { ...store, close: async () => {}, info }
    for (const [columns, line, expected] of wrong) {
      const records = { ...manifest.records, columns: { records: columns }, rows: { records: 1 } }
      const path = `${fresh()}.tar`
      const entries = [...others, entry('records/1.ndjson.zst', line)]
      writeFileSync(path, await backupOf(entries, { ...manifest, records }))
      const directory = fresh()
      const restoring = restoreBackup({ path }, restoreTarget(directory, kept))
      const message = expect.stringContaining(expected)
      await expect(restoring).rejects.toMatchObject({ code: 'input', message })
      expect([tree(directory), (await store.info()).records]).toEqual([{}, 0])
    }
    await close()
  })

  it('whose description has no end is refused before it fills the memory', async () => {
    const path = `${fresh()}.tar`
    const content = Buffer.alloc(65 * 1024 * 1024, ' ')
    writeFileSync(path, await tarOf([{ name: 'manifest.json', content }]))
    await expect(verifyArchive({ path })).rejects.toThrow('`manifest.json` is too large')
  })

  it('is not restored over anything, nor by a program that does not know it', async () => {
    const directory = fresh()
    mkdirSync(directory)
    writeFileSync(join(directory, 'mine'), 'x')
    await expect(restoreBackup({ path: whole }, restoreTarget(directory))).rejects.toThrow('is not empty')
    expect(tree(directory)).toEqual({ mine: 'x' })
    const full = memoryStore(VARIED_ASSETS)
    await expect(restoreBackup({ path: whole }, restoreTarget(fresh(), full))).rejects.toThrow(
      'records already',
    )
    const newer = `${fresh()}.tar`
    const records = {
      ...source.records,
      info: async () => ({ ...(await source.records.info()), schemaVersion: 99 }),
    }
    await makeBackup(newer, { ...source, records }, { now })
    await expect(restoreBackup({ path: newer }, restoreTarget(fresh()))).rejects.toThrow('schema version 99')
    const text = Buffer.from('{"format":9,"program":"2.0.0","entries":[]}')
    expect(() => readManifest(text, 'x')).toThrow('was made by Periplus 2.0.0')
  })

  it('whose restore fails leaves an empty directory, and whose restore was killed starts over', async () => {
    const directory = fresh()
    const elsewhere = memoryStore([])
    const load = async (rows: StoredRows) => {
      await elsewhere.load(rows)
      throw new Error('no space left')
    }
    await expect(
      restoreBackup({ path: whole }, restoreTarget(directory, { ...elsewhere, load })),
    ).rejects.toThrow('no space left')
    expect((await elsewhere.info()).records).toBe(0)
    expect(readdirSync(directory)).toEqual([])
    writeFileSync(join(directory, 'restoring'), '')
    writeFileSync(join(directory, 'secret'), 'half')
    // A store elsewhere still has what the killed one brought.
    const store = memoryStore(VARIED_ASSETS.slice(0, 2))
    await restoreBackup({ path: whole }, restoreTarget(directory, store))
    expect(await linesOf(store.dump())).toBe(await linesOf(source.records.dump()))
    expect(tree(directory).secret).toBe('ab'.repeat(32))
    expect(existsSync(join(directory, 'restoring'))).toBe(false)
  })

  it('that is stopped, or cannot be written, leaves nothing', async () => {
    const folder = fresh()
    mkdirSync(folder)
    const path = join(folder, 'x.tar')
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(makeBackup(path, source, { now, signal })).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual([])
    await expect(makeBackup(join(folder, 'no', 'x.tar'), source, { now })).rejects.toThrow(
      'cannot write the backup',
    )
  })

  it('is not made of feeds whose files are missing', async () => {
    const { directory, source: other } = await filledDirectory(fresh())
    rmSync(join(directory, 'feeds', 'aws', 'v1'))
    await expect(makeBackup(`${fresh()}.tar`, other, { now })).rejects.toThrow('files of feeds are missing')
  })
})

describe('a backup onto a full disk', () => {
  const mounted = fresh()
  const canMount = mountDisk(mounted, '64k')
  afterAll(() => {
    if (canMount) unmountDisk(mounted)
  })

  it.skipIf(!canMount)(
    'says so and leaves nothing (skipped where no file system can be mounted)',
    async () => {
      const { directory, source } = await filledDirectory(fresh())
      const random = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 251))
      writeFileSync(join(directory, 'exports', '9-dd.csv'), random)
      chmodSync(mounted, 0o700)
      await expect(makeBackup(join(mounted, 'x.tar'), source, { now })).rejects.toThrow(
        'the disk is full; it was removed',
      )
      expect(readdirSync(mounted)).toEqual([])
    },
  )
})
