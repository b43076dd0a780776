import { describe, expect, it } from 'vitest'
import { AGES, decay, freshness, STARTS } from './age.ts'
import { VOCABULARY } from './table.ts'
import { categoryOf, compareTags, isTag, parentsOf, rowOf, slug } from './tag.ts'

const DAY = 86_400

describe('names of tags', () => {
  it.each([
    'tor_exit',
    'cloud',
    'cloud:aws',
    'list:spamhaus-drop',
    'port:443',
    'reserved:6to4',
    'product:fritz!box',
  ])('%s is one', (tag) => expect(isTag(tag)).toBe(true))

  it.each([
    '',
    'Cloud',
    'cloud:',
    'cloud:AWS',
    'nonsense',
    'tor_exit:x',
    'list',
    'port',
    'list:a b',
    'list:a,b',
    'list:a\n',
  ])('%j is none', (tag) => expect(isTag(tag)).toBe(false))

  it('are made of any text', () => {
    expect(slug('  Palo Alto  Networks (Cortex)! ')).toBe('palo-alto-networks-cortex')
    expect(slug('Ünïcode Ltd.')).toBe('ünïcode-ltd')
  })

  it('are ordered by namespace, numbers by value', () => {
    expect(['port:80', 'port:443', 'cloud:aws', 'port:8', 'cloud'].toSorted(compareTags)).toEqual([
      'cloud',
      'cloud:aws',
      'port:8',
      'port:80',
      'port:443',
    ])
  })

  it('bring along what they imply', () => {
    expect(parentsOf('cloud:aws')).toEqual(['cloud', 'hosting'])
    expect(parentsOf('cloud')).toEqual(['hosting'])
    expect(parentsOf('list:x')).toEqual([])
    expect(parentsOf('tor_exit')).toEqual(['tor_relay'])
  })
})

describe('the vocabulary', () => {
  it.each(VOCABULARY)('$namespace has an example of its own and full texts', (row) => {
    expect(isTag(row.example)).toBe(true)
    expect(rowOf(row.example)).toBe(row)
    expect(row.implies.every(isTag)).toBe(true)
    for (const text of [row.meaning, row.falsePositives, row.sources]) expect(text).toMatch(/\S.{8}/)
    expect(Object.keys(AGES)).toContain(categoryOf(row.example))
  })

  it('names each namespace once', () => {
    const names = VOCABULARY.map(({ namespace }) => namespace)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('ages', () => {
  it.each([
    ['tor', 1, 7],
    ['vpn', 14, 60],
    ['proxy', 14, 60],
    ['cloud', 30, 365],
    ['cdn', 30, 365],
    ['scanner', 30, 365],
    ['list', 30, 120],
    ['network', 90, null],
    ['geography', 90, null],
    ['definition', null, null],
  ] as const)('%s: stale after %s days, expired after %s', (category, stale, expired) => {
    expect(AGES[category]).toMatchObject({ stale, expired })
    if (stale !== null) {
      expect(freshness(category, stale * DAY)).toBe('fresh')
      expect(freshness(category, stale * DAY + 1)).toBe('stale')
      expect(decay(90, category, stale * DAY)).toBe(90)
    }
    if (expired === null) expect(decay(90, category, 10_000 * DAY)).toBe(90)
    else {
      expect(freshness(category, expired * DAY - 1)).toBe('stale')
      expect(freshness(category, expired * DAY)).toBe('expired')
      expect(decay(90, category, expired * DAY - 1)).toBe(45)
      expect(decay(90, category, expired * DAY)).toBe(0)
    }
  })

  it('begin within the bounds of the basis', () => {
    for (const { usual, least, most } of Object.values(STARTS)) {
      expect(usual).toBeGreaterThanOrEqual(least)
      expect(usual).toBeLessThanOrEqual(most)
    }
  })
})
