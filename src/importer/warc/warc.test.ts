import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { memoryInput, readAll } from '../../../test/support/importer.ts'
import { complaints } from '../../../test/support/reading.ts'
import type { Reading } from '../importer.ts'
import { warcImporter } from './index.ts'

interface Spec {
  readonly uri: string
  readonly body: string
  readonly type?: string
  readonly version?: string
  readonly fields?: readonly string[]
  /** What the record states instead of the right length; null: nothing. */
  readonly length?: string | null
  readonly lineEnd?: string
  readonly http?: string
}

function write(spec: Spec): string {
  const nl = spec.lineEnd ?? '\r\n'
  const { type = 'response', version = 'WARC/1.1', fields = [], uri } = spec
  const head = ['HTTP/1.1 200 OK', 'Server: nginx', 'Content-Type: text/plain'].join(nl)
  const block = spec.http ?? `${head}${nl}${nl}${spec.body}`
  const stated = spec.length === undefined ? String(Buffer.byteLength(block)) : spec.length
  const length = stated === null ? [] : [`Content-Length: ${stated}`]
  const header = [version, `WARC-Type: ${type}`, `WARC-Target-URI: ${uri}`, ...fields, ...length]
  return `${header.join(nl)}${nl}${nl}${block}${nl}${nl}`
}

