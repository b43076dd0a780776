import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { evaluate } from '../../../test/support/evaluate.ts'
import { VARIED_ASSETS } from '../../../test/support/varied-assets.ts'
import { CATALOGUE, fieldNamed, isCountable, printValues } from '../../field/index.ts'
import { parseQuery, readQuery } from '../../query/index.ts'
import { conditionFor, narrowed } from './condition.ts'

const NOW = Date.UTC(2026, 10, 20)
const [first = asset({})] = VARIED_ASSETS

describe('the condition of a counted value', () => {
  it.each(CATALOGUE.filter(isCountable))('matches exactly the records counted under it: $name', (field) => {
    const valuesOf = (asset: (typeof VARIED_ASSETS)[number]): readonly string[] => {
      const values = printValues(asset, field, NOW).filter((value) => value !== '')
      return field.kind === 'time' ? values.map((value) => value.slice(0, 4)) : values
    }
    for (const value of new Set(VARIED_ASSETS.flatMap(valuesOf))) {
      const query = readQuery(conditionFor(field, value))
      for (const asset of VARIED_ASSETS)
        expect([value, evaluate(query, asset, NOW)]).toEqual([value, valuesOf(asset).includes(value)])
    }
  })

  it.each([
    ['country', 'Germany'],
    ['province', '西藏'],
    ['country_name', '中国'],
    ['protocol', 'a, b'],
    ['fid', '(x),\\y'],
  ])(
    'matches only the records of the value when its text could mean something else: %s %s',
    (name, value) => {
      const query = readQuery(conditionFor(fieldNamed(name), value))
      const holds = (stored: string): boolean => evaluate(query, { ...first, [name]: stored }, NOW)
      expect([holds(value), holds('DE'), holds('Tibet'), holds('China'), holds('a')]).toEqual([
        ...[true, false, false, false, false],
      ])
    },
  )

  it('narrows any query to what the query and the condition find', () => {
    const texts = fc.constantFrom(
      'login',
      "it's `x`",
      'port=22 || port=443',
      '!(title="a")',
      ' nginx php ',
      'AT&T',
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(...VARIED_ASSETS), (text, asset) => {
        const both = readQuery(narrowed(text, 'country=="DE"'))
        const wanted = evaluate(readQuery(text), asset, NOW) && asset.country === 'DE'
        expect(evaluate(both, asset, NOW)).toBe(wanted)
        expect(() => parseQuery(narrowed(text, 'a="b"', 'c="d"'))).not.toThrow()
      }),
    )
  })
})
