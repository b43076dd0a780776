import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { tarOf, zipOf } from '../../../test/support/archive.ts'
import type { Sample } from '../importer.ts'
import { type OpenOptions, openInputs, ReadProgress } from './open.ts'
import { type Anchor, findFiles } from './walk.ts'

const BZIP2 = Buffer.from('QlpoOTFBWSZTWeW18wkAAARRAAAQQAACRKAAIbUYDAKQacKjC7kinChIctr5hIA=', 'base64')
const ANCHORS: readonly Anchor[] = [{ file: 'session.json', parts: ['headers', 'html'] }]

const root = mkdtempSync(join(tmpdir(), 'periplus-open-test-'))
const temporary = join(root, 'temporary')
let folder = ''
let count = 0

beforeEach(() => {
  folder = join(root, `case-${count++}`)
  mkdirSync(folder)
  mkdirSync(temporary, { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, content: string | Uint8Array): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** What opening paths gives, one line each: name, text, and the trouble after reading. */
async function opened(paths: readonly string[], options: Partial<OpenOptions> = {}): Promise<string[]> {
  const files = await findFiles(paths, ANCHORS)
  const seen: string[] = []
  for await (const item of openInputs(files, { anchors: ANCHORS, temporary, ...options })) {
    const name = item.name.replace(`${folder}/`, '')
    if (item.kind === 'passed') {
      seen.push(`${name} passed: ${item.reason}`)
      continue
    }
    let text = ''
    let size = 0
    for await (const part of item.bytes) {
      size += part.length
      if (size <= 60) text += Buffer.from(part).toString()
    }
    const trouble = item.trouble()
    seen.push(`${name}: ${size > 60 ? size : text}${trouble === undefined ? '' : ` (${trouble})`}`)
  }
  return seen
}

/** Frames that need the dictionary which the file begins with, as web archives have it. */
function withDictionary(written: (dictionary: Buffer) => Buffer): Buffer {
  const dictionary = Buffer.from('hello hello and more of what is said over and over')
  const content = written(dictionary)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x184d2a5d, 0)
  head.writeUInt32LE(content.length, 4)
  const frames = ['hello hello ', 'hello\n'].map((part) => zstdCompressSync(part, { dictionary }))
  return Buffer.concat([head, content, ...frames])
}

it('a data directory of this program is left out by name', async () => {
  for (const name of ['accounts.json', 'records.json', 'records/x.bin', 'rejects/1.ndjson'])
    put(`data/${name}`, '{}')
  put('scan.json', '{}')
  expect(await opened([folder])).toEqual([
    'data passed: it is a data directory of Periplus, not scan files; it is left out',
    'scan.json: {}',
  ])
})

describe('tables in GBK, as spreadsheets in Chinese save them', () => {
  // IP;端口;标题 and a row.
  const table = Buffer.from(
    '49503bb6cbbfda3bb1eacce20d0a3139322e302e322e373b38303bb2e2cad4d2b3c3e60d0a',
    'hex',
  )

  it('are read as UTF-8, sample and bytes', async () => {
    const files = await findFiles([put('table.csv', table)], ANCHORS)
    for await (const item of openInputs(files, { anchors: ANCHORS, temporary })) {
      const parts: Uint8Array[] = []
      if (item.kind === 'input') for await (const part of item.bytes) parts.push(part)
      expect(item.kind === 'input' && item.sample.text).toBe('IP;端口;标题\r\n192.0.2.7;80;测试页面\r\n')
      expect(Buffer.concat(parts).toString()).toBe('IP;端口;标题\r\n192.0.2.7;80;测试页面\r\n')
    }
  })

  it('are the only text whose bytes change', async () => {
    const page = Buffer.concat([Buffer.from('{"a,b":"'), table.subarray(3, 7), Buffer.from('"}\n')])
    const log = Buffer.concat([Buffer.from('192.0.2.7,80,'), table.subarray(3, 7), Buffer.from('\n')])
    for (const content of [page, log]) {
      const files = await findFiles([put('x.txt', content)], ANCHORS)
      for await (const item of openInputs(files, { anchors: ANCHORS, temporary })) {
        const parts: Uint8Array[] = []
        if (item.kind === 'input') for await (const part of item.bytes) parts.push(part)
        expect(Buffer.concat(parts)).toEqual(content)
      }
    }
  })
})

describe('compression', () => {
  const text = 'hello hello hello\n'
  it.each<[string, Uint8Array]>([
    ['none', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['gzip of two members', Buffer.concat([gzipSync('hello hello '), gzipSync('hello\n')])],
    ['gzip with junk behind', Buffer.concat([gzipSync(text), Buffer.from('junk')])],
    ['zstd', zstdCompressSync(text)],
    ['zstd with its dictionary', withDictionary((dictionary) => dictionary)],
    ['zstd with its dictionary packed', withDictionary((dictionary) => zstdCompressSync(dictionary))],
    ['zstd of two frames', Buffer.concat([zstdCompressSync('hello hello '), zstdCompressSync('hello\n')])],
    ['bzip2', BZIP2],
    ['gzip within zstd', zstdCompressSync(gzipSync(text))],
    ['UTF-16 of Windows', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s is undone whatever the name says', async (_, bytes) => {
    expect(await opened([put('scan.json', bytes)])).toEqual([`scan.json: ${text}`])
  })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'lz4',
      Buffer.from([4, 0x22, 0x4d, 0x18, 0, 0]),
      /lz4 compression is not read; unpack it first \(`lz4 -d`\)/,
    ],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]), /xz compression is not read/],
    ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), /7z compression is not read/],
  ])('%s is refused by name', async (_, bytes, reason) => {
    expect((await opened([put('scan', bytes)]))[0]).toMatch(reason)
  })

  it('that is cut gives what came before, and says so', async () => {
    // Too much for one block of either format.
    const lines = Array.from({ length: 40_000 }, (_, index) => `${Math.imul(index, 2654435761)} line\n`).join(
      '',
    )
    for (const packed of [gzipSync(lines), zstdCompressSync(lines)]) {
      const [seen] = await opened([put('cut', packed.subarray(0, packed.length - 20))])
      expect(seen).toMatch(/^cut: \d+ \((gzip|zstd): the input is cut\)$/)
    }
  })

  it('that is at most a beginning is skipped with the reason', async () => {
    expect(await opened([put('cut.gz', gzipSync('x').subarray(0, 5))])).toEqual([
      'cut.gz passed: gzip: the input is cut',
    ])
  })

  it('packed over and over is left alone', async () => {
    let bytes: Uint8Array = Buffer.from('x')
    for (let time = 0; time < 7; time++) bytes = gzipSync(bytes)
    expect(await opened([put('deep', bytes)])).toEqual(['deep passed: it is packed more than 5 times over'])
  })

  it('that expands without bound ends with advice', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024))
    const [seen] = await opened([put('bomb.gz', bomb)])
    expect(seen).toMatch(
      /^bomb.gz: 2\d{8} \(it expands to more than 250 times its size, .*raise import\.maxExpansion\)$/,
    )
    const allowed = { maxExpansion: 2000, maxUnpacked: 1e9 }
    expect(await opened([put('bomb.gz', bomb)], { limits: allowed })).toEqual([
      `bomb.gz: ${300 * 1024 * 1024}`,
    ])
  })
})

