// Every rule of the project recognises its positive examples with their version, and none of its negative ones.
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../test/support/evaluate.ts'
import { createRecognise, exampleRecord, readLibrary, type Rule } from './index.ts'

const rules = readLibrary()
const all = createRecognise(rules)

function faultsOf(rule: Rule): readonly string[] {
  const recognise = createRecognise([rule])
  const missed = rule.match.filter((example) => {
    const [found] = recognise(exampleRecord(example))
    return found === undefined || (example['version'] ?? found.version) !== found.version
  })
  const hit = rule.miss.filter((example) => recognise(exampleRecord(example)).length > 0)
  return [...missed, ...hit].map((example) => `${rule.id}: ${JSON.stringify(example)}`)
}

describe('the rules of the project', () => {
  it('cover 1,500 products, each rule with a positive and a negative example', () => {
    const products = new Set(rules.flatMap(({ product }) => product?.toLowerCase() ?? []))
    expect(products.size).toBeGreaterThanOrEqual(1500)
    expect(rules.filter(({ match, miss }) => match.length === 0 || miss.length === 0)).toEqual([])
  })

  it('keep their examples', () => {
    expect(rules.flatMap(faultsOf)).toEqual([])
  })

  it('mean what the query language says: the index finds what a naive evaluation finds', () => {
    const query = (rule: Rule) => ({ mode: 'extended', root: rule.condition, resolved: true }) as const
    const wrong = rules.flatMap((rule, index) => {
      const other = rules[(index * 7919) % rules.length] ?? rule
      return [...rule.match, ...rule.miss].flatMap((example) => {
        const record = exampleRecord(example)
        const isFound = createRecognise([other])(record).length > 0
        return evaluate(query(other), record, 0) === isFound ? [] : [`${other.id} ${JSON.stringify(example)}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('find the product of an example among all others', () => {
    const lost = rules.filter(({ match: [first], product, os }) => {
      const found = first === undefined ? [] : all(exampleRecord(first))
      return !found.some((one) =>
        product === undefined ? one.os === os : one.product?.toLowerCase() === product.toLowerCase(),
      )
    })
    expect(lost.map(({ id }) => id)).toEqual([])
  })
})
