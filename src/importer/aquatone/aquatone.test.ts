import { describe, expect, it } from 'vitest'
import { memoryInput, readAll } from '../../../test/support/importer.ts'
import { detectFormat, makeSample } from '../detect.ts'
import type { Reading } from '../importer.ts'
import { IMPORTERS, REFUSALS } from '../registry.ts'
import { aquatoneImporter } from './index.ts'

const PAGE = {
  url: 'https://a.example/',
  hostname: 'a.example',
  addrs: ['192.0.2.1'],
  status: '200 OK',
  headers: [],
}

const read = (value: unknown): Promise<Reading[]> =>
  readAll(aquatoneImporter, memoryInput('aquatone_session.json', Buffer.from(JSON.stringify(value))))

async function timeOf(stats: object, headers: object[] = []): Promise<string | undefined> {
  const [reading] = await read({ version: '1.7.0', stats, pages: { x: { ...PAGE, headers } } })
  const time = reading?.kind === 'observation' ? reading.observation.time : undefined
  return time === undefined ? undefined : new Date(time).toISOString()
}

describe('aquatone pages', () => {
  it('take the end of the run as their time, else its start, else what the server said', async () => {
    const [startedAt, finishedAt] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00.5+01:00']
    const date = [{ name: 'Date', value: 'Thu, 01 Jan 2026 02:00:00 GMT' }]
    expect(await timeOf({ startedAt, finishedAt }, date)).toBe('2026-01-01T00:00:00.500Z')
    expect(await timeOf({ startedAt, finishedAt: '0001-01-01T00:00:00Z' }, date)).toBe(
      '2026-01-01T00:00:00.000Z',
    )
    expect(await timeOf({}, date)).toBe('2026-01-01T02:00:00.000Z')
    expect(await timeOf({})).toBeUndefined()
  })

  it('merged into lines are taken with the body they carry', async () => {
    const line = {
      ...PAGE,
      source: 'x',
      title: 'A',
      headers: [['Server', 'nginx']],
      tags: ['Nginx'],
      seen_at: '2026-01-01T00:00:00Z',
      body: 'b',
    }
    const text = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, body: null })}\n`
    const detection = detectFormat(makeSample('merged.jsonl', Buffer.from(text), true), IMPORTERS, REFUSALS)
    expect(detection).toMatchObject({ kind: 'importer', importer: { name: 'aquatone' } })
    const readings = await readAll(aquatoneImporter, memoryInput('merged.jsonl', Buffer.from(text)))
    expect(readings).toMatchObject([
      {
        observation: {
          time: Date.UTC(2026, 0, 1),
          stated: {
            title: 'A',
            header: '200 OK\r\nServer: nginx',
            body: 'b',
            product: ['Nginx'],
            status_code: 200,
          },
        },
      },
      { kind: 'observation' },
    ])
  })

  it.each([
    ['an object of another kind', { hello: 'world' }, 'no aquatone session: it has no `pages`'],
    ['a page that is none', { stats: {}, pages: { x: 7 } }, 'the page is not a JSON object'],
    ['a page without address', { stats: {}, pages: { x: {} } }, 'the page has no `url`'],
  ])('%s is rejected', async (_, value, reason) =>
    expect(await read(value)).toMatchObject([{ kind: 'reject', reject: { reason } }]),
  )

  it.each([
    [
      'run/aquatone_urls.txt',
      'https://a.example/\nhttp://b.example/\n',
      'the list of addresses of an aquatone run',
    ],
    [
      'run/headers/https__a_example__da39a3ee5e6b4b0d.txt',
      '200 OK\nServer: x\n',
      'a single page of an aquatone run',
    ],
  ])('%s alone is refused by name', (name, text, refused) =>
    expect(detectFormat(makeSample(name, Buffer.from(text), true), IMPORTERS, REFUSALS)).toMatchObject({
      kind: 'refusal',
      refusal: { name: refused },
    }),
  )
})