describe('a zip file of many entries that expand', () => {
  const limits = { maxExpansion: 250, maxUnpacked: 1e12 }
  const entry = Buffer.alloc(100 * 1024 * 1024)

  it('counts them together', async () => {
    const seen = await opened([put('bomb.zip', zipOf({ a: entry, b: entry, c: entry, d: entry }))], {
      limits,
    })
    expect(seen).toHaveLength(4)
    expect(seen.slice(0, 2)).toEqual(['bomb.zip/a: 104857600', 'bomb.zip/b: 104857600'])
    for (const one of seen.slice(2)) expect(one).toMatch(/expands to more than 250 times its size/)
  })

  it('counts what is compressed once more too', async () => {
    const packed = gzipSync(entry)
    const seen = await opened([put('twice.zip', zipOf({ a: packed, b: packed, c: packed, d: packed }))], {
      limits,
    })
    for (const one of seen.slice(2)) expect(one).toMatch(/expands to more than 250 times its size/)
  })
})

describe('containers', () => {
  const files = {
    'a.json': 'a',
    'sub/b.json.gz': gzipSync('b'),
    '.hidden': 'no',
    '__MACOSX/x': 'no',
    'empty.json': '',
  }

  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['tar', () => tarOf(files)],
    ['tar.gz', async () => gzipSync(await tarOf(files))],
    ['tar.zst', async () => zstdCompressSync(await tarOf(files))],
    ['zip', () => zipOf(files)],
    ['zip.gz', () => gzipSync(zipOf(files))],
  ])('%s is read entry by entry', async (_, make) => {
    expect(await opened([put('all', await make())])).toEqual([
      'all/a.json: a',
      'all/sub/b.json.gz: b',
      'all/empty.json: ',
    ])
    expect(readdirSync(temporary)).toEqual([])
  })

  it('leave out what leads out of them, and read what is behind it', async () => {
    const content = { 'a.json': 'a', '../out.json': 'no', '/root.json': 'yes', 'b.json': 'b' }
    for (const bytes of [zipOf(content), await tarOf(content)])
      expect(await opened([put('all', bytes)])).toEqual([
        'all/a.json: a',
        'all passed: its entry `../out.json` leads out of it and is left out',
        'all/root.json: yes',
        'all/b.json: b',
      ])
  })

  it('hand on the entry’s own time', async () => {
    for (const bytes of [await tarOf({ a: 'a' }), zipOf({ a: 'a' })]) {
      const found = await findFiles([put('all', bytes)], [])
      for await (const input of openInputs(found, { anchors: [] }))
        expect(input).toMatchObject({ kind: 'input', given: false, modified: Date.UTC(2026, 2, 1) })
    }
  })

  it('within containers are opened too', async () => {
    const inner = await tarOf({ 'x.json': 'x' })
    expect(await opened([put('all', zipOf({ 'inner.tar': inner }))])).toEqual(['all/inner.tar/x.json: x'])
  })

  it('with a folder source are unpacked, read as a folder, and removed', async () => {
    const site = {
      'site/session.json': '{}',
      'site/headers/a.txt': 'h',
      'site/html/a.html': 'p',
      'site/other.json': 'o',
    }
    for (const bytes of [gzipSync(await tarOf(site)), zipOf(site)]) {
      expect(await opened([put('site.arc', bytes)])).toEqual([
        'site.arc/site/other.json: o',
        'site.arc/site/session.json: {}',
      ])
      expect(readdirSync(temporary)).toEqual([])
    }
  })

  it('read a report after the pictures that it names, wherever they are, and everything else from the stream', async () => {
    const site = {
      'run/report.jsonl': 'report',
      'run/screens/a.png': 'picture',
      'run/other.json': 'other',
      'run/screens/large.png': Buffer.alloc(17 * 1024 * 1024),
      '../b.png': 'outside',
    }
    const namesPictures = ({ text }: Sample): boolean => text === 'report'
    for (const bytes of [
      gzipSync(await tarOf(site)),
      zipOf(site),
      await tarOf(Object.fromEntries(Object.entries(site).reverse())),
    ]) {
      const pictures: unknown[] = []
      const names: string[] = []
      for await (const item of openInputs(await findFiles([put('site.arc', bytes)], []), {
        anchors: [],
        namesPictures,
        temporary,
      })) {
        if (item.kind === 'passed') continue
        names.push(item.name.slice(folder.length + 1))
        if (!item.name.endsWith('report.jsonl')) continue
        for (const path of ['screens/a.png', 'screens/large.png', '../b.png'])
          pictures.push((await item.beside(path))?.toString())
      }
      expect(pictures).toEqual(['picture', undefined, undefined])
      expect(names.toSorted()).toEqual(
        ['other.json', 'report.jsonl', 'screens/a.png', 'screens/large.png'].map(
          (name) => `site.arc/run/${name}`,
        ),
      )
      expect(names.indexOf('site.arc/run/other.json')).toBeLessThan(
        names.indexOf('site.arc/run/report.jsonl'),
      )
      expect(readdirSync(temporary)).toEqual([])
    }
  })

  it('read a report without its pictures where there is not room for both, and one of two of a name from the stream', async () => {
    const namesPictures = ({ text }: Sample): boolean => text.startsWith('report')
    const tar = await tarOf({ 'a.jsonl': `report ${'x'.repeat(500)}`, 'b.png': Buffer.alloc(600) })
    const limits = { maxExpansion: 1000, maxUnpacked: 550 }
    expect(await opened([put('full.tar', tar)], { limits, namesPictures })).toEqual([
      'full.tar/b.png: 600',
      'full.tar/a.jsonl: 507',
    ])
    const first = await tarOf({ 'a.jsonl': 'report 1' })
    const twice = Buffer.concat([first.subarray(0, 1024), await tarOf({ 'a.jsonl': 'report 2' })])
    expect(await opened([put('twice.tar', twice)], { namesPictures })).toEqual([
      'twice.tar/a.jsonl: report 2',
      'twice.tar/a.jsonl: report 1',
    ])
  })

  it('never write outside of their own directory', async () => {
    const evil = {
      '../../escaped': 'x',
      '/etc/escaped': 'x',
      'html/../../escaped': 'x',
      'html/a': 'x',
      'session.json': '{}',
    }
    const seen = await opened([put('evil.tar', await tarOf(evil))])
    expect(seen).toContain('evil.tar passed: its entry `../../escaped` leads out of it and is left out')
    expect(seen).toContain('evil.tar/session.json: {}')
    expect(readdirSync(root).filter((name) => name.includes('escaped'))).toEqual([])
  })

  it('stop at the limit of unpacked bytes', async () => {
    const big = await tarOf({ 'html/a': Buffer.alloc(100_000), 'session.json': '{}' })
    const limits = { maxExpansion: 1000, maxUnpacked: 50_000 }
    expect(await opened([put('big.tar', big)], { limits })).toContain(
      'big.tar passed: it unpacks to more than 50000 bytes; raise import.maxUnpacked to read it; what came before was read',
    )
    expect(readdirSync(temporary)).toEqual([])
  })

  it('that are cut give the entries before the cut', async () => {
    const tar = await tarOf({ 'a.json': 'a', 'b.json': Buffer.alloc(10_000, 'b') })
    expect(await opened([put('cut.tar', tar.subarray(0, 4000))])).toEqual([
      'cut.tar/a.json: a',
      expect.stringMatching(/^cut\.tar\/b\.json: \d+ \(/),
      expect.stringMatching(/^cut\.tar passed: .*what came before was read$/),
    ])
    const zip = zipOf({ a: 'a' })
    const missing = 'zip: its directory at the end is missing or damaged; what came before was read'
    expect(await opened([put('cut.zip', zip.subarray(0, zip.length - 5))])).toEqual([
      'cut.zip/a: a',
      `cut.zip passed: ${missing}`,
    ])
    const two = zipOf({ a: 'a', b: randomBytes(5000).toString('hex') })
    const seen = await opened([put('two.zip', two.subarray(0, 3000))])
    expect(seen).toEqual([
      'two.zip/a: a',
      expect.stringMatching(/^two\.zip\/b: \d+ \(zip: the input is cut\)$/),
      `two.zip passed: ${missing}`,
    ])
  })

  it('may be left in the middle of an entry', async () => {
    const found = await findFiles([put('all', await tarOf({ a: Buffer.alloc(500_000, 'a'), b: 'b' }))], [])
    const names: string[] = []
    for await (const input of openInputs(found, { anchors: [] }))
      names.push(input.name.slice(folder.length + 1))
    expect(names).toEqual(['all/a', 'all/b'])
    for await (const input of openInputs(found, { anchors: [] })) {
      expect(input.kind).toBe('input')
      break
    }
  })
})