/** Whether a stated length ends where a later record ends: then nothing shows that it is wrong. */
function endsBetweenRecords(list: readonly Spec[], at: number, length: number): boolean {
  let end = 0
  return list.slice(at).some((spec, index) => {
    const record = write(spec)
    const own = index === 0 ? record.slice(record.search(/HTTP\//)) : record
    end += Buffer.byteLength(own)
    return index > 0 && length >= end - (record.length - record.trimEnd().length) && length <= end
  })
}

async function read(content: string | Uint8Array): Promise<Reading[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return await readAll(warcImporter, memoryInput('x.warc', bytes, 1000))
}

function observations(readings: readonly Reading[]): { uri: string; body: string | undefined }[] {
  return readings.flatMap((reading) =>
    reading.kind === 'observation'
      ? [{ uri: reading.observation.stated.link ?? '', body: reading.observation.stated.body }]
      : [],
  )
}

const specs = fc.array(
  fc.record({
    uri: fc.webUrl().map((url) => url.replace(/[^\x21-\x7e]/g, '')),
    body: fc.stringMatching(/^[a-zA-Z0-9 <>/.,äöж]{0,60}$/),
    version: fc.constantFrom('WARC/0.17', 'WARC/0.18', 'WARC/1.0', 'WARC/1.1', 'warc/1.0'),
    lineEnd: fc.constantFrom('\r\n', '\n'),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('WARC records', () => {
  it('come out as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(specs, async (list) => {
        const readings = await read(list.map(write).join(''))
        expect(observations(readings)).toEqual(list.map(({ uri, body }) => ({ uri, body })))
        expect(readings).toHaveLength(list.length)
      }),
      { numRuns: 60 },
    )
  })

  const wrong = fc.oneof(
    fc.constantFrom(null, '', '-1', '-99', '1e3', 'abc', '0x10', '12 34', '99999999999999999999', '0'),
    fc.integer({ min: 0, max: 3000 }).map(String),
    fc.constant('123456789'),
  )

  it('all come out whatever length one of them states', async () => {
    await fc.assert(
      fc.asyncProperty(specs, fc.nat(), wrong, async (list, which, length) => {
        const at = which % list.length
        fc.pre(!endsBetweenRecords(list, at, Number(length)))
        const content = list.map((spec, index) => write(index === at ? { ...spec, length } : spec)).join('')
        // A length that reaches into the line ends between two records brings some of them along.
        const found = observations(await read(content)).map(({ uri, body }) => ({
          uri,
          body: body?.trimEnd(),
        }))
        expect(found).toEqual(list.map(({ uri, body }) => ({ uri, body: body.trimEnd() })))
      }),
      { numRuns: 120 },
    )
  })

  it('give the scripts of a page that the archive holds, once and at the end', async () => {
    const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<script src="a.js"></script>'
    const script = 'HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n\r\nalert(1)'
    const records = [
      { uri: 'http://a.example/dir/a.js', body: '', http: script },
      { uri: 'http://a.example/dir/', body: '', http: html },
    ]
    const readings = await read(records.map(write).join(''))
    expect(readings).toHaveLength(3)
    expect(readings.at(-1)).toMatchObject({
      observation: { reached: 'a.example', stated: { js_md5: ['238e96d5b62a1aec3739730469f27192'] } },
    })
  })

  it('come out beside junk, which is rejected with what it holds', async () => {
    const junk = 'monkeys\r\nWARC-Type: response\r\n\r\n'
    const list = [1, 2, 3].map((number) => ({ uri: `http://n${number}.example/`, body: 'x' }))
    const readings = await read(junk + list.map((spec) => write(spec) + junk).join(''))
    expect(observations(readings)).toEqual(list)
    expect(readings.filter((reading) => reading.kind === 'reject')).toHaveLength(4)
    expect(readings[0]).toEqual({
      kind: 'reject',
      reject: { line: 1, reason: '32 bytes before record 1 belong to no record', text: junk },
    })
  })

  const cuts = fc.record({
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 30 }),
    with: fc.constantFrom('', '\n', 'WARC/1.0\r\n', '\r\n\r\n', '\0'),
  })

  it('are always reported, stored, skipped or rejected when the file is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(specs, fc.array(cuts, { minLength: 1, maxLength: 4 }), async (list, damage) => {
        let content = list.map(write).join('')
        for (const { at, length, with: put } of damage) {
          const start = at % (content.length + 1)
          content = content.slice(0, start) + put + content.slice(start + length)
        }
        const readings = await read(content)
        expect(complaints(readings)).toEqual([])
        if (content.trim() !== '') expect(readings.length).toBeGreaterThan(0)
      }),
      { numRuns: 120 },
    )
  })

  it.each([
    ['http://a.example', 'a.example', 80, '/'],
    ['<https://a.example/>', 'a.example', 443, '/'],
    ['https://A.Example:8443/b/c?d=e', 'a.example', 8443, '/b/c'],
    ['http://[2001:db8::1]:81/', '2001:db8::1', 81, '/'],
    ['http://a.example/with space', 'a.example', 80, '/with space'],
  ])('of %s are of the host that answered', async (uri, reached, port, path) => {
    const [reading] = await read(write({ uri, body: '' }))
    expect(reading).toMatchObject({ kind: 'observation', observation: { reached, port, page: { path } } })
  })

  it.each([
    ['2026-05-04T03:02:01Z', '2026-05-04T03:02:01.000Z'],
    ['2026-05-04T03:02:01.987654321Z', '2026-05-04T03:02:01.987Z'],
    ['2026-05-04T03:02Z', '2026-05-04T03:02:00.000Z'],
    ['2026-05-04', '2026-05-04T00:00:00.000Z'],
    ['2026-05', '2026-05-01T00:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['20260504030201', '2026-05-04T03:02:01.000Z'],
    ['blue monday', undefined],
    ['', undefined],
  ])('dated %j are of %s', async (date, expected) => {
    const [reading] = await read(
      write({ uri: 'http://a.example/', body: '', fields: [`WARC-Date: ${date}`] }),
    )
    const time = reading?.kind === 'observation' ? reading.observation.time : 0
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(expected)
  })

  it.each(['a.b.c.d', '', '0.0.0.0', '::'])('with the address %j have none', async (ip) => {
    const [reading] = await read(
      write({ uri: 'http://a.example/', body: '', fields: [`WARC-IP-Address: ${ip}`] }),
    )
    expect(reading).toMatchObject({
      observation: { stated: expect.not.objectContaining({ ip: expect.anything() }) },
    })
  })

  it.each([
    [{ uri: '', body: '' }, 'the response record has no WARC-Target-URI'],
    [{ uri: 'http://', body: '' }, '`http://` is not a valid web address'],
    [{ uri: 'http://a.example:99999/', body: '' }, '`http://a.example:99999/` is not a valid web address'],
    [{ uri: 'no address', body: '' }, '`no address` is not a valid web address'],
    [{ uri: 'http://a.example/', body: '', http: '' }, 'the record is empty'],
    [
      { uri: 'http://a.example/', body: '', http: 'words' },
      'the record does not begin with an HTTP status line',
    ],
    [{ uri: 'http://a.example/', body: '', type: '' }, 'the record has no WARC-Type'],
  ])('like %j are rejected', async (spec, reason) => {
    const [reading] = await read(write(spec))
    expect(reading).toMatchObject({ kind: 'reject', reject: { line: 1, reason } })
  })

  it('of other kinds are skipped by their kind', async () => {
    const types = ['warcinfo', 'request', 'metadata', 'conversion', 'continuation', 'monkeys']
    const readings = await read(
      types.map((type) => write({ uri: 'http://a.example/', body: '', type })).join(''),
    )
    expect(readings.map((reading) => (reading.kind === 'skip' ? reading.reason : reading))).toEqual([
      ...types.slice(0, 5).map((type) => `${type} record`),
      '`monkeys` record',
    ])
  })
})

