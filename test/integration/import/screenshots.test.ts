// Screenshots beside an import: kept once without what does not draw, read only from the folder of the input, never a reason for a
// record to fail, and removed when no record refers to them.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanPicture } from '../../../src/enrich/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { importFiles } from '../../../src/service/ingest/index.ts'
import { cleanUpScreenshots, Screenshots, shownScreenshots } from '../../../src/service/screenshot/index.ts'
import { tarOf, zipOf } from '../../support/archive.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { pageJpeg, pagePng, pngChunk } from '../../support/picture.ts'

const DAY = 24 * 3_600_000
const root = mkdtempSync(join(tmpdir(), 'periplus-screenshots-'))
const scan = join(root, 'scan')
const file = join(scan, 'output.jsonl')

/** The picture with a script in it that draws nothing. */
const marked = Buffer.concat([pagePng(), pngChunk('tEXt', 'Comment\0<script>'), Buffer.from('<html>')])
const clean = cleanPicture(marked)
const SHA256 = 'sha256' in clean ? clean.sha256 : ''
const LOOK = 'sha256' in clean ? clean.hash : ''

/** Lines of httpx: what each says of its screenshot, by its host. */
const SHOTS = {
  inline: { screenshot_bytes: marked.toString('base64') },
  same: { screenshot_path: '/home/somebody/run/output/screenshot/same.example.com/a.png' },
  relative: { screenshot_path_rel: 'relative.example.com/b.jpeg' },
  svg: { screenshot_bytes: Buffer.from('<svg onload="hurt()"/>').toString('base64') },
  outside: { screenshot_path: '../secret.png' },
  absolute: { screenshot_path: join(root, 'secret.png') },
  linked: { screenshot_path: 'screenshot/link.png' },
  folder: { screenshot_path: 'screenshot' },
  none: {},
} as const

const line = ([name, shot]: readonly [string, object]): string =>
  JSON.stringify({
    ...{
      timestamp: '2026-11-01T00:00:00Z',
      url: `https://${name}.example.com`,
      input: name,
      scheme: 'https',
    },
    ...{ webserver: 'x', status_code: 200, content_length: 1, ...shot },
  })

async function load(directory: string, limit = 1e9, path = file) {
  const store = memoryStore([])
  const screenshots = new Screenshots(directory, limit)
  const request = { paths: [path], format: 'httpx', port: undefined, fields: undefined, time: undefined }
  const summary = await importFiles(request, {
    ...{ store, databases: {}, bodyLimit: 100_000, checkpoints: join(root, 'marks') },
    rejectsPath: () => join(root, 'rejects.ndjson'),
    keepPicture: (picture) => screenshots.keep(picture),
  })
  const fields = ['host', 'screenshot', 'screenshot_hash'].map(fieldNamed)
  const query = readQuery('screenshot*="*"')
  const page = await store.page({ query, since: undefined, now: 0, fields, offset: 0, limit: 100 })
  return { store, screenshots, summary, rows: page.rows.toSorted() }
}

