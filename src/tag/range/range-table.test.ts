import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../../test/support/long.ts'
import { processorTime } from '../../../test/support/growth.ts'
import { type Address, parseAddress, parseNetwork, printAddress } from '../../util/index.ts'
import { printRow, RangeListBuilder } from './range-list.ts'
import { buildRangeTable, findRanges, listOffsets, locateRow, MOST_MATCHES } from './range-table.ts'
import { parseRange, readRange } from './read-range.ts'

const MAPPED = 0xffff_0000_0000n
const FOUR = fc.bigInt({ min: 0n, max: 40n }).map((value) => MAPPED | value)
const FOUR_WIDE = fc.bigInt({ min: 0n, max: 0xffff_ffffn }).map((value) => MAPPED | value)
const SIX = fc.oneof(fc.bigInt({ min: 0n, max: 40n }), fc.bigInt({ min: 1n << 64n, max: (1n << 128n) - 1n }))

function address(value: bigint): Address {
  return { version: value >> 32n === 0xffffn ? 4 : 6, value }
}

/** Positions of the ranges that hold the value, by looking at each. */
function scan(ranges: readonly (readonly [bigint, bigint])[], value: bigint): number[] {
  return ranges.flatMap(([first, last], index) => (first <= value && value <= last ? [index] : []))
}

function check(ranges: readonly (readonly [bigint, bigint])[], values: readonly bigint[]): void {
  const half = Math.floor(ranges.length / 2)
  const lists = [ranges.slice(0, half), ranges.slice(half)].map((part) => {
    const builder = new RangeListBuilder()
    for (const [index, [first, last]] of part.entries()) builder.add(address(first), address(last), index)
    return builder.build()
  })
  const table = buildRangeTable(lists)
  for (const value of values) {
    expect(findRanges(table, address(value)).toSorted((a, b) => a - b)).toEqual(scan(ranges, value))
  }
}

