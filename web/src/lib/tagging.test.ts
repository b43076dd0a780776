import { describe, expect, it } from 'vitest'
import {
  countLines,
  countValues,
  EVERYTHING,
  fillDuplicates,
  narrowRows,
  readList,
  tagsByInterest,
  sortRows,
} from './tagging.ts'
import type { TaggedRow } from './answer-types.ts'

const row = (line: number, ip: string, more: Partial<TaggedRow> = {}): TaggedRow => ({
  line,
  input: ip,
  status: 'ok',
  tags: [],
  ip,
  ...more,
})
const lines = (rows: readonly TaggedRow[]) => rows.map(({ line }) => line)

describe('rows of a tagging result', () => {
  it('are sorted by the number of the address, version 6 last and what is none first', () => {
    const rows = [row(1, '2001:db8::1'), row(2, '192.0.2.10'), row(3, '192.0.2.9')]
    const invalid: TaggedRow = { line: 4, input: 'x', status: 'invalid', tags: [] }
    expect(lines(sortRows([...rows, invalid], 'ip', false))).toEqual([4, 3, 2, 1])
    expect(lines(sortRows(rows, 'ip', true))).toEqual([1, 2, 3])
  })

  it('stay in the order of their lines where a column holds the same', () => {
    const rows = [
      row(1, '192.0.2.1', { tags: ['a'] }),
      row(2, '192.0.2.2'),
      row(3, '192.0.2.3', { tags: ['b'] }),
    ]
    expect(lines(sortRows(rows, 'tags', true))).toEqual([1, 3, 2])
  })

  it('are narrowed by country, network, tag or its namespace, and any text', () => {
    const rows = [
      row(1, '192.0.2.1', { country: 'DE', organization: 'Example AG', tags: ['cloud:aws', 'cloud'] }),
      row(2, '192.0.2.2', { country: 'FR', tags: ['tor_exit'], asn: 64500 }),
    ]
    const kept = (change: Partial<typeof EVERYTHING>) => lines(narrowRows(rows, { ...EVERYTHING, ...change }))
    expect(kept({})).toEqual([1, 2])
    expect(kept({ country: 'DE' })).toEqual([1])
    expect(kept({ network: 'Example AG' })).toEqual([1])
    expect(kept({ tag: 'cloud' })).toEqual([1])
    expect(kept({ text: 'TOR' })).toEqual([2])
    expect(kept({ text: 'as64500' })).toEqual([2])
  })

  it('count a value once per row, the most frequent first', () => {
    const rows = [
      row(1, '192.0.2.1', { tags: ['port:80', 'port:443'] }),
      row(2, '192.0.2.2', { tags: ['cloud', 'port:1'] }),
    ]
    const counted = countValues(rows, ({ tags }) => tags.map((tag) => tag.split(':')[0]), 9)
    expect(counted).toEqual([
      ['port', 2],
      ['cloud', 1],
    ])
  })

  it('that repeat an address show what the first one found', () => {
    const again: TaggedRow = {
      line: 2,
      input: '192.0.2.1',
      status: 'duplicate',
      tags: ['a'],
      same_as: 1,
      ip: '192.0.2.1',
    }
    const [, filled] = fillDuplicates([row(1, '192.0.2.1', { country: 'DE' }), again])
    expect(filled).toMatchObject({ line: 2, status: 'duplicate', country: 'DE' })
  })
})

describe('a list of addresses', () => {
  it('counts as the server counts: no blank lines, no comments', () => {
    expect(countLines('192.0.2.1\r\n\r\n  # why\n2001:db8::1')).toBe(2)
  })

  it.each([
    ['little-endian', [0xff, 0xfe, 0x31, 0, 0x0a, 0]],
    ['big-endian', [0xfe, 0xff, 0, 0x31, 0, 0x0a]],
  ])('is read as UTF-16, %s', async (_, bytes) => {
    expect(await readList(new Blob([new Uint8Array(bytes)]), 1000)).toEqual({ text: '1\n' })
  })

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0, 1]), 'binary'],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x41]), 'binary'],
    ['nothing but comments', '# nothing\n', 'empty'],
    ['too long', 'x'.repeat(2000), 'large'],
  ])('that is %s is refused with its reason', async (_, content, fault) => {
    expect(await readList(new Blob([content]), 1000)).toEqual({ fault })
  })
})

it('orders tags by interest, and keeps what own records show apart', () => {
  expect(
    tagsByInterest(['cloud:aws', 'port:443', 'asn:1', 'tor_exit', 'product:nginx', 'cdn', 'vpn:x']),
  ).toEqual({
    reported: ['tor_exit', 'vpn:x', 'cloud:aws', 'cdn', 'asn:1'],
    observed: ['port:443', 'product:nginx'],
  })
})