describe('revisits', () => {
  const page = 'http://a.example/page'
  const original = write({
    uri: page,
    body: 'the page',
    fields: ['WARC-Record-ID: <urn:1>', 'WARC-Date: 2026-01-01T00:00:00Z', 'WARC-Payload-Digest: sha1:AA'],
  })
  const revisit = (http: string, ...fields: string[]): string =>
    write({
      uri: `${page}?again`,
      body: '',
      type: 'revisit',
      http,
      fields: ['WARC-Date: 2026-02-01T00:00:00Z', ...fields],
    })
  const OWN = 'HTTP/1.1 200 OK\r\nServer: own\r\n\r\n'

  it.each([
    ['its id', 'WARC-Refers-To: <urn:1>'],
    ['its digest', 'WARC-Payload-Digest: sha1:AA'],
    [
      'its address and date',
      `WARC-Refers-To-Target-URI: ${page}\r\nWARC-Refers-To-Date: 2026-01-01T00:00:00Z`,
    ],
  ])('take the body of the original, found by %s, and keep their header', async (_, field) => {
    const [, reading] = await read(original + revisit(OWN, field))
    expect(reading).toMatchObject({
      observation: {
        stated: { body: 'the page', header: 'HTTP/1.1 200 OK\r\nServer: own', link: `${page}?again` },
      },
    })
    expect(reading).not.toMatchObject({ observation: { repeat: true } })
  })

  it.each([
    ['without a header of their own', ''],
    ['that say the page was not modified', 'HTTP/1.1 304 Not Modified\r\nServer: own\r\n\r\n'],
  ])('%s take that of the original', async (_, http) => {
    const [, reading] = await read(original + revisit(http, 'WARC-Refers-To: <urn:1>'))
    expect(reading).toMatchObject({
      observation: { stated: { body: 'the page', header: expect.stringContaining('nginx') } },
    })
  })

  it('whose original is elsewhere repeat what is known', async () => {
    const [reading] = await read(revisit(OWN, 'WARC-Refers-To: <urn:2>'))
    expect(reading).toMatchObject({
      observation: { repeat: true, stated: { header: 'HTTP/1.1 200 OK\r\nServer: own' } },
    })
    expect(reading).not.toMatchObject({ observation: { stated: { body: expect.anything() } } })
  })

  it('find only the newest 64 MiB of originals', async () => {
    const many = Array.from({ length: 70 }, (_, number) =>
      write({
        uri: `${page}/${number}`,
        body: 'x'.repeat(1024 * 1024 - 100),
        fields: [`WARC-Record-ID: <urn:${number}>`],
      }),
    ).join('')
    const readings = await read(
      many + [0, 69].map((id) => revisit(OWN, `WARC-Refers-To: <urn:${id}>`)).join(''),
    )
    expect(readings.at(-2)).toMatchObject({ observation: { repeat: true } })
    expect(readings.at(-1)).not.toMatchObject({ observation: { repeat: true } })
  })
})

describe('large and hostile records', () => {
  it('a body beyond 8 MiB is cut and its length kept', async () => {
    const body = 'y'.repeat(9 * 1024 * 1024)
    const [reading, after] = await read(
      write({ uri: 'http://a.example/', body }) + write({ uri: 'http://b.example/', body: '' }),
    )
    expect(reading).toMatchObject({ observation: { bodyLength: body.length } })
    expect(reading?.kind === 'observation' && reading.observation.stated.body?.length).toBeLessThan(
      8 * 1024 * 1024,
    )
    expect(after).toMatchObject({ observation: { reached: 'b.example' } })
  })

  it('a body that the recorder truncated has the length the server stated', async () => {
    const http = 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nonly this'
    const fields = ['WARC-Truncated: length']
    const [reading] = await read(write({ uri: 'http://a.example/', body: '', http, fields }))
    expect(reading).toMatchObject({ observation: { bodyLength: 5000, stated: { body: 'only this' } } })
    const [whole] = await read(write({ uri: 'http://a.example/', body: '', http }))
    expect(whole).not.toMatchObject({ observation: { bodyLength: expect.anything() } })
  })

  it('ten thousand records that all claim eight megabytes are read in linear time', async () => {
    const record = write({ uri: 'http://a.example/', body: 'z', length: String(8 * 1024 * 1024) })
    const readAll = async (count: number): Promise<void> => {
      const readings = await read(record.repeat(count))
      expect(readings.filter((reading) => reading.kind === 'observation')).toHaveLength(count)
    }
    expect(await growth(readAll, 1250)).toBeLessThan(LINEAR)
  })

  it('a compressed body that is cut gives its beginning', async () => {
    const packed = gzipSync(
      Buffer.from(Array.from({ length: 3000 }, (_, index) => `line ${index * 7919}`).join('\n')),
    )
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'
    const record = Buffer.concat([
      Buffer.from(
        `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: ${head.length + packed.length}\r\n\r\n${head}`,
      ),
      packed.subarray(0, packed.length / 2),
    ])
    const [reading, note] = await read(record)
    expect(reading).toMatchObject({
      observation: { stated: { body: expect.stringMatching(/^line 0\nline 7919\n/) } },
    })
    expect(note).toEqual({ kind: 'note', text: 'the input ends within record 1' })
  })
})
