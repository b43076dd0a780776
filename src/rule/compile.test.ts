import { describe, expect, it } from 'vitest'
import { compileRules, joinRules } from './compile.ts'
import { exampleRecord, readLibrary, readRule, type RuleText } from './index.ts'
import { createRecognise, recogniseBy } from './matcher.ts'
import { createScan } from './scanner.ts'

const rule = (text: Omit<RuleText, 'match' | 'miss'>) => readRule('test', { match: [], miss: [], ...text })

describe('compiled rules', () => {
  it('are plain data: a matcher that starts from their text finds the same', () => {
    const rules = readLibrary()
    const recognise = createRecognise(rules)
    const again = recogniseBy(JSON.parse(JSON.stringify(compileRules(rules))))
    const records = rules.flatMap(({ match: [first] }) => (first === undefined ? [] : [exampleRecord(first)]))
    expect(records.map(again)).toEqual(records.map(recognise))
    expect(again.columns).toEqual(recognise.columns)
  })

  it('are joined with others, each with its own tests', () => {
    const first = rule({ product: 'Falcon', when: 'title="falcon" && !(body="tutorial")' })
    const second = rule({ product: 'Kite', when: '(title="kite" || title=="K") && !(body="tutorial")' })
    const recognise = recogniseBy(joinRules(compileRules([first]), compileRules([second])))
    const find = (record: Record<string, string>) =>
      recognise(exampleRecord(record)).map(({ product }) => product)
    expect(find({ title: 'falcon and kite' })).toEqual(['Falcon', 'Kite'])
    expect(find({ title: 'K' })).toEqual(['Kite'])
    expect(find({ title: 'falcon and kite', body: 'a tutorial' })).toEqual([])
  })
})

describe('the scanner', () => {
  const found = (literals: readonly string[], text: string): readonly string[] => {
    const ids = new Set<number>()
    createScan(literals.map((literal, id) => [id, literal] as const))(text, (id) => void ids.add(id))
    return literals.filter((_, id) => ids.has(id))
  }

  it.each([0, 1, 2, 3])('finds literals of every length behind %i characters', (before) => {
    const text = `${'x'.repeat(before)}falcon-kite 鷹のサーバー end`
    const literals = [
      'falc',
      'lcon-',
      'falcon-kite',
      'kite 鷹のサ',
      '鷹のサーバー end',
      ' end',
      'falcon-kites',
      'ends',
    ]
    expect(found(literals, text)).toEqual(literals.slice(0, 6))
  })

  it('finds many short literals as it finds few', () => {
    const short = Array.from({ length: 40 }, (_, index) => `ab${String(index).padStart(2, '0')}`)
    expect(found(short, 'xab07-ab39ab00')).toEqual(['ab00', 'ab07', 'ab39'])
  })

  it('takes no character for another with the same low byte', () => {
    expect(found(['falcon-kite', 'falc'], 'ŦšŬţůŮĭūũŴť')).toEqual([])
  })

  it('reads a text that is longer than any before, and then a short one without the rest of it', () => {
    expect(found(['falcon-kite'], `${'x'.repeat(200_001)}falcon-kite`)).toEqual(['falcon-kite'])
    expect(found(['xxxxxxx', 'abcx'], 'abc')).toEqual([])
    expect(found(['xxxxxxx', 'abcx'], 'abcd')).toEqual([])
  })
})
