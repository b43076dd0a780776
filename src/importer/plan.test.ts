import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { tarOf } from '../../test/support/archive.ts'
import { importerNamed, type PlanOptions, planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-plan-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NOW = Date.UTC(2026, 10, 21)
const RECORD = '{"ip":"192.0.2.1","port":80,"title":"a"}\n'

function put(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** What a plan holds and gives, one line each. */
async function planned(paths: readonly string[], options: Partial<PlanOptions> = {}): Promise<string[]> {
  const seen: string[] = []
  const all: PlanOptions = { port: undefined, fields: undefined, now: NOW, ...options }
  for await (const item of planInputs(await findFiles(paths, []), all)) {
    if ('refused' in item) {
      seen.push(item.refused)
      continue
    }
    const kinds: string[] = []
    for await (const reading of item.importer.read(item.input, item.options))
      kinds.push(reading.kind === 'note' ? reading.text : reading.kind)
    seen.push(`${item.importer.name}: ${kinds.join(', ')}`)
  }
  return seen
}

async function defaultTime(path: string, options: Partial<PlanOptions> = {}): Promise<number | undefined> {
  const all: PlanOptions = { port: undefined, fields: undefined, now: NOW, ...options }
  for await (const item of planInputs(await findFiles([path], []), all))
    return 'refused' in item ? undefined : item.defaultTime
  return undefined
}

describe('a plan', () => {
  it('chooses the importer by content', async () => {
    expect(await planned([put('a.xml', RECORD), put('b', 'open tcp 80 192.0.2.1 1700000000\n')])).toEqual([
      'ndjson: observation',
      'masscan: observation',
    ])
  })

  it('takes records of programs it has no reader for by the spellings most programs use', async () => {
    const record = {
      hostname: 'www.example.com',
      ip_address: '192.0.2.1',
      port: 80,
      timestamp: 1714979289,
      status: 200,
    }
    const csv = `${Object.keys(record).join(',')}\n${Object.values(record).join(',')}\n`
    expect(await planned([put('foreign.json', JSON.stringify(record)), put('foreign.csv', csv)])).toEqual([
      'ndjson: observation',
      'csv: observation',
    ])
  })

  it('takes the format that is stated, in any case', async () => {
    expect(
      await planned([put('a', 'x,192.0.2.1,80\n')], { format: 'CSV', fields: ['title', 'ip', 'port'] }),
    ).toEqual(['csv: observation'])
  })

  it('knows no format it does not know, and says which there are', () => {
    expect(() => importerNamed('masscam')).toThrow(
      /^`masscam` is not a known format; it must be one of ndjson, csv, nmap, .*; did you mean `masscan`\?$/,
    )
  })

  it('finds the port of a list of addresses in the name of its file', async () => {
    const [list, other] = [put('zmap_443.csv', '192.0.2.1\n'), put('found.csv', '192.0.2.2\n')]
    const portPattern = String.raw`zmap_(\d+)`
    expect(await planned([list, other], { portPattern })).toEqual([
      'zmap: observation',
      expect.stringMatching(/^this is a list of addresses: tag it with `periplus tag FILE`/),
    ])
    await expect(planned([list], { portPattern: '(' })).rejects.toThrow(/not a valid regular expression/)
    await expect(planned([list], { portPattern: 'zmap' })).rejects.toThrow(/has no group for the port/)
  })

  it.each<[string, string, string | RegExp]>([
    ['nothing', '', 'the file is empty'],
    ['an empty list', '[\n]\n', 'the file is empty'],
    [
      'HTML',
      '<!doctype html><html>',
      /^this is a page of HTML: a saved page does not say where it came from/,
    ],
    [
      'words',
      'lorem ipsum',
      /^not a format we know \(text that begins with `lorem ipsum`\); if it is one of them, say which with --format \(ndjson, csv, /,
    ],
  ])('refuses %s with what to do', async (_, content, reason) => {
    expect(await planned([put('a', content)])).toEqual([expect.stringMatching(reason)])
  })

  it('ends what was cut with a note, after all that could be read', async () => {
    const packed = gzipSync(
      Array.from({ length: 3000 }, (_, port) => `{"ip":"192.0.2.1","port":${port + 1}}\n`).join(''),
    )
    const [seen] = await planned([put('cut.gz', packed.subarray(0, packed.length - 100))])
    expect(seen).toMatch(
      /^ndjson: (observation, )+reject, gzip: the input is cut; what came before was read$/,
    )
  })

  it('passes over without a word what belongs to another entry of a container', async () => {
    const archive = await tarOf({ 'indexes/index.cdx': ' CDX N b a m s k r M S V g\n', 'a.json': RECORD })
    expect(await planned([put('a.tar', archive)])).toEqual(['ndjson: observation'])
    expect(await planned([put('a.tar', archive)], { format: 'ndjson' })).toEqual(['ndjson: observation'])
    // On its own an index says which pages answered; a log says nothing.
    expect(await planned([put('index.cdx', ' CDX N b a m s k r M S V g\n')])).toEqual(['cdxj: skip'])
    const log = '{"timestamp":"2026-03-09","logLevel":"info","context":"general","message":"started"}'
    expect(await planned([put('crawl.log', log)])).toEqual([expect.stringMatching(/^this is the log/)])
  })

  it('gives records without a time the stated one, else that of the entry or file, else now', async () => {
    const file = put('a', RECORD)
    utimesSync(file, 1_700_000_000, 1_700_000_000)
    expect(await defaultTime(file)).toBe(1_700_000_000_000)
    expect(await defaultTime(file, { time: 5 })).toBe(5)
    expect(await defaultTime(put('a.tar', await tarOf({ a: RECORD })))).toBe(Date.UTC(2026, 2, 1))
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(RECORD)
    }
    expect(await defaultTime('-', { standardInput: bytes() })).toBe(NOW)
  })
})