describe('paths', () => {
  it('of folders give all files below in order, without hidden ones, links to folders and parts of folder sources', async () => {
    for (const name of [
      'b.json',
      'a.json',
      'sub/z',
      'sub/a',
      '.git/x',
      '.x',
      'site/session.json',
      'site/html/p',
      'site/n.xml',
    ])
      put(name, name)
    symlinkSync(join(folder, 'a.json'), join(folder, 'link.json'))
    symlinkSync(folder, join(folder, 'loop'))
    symlinkSync('nowhere', join(folder, 'dangling'))
    const files = await findFiles([folder], ANCHORS)
    expect(files.map((file) => file.path.slice(folder.length + 1))).toEqual([
      'a.json',
      'b.json',
      'link.json',
      'site/n.xml',
      'site/session.json',
      'sub/a',
      'sub/z',
    ])
    expect(files.every((file) => !file.given)).toBe(true)
  })

  it('are read once, however often they are given', async () => {
    const file = put('a', 'a')
    expect((await findFiles([file, folder, file], [])).map((found) => found.given)).toEqual([true])
  })

  it('that lead nowhere are reported with the reason', async () => {
    const missing = join(folder, 'missing')
    await expect(findFiles([missing], [])).rejects.toThrow(`\`${missing}\`: there is no such file or folder`)
  })

  it('of a file that vanished meanwhile do not stop the others', async () => {
    const files = await findFiles([put('a', 'a'), put('b', 'b')], [])
    rmSync(join(folder, 'a'))
    const seen: string[] = []
    for await (const input of openInputs(files, { anchors: [] })) seen.push(input.kind)
    expect(seen).toEqual(['passed', 'input'])
  })

  it('take - for standard input, which has no time and no size', async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield gzipSync('from a pipe')
    }
    expect(await opened(['-'], { standardInput: bytes() })).toEqual(['standard input: from a pipe'])
    expect(new ReadProgress(await findFiles(['-'], [])).total).toBeUndefined()
  })

  it.skipIf(process.getuid?.() === 0)(
    'below a folder that cannot be read are reported, and the others are read',
    async () => {
      put('locked/a', 'a')
      const file = put('z', 'z')
      chmodSync(join(folder, 'locked'), 0)
      chmodSync(file, 0)
      put('open', 'o')
      expect(await opened([folder])).toEqual([
        'locked passed: no permission to read it',
        'open: o',
        'z passed: no permission to read it',
      ])
      chmodSync(join(folder, 'locked'), 0o700)
    },
  )

  it('whose names are not valid UTF-8 are reported', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), 'x')
    put('open', 'o')
    expect(await opened([folder])).toEqual([
      expect.stringMatching(/^caf.* passed: there is no such file or folder$/),
      'open: o',
    ])
  })

  it('report how much of them was read', async () => {
    const packed = gzipSync(Buffer.alloc(1_000_000, 'abc'))
    const zip = zipOf({ a: 'a'.repeat(1000), b: 'b' })
    const files = await findFiles([put('a', 'hello'), put('b.gz', packed), put('c.zip', zip)], [])
    const progress = new ReadProgress(files)
    for await (const input of openInputs(files, { anchors: [], progress }))
      if (input.kind === 'input') for await (const _ of input.bytes);
    const total = 5 + packed.length + zip.length
    expect(progress).toMatchObject({ total, consumed: total })
  })

  it('hand on when files were modified', async () => {
    const file = put('a', 'a')
    utimesSync(file, 1_700_000_000, 1_700_000_000)
    expect(await findFiles([file], [])).toMatchObject([{ size: 1, modified: 1_700_000_000_000 }])
  })
})

describe('files beside an input', () => {
  it('are found below its folder and nowhere else', async () => {
    put('secret', 'secret')
    const session = put('site/session.json', '{}')
    put('site/headers/a.txt', 'h')
    symlinkSync(join(folder, 'secret'), join(folder, 'site/headers/link.txt'))
    for await (const input of openInputs(await findFiles([session], ANCHORS), { anchors: ANCHORS })) {
      if (input.kind !== 'input') throw new Error('no input')
      expect(String(await input.beside('headers/a.txt'))).toBe('h')
      for (const path of [
        '../secret',
        'headers/../../secret',
        join(folder, 'secret'),
        'headers/link.txt',
        'none',
        '',
        '.',
      ])
        expect(await input.beside(path), path).toBeUndefined()
    }
  })
})
