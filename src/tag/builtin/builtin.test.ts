import { contextOf, tagOne } from '../../../test/support/tag.ts'
import { describe, expect, it } from 'vitest'
import { parseAddress, printAddress } from '../../util/index.ts'
import { parseRange, SPECIAL_BLOCKS } from '../range/index.ts'
import { guessKind, SYSTEM_GROUPS } from './system.ts'

const context = contextOf([])

async function look(ip: string) {
  const entry = await tagOne(ip, context)
  if (entry.status !== 'ok') throw new Error(JSON.stringify(entry))
  return entry
}

const blocks = SPECIAL_BLOCKS.map((block) => {
  const range = parseRange(block.range)
  if (range === undefined) throw new Error(block.range)
  return { ...block, ...range }
})

const width = (block: (typeof blocks)[number]): bigint => block.last.value - block.first.value

describe('special-purpose blocks', () => {
  it.each(blocks)('$range is reserved:$name at both edges', async ({ name, first, last }) => {
    for (const edge of [first, last]) {
      const entry = await look(printAddress(edge))
      expect(entry.tags).toContain(`reserved:${name}`)
      const narrowest = blocks
        .filter(
          (block) =>
            block.first.version === edge.version &&
            block.first.value <= edge.value &&
            edge.value <= block.last.value,
        )
        .toSorted((one, other) => (width(one) < width(other) ? -1 : 1))[0]
      expect(entry.scope).toBe(narrowest?.scope)
    }
  })

  it.each(blocks)('$range ends there', async ({ range, name, first, last }) => {
    for (const [edge, step] of [
      [first, -1n],
      [last, 1n],
    ] as const) {
      const value = edge.value + step
      const version = value >> 32n === 0xffffn ? 4 : 6
      if (value < 0n || value >> 128n !== 0n || version !== edge.version) continue
      const other = blocks.some(
        (block) =>
          block.name === name &&
          block.range !== range &&
          block.first.value <= value &&
          value <= block.last.value,
      )
      if (!other)
        expect((await look(printAddress({ version, value }))).tags).not.toContain(`reserved:${name}`)
    }
  })

  it.each([
    ['8.8.8.8', 'public'],
    ['2001:4860:4860::8888', 'public'],
    ['192.0.0.9', 'public'],
    ['192.31.196.1', 'public'],
    ['10.0.0.1', 'private'],
    ['fd00::1', 'private'],
    ['100.64.0.1', 'special'],
    ['127.0.0.1', 'special'],
    ['240.0.0.1', 'special'],
    ['4000::1', 'special'],
    ['224.0.0.251', 'multicast'],
    ['ff02::1', 'multicast'],
  ])('%s is %s', async (ip, scope) => expect((await look(ip)).scope).toBe(scope))
})

describe('IPv4 addresses inside IPv6 ones are named', () => {
  it.each([
    ['2002:c000:0204::1', 'reserved:6to4', '6to4 (RFC 3056); 6to4 address of 192.0.2.4'],
    [
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      'reserved:teredo',
      'Teredo (RFC 4380); Teredo client 192.0.2.45 port 40000 at server 65.54.227.120',
    ],
    [
      '64:ff9b::192.0.2.33',
      'reserved:nat64',
      'IPv4-IPv6 translation, well-known prefix (RFC 6052); NAT64 address of 192.0.2.33',
    ],
    ['::ffff:8.8.4.4', 'reserved:ipv4-mapped', 'IPv4-mapped writing of 8.8.4.4'],
  ])('%s', async (ip, tag, note) => {
    const entry = await look(ip)
    const row = { tag, source: 'iana', basis: 'definition', confidence: 100, last_seen: null, note }
    expect(entry.evidence).toContainEqual(expect.objectContaining(row))
    expect(entry.tags).toContain(tag)
  })

  it('and a mapped address is the IPv4 address in everything else', async () => {
    const entry = await look('::ffff:8.8.4.4')
    expect(entry).toMatchObject({ ip: '8.8.4.4', version: 4, scope: 'public' })
    expect(entry.tags).toContain('resolver:google')
  })
})

describe('what comes with the program', () => {
  it('names public resolvers', async () => {
    expect((await look('9.9.9.9')).tags).toEqual(['resolver', 'resolver:quad9'])
    expect((await look('2606:4700:4700::1111')).tags).toEqual([
      'cdn',
      'cdn:cloudflare',
      'resolver',
      'resolver:cloudflare',
    ])
    expect((await look('9.9.9.13')).tags).toEqual([])
  })

  it('puts each autonomous system under one kind', () => {
    const all = SYSTEM_GROUPS.flatMap(({ systems }) => systems)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(500)
  })

  it.each([
    ['University of Somewhere', 'education'],
    ['Ministry of Finance', 'government'],
    ['Example Mobile Ltd', 'mobile'],
    ['Example Hosting BV', 'hosting'],
    ['Telecom Example', 'isp'],
    ['Unlikely Holdings', undefined],
  ])('guesses the kind of %s', (name, kind) => expect(guessKind(name)).toBe(kind))

  it('reads every address of its own tables', () => {
    expect(context.sources.ranges).toBeGreaterThan(100)
    expect(parseAddress('2a02:6b8::feed:0ff')).toBeDefined()
  })
})