describe('screenshots beside an import', () => {
  beforeAll(() => {
    const folder = join(scan, 'output', 'screenshot')
    for (const name of ['same', 'relative'])
      mkdirSync(join(folder, `${name}.example.com`), { recursive: true })
    mkdirSync(join(scan, 'screenshot'))
    writeFileSync(join(root, 'secret.png'), pagePng())
    symlinkSync(join(root, 'secret.png'), join(scan, 'screenshot', 'link.png'))
    writeFileSync(join(folder, 'same.example.com', 'a.png'), pagePng())
    writeFileSync(join(folder, 'relative.example.com', 'b.jpeg'), pageJpeg())
    writeFileSync(file, Object.entries(SHOTS).map(line).join('\n'))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  it('become files and columns of their records, and what is refused is noted', async () => {
    const { store, summary, screenshots, rows } = await load(join(root, 'a'))
    const jpeg = cleanPicture(pageJpeg())
    expect(rows).toEqual([
      ['https://inline.example.com', SHA256, LOOK],
      ['https://relative.example.com', 'sha256' in jpeg && jpeg.sha256, LOOK],
      ['https://same.example.com', SHA256, LOOK],
    ])
    expect(summary).toMatchObject({ observations: 9, rejects: 0 })
    expect(summary.notes.map((note) => note.slice(file.length + 2)).toSorted()).toEqual([
      'screenshots that were not kept: 1 (neither a PNG nor a JPEG picture)',
      'screenshots that were not kept: 4 (their files are not in the folder of the input)',
    ])
    expect(await screenshots.read(SHA256)).toEqual({ type: 'image/png', bytes: pagePng() })
    const shown = shownScreenshots(store, screenshots)
    expect(await shown.read(SHA256)).toEqual({ type: 'image/png', bytes: pagePng() })
    store.exclude([{ kind: 'host', value: 'example.com' }])
    expect(await shown.read(SHA256)).toBeUndefined()
  })

  it('are found in an archive beside the report, also where they come before it', async () => {
    const files = {
      'run/a/shot.png': pagePng(),
      'run/httpx.jsonl': Object.entries({ ...SHOTS, same: { screenshot_path: 'a/shot.png' } })
        .map(line)
        .join('\n'),
      'run/output/screenshot/relative.example.com/b.jpeg': pageJpeg(),
    }
    for (const [name, bytes] of [
      ['run.tar.gz', gzipSync(await tarOf(files))],
      ['run.zip', zipOf(files)],
    ] as const) {
      writeFileSync(join(root, name), bytes)
      const { rows, summary } = await load(join(root, `${name}.kept`), 1e9, join(root, name))
      expect(rows.map(([host]) => host)).toEqual(
        ['inline', 'relative', 'same'].map((host) => `https://${host}.example.com`),
      )
      expect(summary).toMatchObject({ observations: 9, rejects: 0 })
    }
  })

  it('are removed a day after the last import that kept them, when no record refers to them', async () => {
    const directory = join(root, 'b')
    const { store, screenshots } = await load(directory)
    const other = cleanPicture(pageJpeg(50))
    if ('reason' in other) throw new Error(other.reason)
    await screenshots.keep(other)
    const now = Date.now()
    expect(await cleanUpScreenshots(store, screenshots, now)).toBe(0)
    for (const { parentPath, name } of readdirSync(directory, { recursive: true, withFileTypes: true }))
      utimesSync(join(parentPath, name), new Date(now - 2 * DAY), new Date(now - 2 * DAY))
    expect(await cleanUpScreenshots(store, screenshots, now)).toBe(1)
    expect(await screenshots.read(other.sha256)).toBeUndefined()
    expect(await screenshots.read(SHA256)).toEqual({ type: 'image/png', bytes: pagePng() })
    await screenshots.keep(other)
    expect(await cleanUpScreenshots(memoryStore([]), screenshots, now)).toBe(2)
    expect(await screenshots.read(other.sha256)).toMatchObject({ bytes: Buffer.from(other.bytes) })
  })

  it('take no more room than they may, and need none to be compared', async () => {
    const { summary, rows, screenshots } = await load(join(root, 'c'), 10)
    expect(rows).toHaveLength(3)
    expect(summary.notes.filter((note) => note.includes('raise import.screenshots'))).toHaveLength(1)
    expect(await screenshots.read(SHA256)).toBeUndefined()
    expect(await load(join(root, 'd'), 0)).toMatchObject({ summary: { observations: 9 } })
    expect(readdirSync(root)).not.toContain('d')
  })

  it('that cannot be written are noted once, and all records are stored', async () => {
    const { summary } = await load(file)
    expect(summary).toMatchObject({ observations: 9, rejects: 0 })
    expect(summary.notes.filter((note) => note.includes('screenshots cannot be kept'))).not.toEqual([])
  })
})
