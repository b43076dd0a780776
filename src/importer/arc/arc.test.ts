import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../../test/support/importer.ts'
import type { Reading } from '../importer.ts'
import { arcImporter } from './index.ts'
import { readRecordLine } from './record.ts'

const read = (text: string): Promise<Reading[]> =>
  readAll(arcImporter, memoryInput('x.arc', Buffer.from(text), 100))

function write(url: string, body: string, length?: string): string {
  const block = `HTTP/1.0 200 OK\nServer: NCSA\n\n${body}`
  return `${url} 198.18.0.1 20080430204825 text/html ${length ?? Buffer.byteLength(block)}\n${block}\n`
}

describe('the line that begins a record', () => {
  it.each([
    ['http://a.example/ 192.0.2.1 20080430204825 text/html 12', 'http://a.example/', '192.0.2.1', 12],
    [
      'http://a.example/?q=b c d 192.0.2.1 20080430204825 text/html 12',
      'http://a.example/?q=b c d',
      '192.0.2.1',
      12,
    ],
    [
      'http://a.example/ 2001:db8::1 200804302048 text/html; charset=x y 0',
      'http://a.example/',
      '2001:db8::1',
      0,
    ],
    [
      'http://a.example/ 192.0.2.1 20080430204825 text/html 200 - - 209 x.arc 34',
      'http://a.example/',
      '192.0.2.1',
      34,
    ],
    ['http://a.example/ 192.0.2.1 20080430204825 text/html -1', 'http://a.example/', '192.0.2.1', undefined],
    ['filedesc:// - - - 76', 'filedesc://', '-', 76],
    ['dns:a.example 192.0.2.1 20080430204825 text/dns 56', 'dns:a.example', '192.0.2.1', 56],
  ])('%s is read', (line, url, ip, length) => expect(readRecordLine(line)).toMatchObject({ url, ip, length }))

  it.each([
    '',
    'words',
    'http://a.example/',
    '<html> 192.0.2.1 20080430204825 text/html 1',
    '1 0 InternetArchive',
  ])('%j is none', (line) => expect(readRecordLine(line)).toBeUndefined())
})

describe('ARC records', () => {
  const bodies = fc.array(fc.stringMatching(/^[a-z0-9 <>/.]{0,40}$/), { minLength: 1, maxLength: 5 })
  const wrong = fc.oneof(fc.constantFrom('-1', 'abc', '99999999'), fc.nat({ max: 60 }).map(String))

  it('all come out whatever length one of them states', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.nat(), wrong, async (list, which, length) => {
        const urls = list.map((_, index) => `http://n${index}.example/`)
        const at = which % list.length
        const content = list.map((body, index) =>
          write(urls[index] ?? '', body, index === at ? length : undefined),
        )
        const readings = await read(content.join(''))
        const found = readings.flatMap((reading) =>
          reading.kind === 'observation'
            ? [[reading.observation.stated.link, reading.observation.stated.body?.trimEnd()]]
            : [],
        )
        expect(found).toEqual(list.map((body, index) => [urls[index], body.trimEnd()]))
      }),
      { numRuns: 120 },
    )
  })

  it('without an HTTP message are rejected with their text', async () => {
    const [reading] = await read('http://a.example/ 192.0.2.1 20080430204825 text/html 5\nwords\n')
    expect(reading).toMatchObject({
      kind: 'reject',
      reject: {
        line: 1,
        reason: 'the record does not begin with an HTTP status line',
        text: expect.stringContaining('words'),
      },
    })
  })
})
