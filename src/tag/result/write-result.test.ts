import { contextOf, readLines, sourceOf } from '../../../test/support/tag.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { tagLines } from '../tagger/index.ts'
import type { Entry, Result } from '../entry.ts'
import { resultHeader } from './summary.ts'
import { RESULT_FORMATS, type ResultFormat, writeResult } from './write-result.ts'

let result: Result

beforeAll(async () => {
  const context = contextOf([
    sourceOf('exits', '5.6.7.8\n9.9.9.9\n', { tags: ['tor_exit'], url: 'https://example.com/x' }),
  ])
  const results: Entry[] = []
  for await (const entry of tagLines(readLines('5.6.7.8\n=cmd|x\n5.6.7.8\n9.9.9.9\n8.8.1.1'), context))
    results.push(entry)
  result = { ...resultHeader(481, results, context), results }
})

const text = (format: ResultFormat): string => [...writeResult(format, result)].join('')

describe('the formats of a result', () => {
  it('JSON reads back as the result, keys in their order', () => {
    expect(JSON.parse(text('json'))).toEqual(result)
    expect(Object.keys(JSON.parse(text('json')))).toEqual([
      'error',
      'schema',
      'task_id',
      'generated_at',
      'stats',
      'sources',
      'results',
    ])
  })

  it('counts in the header', () => {
    expect(result).toMatchObject({
      error: false,
      schema: 'ip-tags/1',
      task_id: 481,
      generated_at: '2026-11-20T12:00:00Z',
    })
    expect(result.stats).toEqual({
      lines: 5,
      ok: 3,
      invalid: 1,
      duplicate: 1,
      tagged: 2,
      by_tag: { tor_exit: 2, tor_relay: 2, resolver: 1, 'resolver:quad9': 1 },
    })
    expect(Object.keys(result.stats.by_tag)).toEqual(['tor_exit', 'tor_relay', 'resolver', 'resolver:quad9'])
    expect(result.sources['exits']).toEqual({
      name: 'exits',
      url: 'https://example.com/x',
      version: null,
      retrieved_at: '2026-11-20T11:00:00Z',
      stated_at: null,
      age_days: 0,
      records: 2,
      sha256: null,
      licence: null,
      state: 'fresh',
    })
  })

  it('NDJSON has the header first, then one entry per line', () => {
    const [head = '', ...entries] = text('ndjson').trimEnd().split('\n')
    const { results, ...header } = result
    expect(JSON.parse(head)).toEqual(header)
    expect(entries.map((entry) => JSON.parse(entry))).toEqual(results)
  })

  it('CSV has the columns that are chosen, in its own order of cells', () => {
    const chosen = [...writeResult('csv', result, ['tags', 'ip'])].join('')
    expect(chosen.split('\r\n').slice(0, 2)).toEqual(['tags,ip', 'tor_exit;tor_relay,5.6.7.8'])
  })

  it('CSV is flat, and no cell is a formula', () => {
    const rows: Record<string, string>[] = parse(text('csv'), { columns: true })
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({
      line: '1',
      status: 'ok',
      ip: '5.6.7.8',
      tags: 'tor_exit;tor_relay',
      tor_exit: 'true',
      tor_relay: 'true',
      vpn: '',
    })
    expect(rows[1]).toMatchObject({ status: 'invalid', input: "'=cmd|x" })
    expect(rows[2]).toMatchObject({ status: 'duplicate', same_as: '1', ip: '5.6.7.8' })
    expect(rows[4]).toMatchObject({ tor_exit: 'false' })
  })

  it('text has the address and its tags', () => {
    expect(text('txt')).toBe(
      [
        '5.6.7.8\ttor_exit,tor_relay',
        '=cmd|x\t!`=cmd|x` is not an IPv4 or IPv6 address',
        '5.6.7.8\ttor_exit,tor_relay',
        '9.9.9.9\tresolver,resolver:quad9,tor_exit,tor_relay',
        '8.8.1.1\t',
        '',
      ].join('\n'),
    )
  })

  it.each(RESULT_FORMATS)('%s of nothing is whole', (format) => {
    const empty = { ...result, results: [] }
    const written = [...writeResult(format, empty)].join('')
    if (format === 'json') expect(JSON.parse(written).results).toEqual([])
    else expect(written.split('\n').length).toBeLessThanOrEqual(2)
  })
})