describe('the table of ranges', () => {
  it.each([
    ['crowded IPv4', FOUR],
    ['wide IPv4', FOUR_WIDE],
    ['IPv6', SIX],
  ])('finds what a look at every range finds: %s', (_, value) => {
    const pair = fc.tuple(value, value).map(([a, b]): readonly [bigint, bigint] => (a < b ? [a, b] : [b, a]))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), fc.array(value, { maxLength: 5 }), (ranges, values) => {
        const edges = ranges.flat()
        check(
          ranges,
          [...values, ...edges, ...edges.filter((edge) => edge > MAPPED).map((edge) => edge - 1n)].filter(
            (candidate) => address(candidate).version === address(ranges[0]?.[0] ?? MAPPED).version,
          ),
        )
      }),
    )
  })

  it('agrees with a comparison of every range where there are so many that they are indexed', () => {
    const value = (index: number): number => Math.imul(index, 2_654_435_761) >>> 0
    const spans = Array.from({ length: 6000 }, (_, index) => {
      const first = value(index)
      return [first, Math.min(0xffff_ffff, first + (value(index + 7) % 2 ** (index % 24)))] as const
    })
    const builder = new RangeListBuilder()
    for (const [first, last] of spans) builder.add4(first, last, 0)
    const table = buildRangeTable([builder.build()])
    expect(table.four.starts.length).toBe(65_537)
    const edges = spans.slice(0, 60).flatMap(([first, last]) => [first, last, (last + 1) >>> 0, first - 1])
    for (const one of [...edges, 0, 0xffff_ffff, 0x1_0000, 0xffff].filter((each) => each >= 0)) {
      const expected = spans.flatMap(([first, last], row) => (first <= one && one <= last ? [row] : []))
      const found = findRanges(table, { version: 4, value: MAPPED | BigInt(one) })
      expect([...found].sort((a, b) => a - b)).toEqual(expected)
    }
  })

  it('gives the longest prefix first', () => {
    const builder = new RangeListBuilder()
    for (const text of ['10.0.0.0/8', '0.0.0.0/0', '10.1.2.3', '10.1.0.0/16']) readRange(text, builder, 0)
    const list = builder.build()
    const found = findRanges(buildRangeTable([list]), parseAddress('10.1.2.3') ?? address(0n))
    expect(found.map((row) => printRow(list.four, row))).toEqual([
      '10.1.2.3',
      '10.1.0.0/16',
      '10.0.0.0/8',
      '0.0.0.0/0',
    ])
  })

  it('is not slowed by one range given very often', async () => {
    const tableOf = (copies: number) => {
      const builder = new RangeListBuilder()
      for (let copy = 0; copy < copies; copy++) builder.add4(16, 31, 0)
      return buildRangeTable([builder.build()])
    }
    const [few, many] = [tableOf(300), tableOf(300_000)]
    for (const table of [few, many]) expect(findRanges(table, address(MAPPED | 32n))).toEqual([])
    const timeOf = (table: typeof few) =>
      processorTime(() => {
        for (let round = 0; round < 1000; round++) findRanges(table, address(MAPPED | 32n))
      })
    expect((await timeOf(many)) / (await timeOf(few))).toBeLessThan(10)
    expect(findRanges(many, address(MAPPED | 20n)).length).toBe(MOST_MATCHES)
  })

  it('answers nothing from an empty table', () => {
    const table = buildRangeTable([])
    expect(findRanges(table, address(MAPPED))).toEqual([])
    expect(findRanges(table, address(1n))).toEqual([])
  })

  it('knows the list and the row of a range number', () => {
    const lists = [2, 0, 3].map((count) => {
      const builder = new RangeListBuilder()
      for (let index = 0; index < count; index++) builder.add4(index, index, 0)
      return builder.build().four
    })
    const offsets = listOffsets(lists)
    expect([0, 1, 2, 4].map((entry) => locateRow(offsets, entry))).toEqual([
      { list: 0, row: 0 },
      { list: 0, row: 1 },
      { list: 2, row: 0 },
      { list: 2, row: 2 },
    ])
  })
})

describe('ranges in text', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.0-192.0.2.255', '192.0.2.0/24'],
    ['192.0.2.1 - 192.0.2.3', '192.0.2.1-192.0.2.3'],
    ['FE80::/10', 'fe80::/10'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:db8::1-2001:db8::2', '2001:db8::1-2001:db8::2'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ])('reads %s as %s', (text, printed) => {
    const builder = new RangeListBuilder()
    expect(readRange(text, builder, 0)).toBe(true)
    const list = builder.build()
    expect(printRow(list.four.rows.length > 0 ? list.four : list.six, 0)).toBe(printed)
  })

  it.each([
    '',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.256',
    '1.2.3.4/33',
    '1.2.3.4/08',
    '1.2.3.4/1e1',
    '1.2.3.4/+8',
    '1.2.3.4/ 8',
    '1.2.3.4:80',
    '1.2.3.9-1.2.3.4',
    '1.2.3.4-::1',
    '1.2.3.4-5-6',
    '::/129',
    'example.com',
  ])('refuses %j', (text) => expect(readRange(text, new RangeListBuilder(), 0)).toBe(false))

  it('agrees with the strict parsers on everything that looks like IPv4', () => {
    const piece = fc.constantFrom('0', '1', '00', '9', '25', '256', '255', '.', '.', '.', '/', '24', '-', ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('')
        const builder = new RangeListBuilder()
        const taken = readRange(text, builder, 0)
        const range = parseRange(text)
        expect(taken).toBe(range !== undefined)
        const network = parseNetwork(text)
        if (network !== undefined && network.prefix < 32)
          expect(printRow(builder.build().four, 0)).toBe(
            `${printAddress({ version: 4, value: network.first })}/${network.prefix}`,
          )
      }),
      { numRuns: inShortOrLong(500, 2000) },
    )
  })
})
