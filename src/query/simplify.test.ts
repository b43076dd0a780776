import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../test/support/evaluate.ts'
import { matchingQueries } from '../../test/support/generate-query.ts'
import { VARIED_ASSETS } from '../../test/support/varied-assets.ts'
import { fieldsOf, parseQuery, type ResolvedNode, readQuery, resolveQuery, simplifyQuery } from './index.ts'

const NOW = Date.UTC(2026, 2, 1, 12)

/** A resolved tree in short. */
function brief(node: ResolvedNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(brief).join(' ')})`
    case 'not':
      return `not(${brief(node.child)})`
    case 'word':
      return node.word
    case 'host':
      return node.test.op === 'some' ? `host(${brief(node.test.child)})` : node.test.op
    case 'constant':
      return node.value ? 'all' : 'none'
    case 'test': {
      const { op, ...rest } = node.test
      const value = Object.values(rest).map((part) => (typeof part === 'object' ? '…' : String(part)))
      return [node.field.name, op, ...value].join(' ')
    }
  }
}

describe('simplification', () => {
  it.each([
    ['a && (b && (c && d))', 'and(a b c d)'],
    ['a || (b || c) || d', 'or(a b c d)'],
    ['ip_filter(a && (a || b))', 'host(and(a or(a b)))'],
    ['ip_exclude(!!port=80)', 'not(host(port number 80))'],
    ['ip_filter("")', 'not(ip empty)'],
    ['ip_exclude(port="99999999999")', 'all'],
    ['ip_filter(a) && !ip_filter(a)', 'none'],
    ['!!a', 'a'],
    ['!!!a', 'not(a)'],
    ['a && a && b && a', 'and(a b)'],
    ['(a || b) && (a || b)', 'or(a b)'],
    ['(a && b) && (b && a)', 'and(a b)'],
    ['a && !a', 'none'],
    ['b && !(a && !a)', 'b'],
    ['a || !a', 'all'],
    ['title!="x" && title="x"', 'none'],
    ['""', 'all'],
    ['a && ""', 'a'],
    ['a || ""', 'all'],
    ['a || !""', 'a'],
    ['a && !""', 'none'],
    ['port=99999999999', 'none'],
    ['port!=99999999999', 'all'],
    ['port=-1', 'port number -1'],
    ['ip="192.0.2.1/32"', 'ip address …'],
    ['ip="2001:db8::/128"', 'ip address …'],
    ['ip="192.0.2.1/31"', 'ip network …'],
    ['title=~""', 'not(title empty)'],
    ['title!~""', 'title empty'],
    ['title*="*"', 'not(title empty)'],
    ['title*="***"', 'not(title empty)'],
    ['title*="?"', 'title wildcard ?'],
    ['title*="*?*"', 'title wildcard ?*'],
    ['title*="a**b?*?c"', 'title wildcard a*b??*c'],
    ['title*="*x y*"', 'title contains x y'],
    ['title*="**x**"', 'title contains x'],
    ['product*="*x*"', 'product contains x'],
    ['country*="*x*"', 'country wildcard *x*'],
    ['port*="*4*"', 'port wildcard *4*'],
    ['title*="Login"', 'title equalsIgnoringCase Login'],
    ['country*="de"', 'country equalsIgnoringCase de'],
    ['port*="443"', 'port wildcard 443'],
    ['title*="x*"', 'title wildcard x*'],
    ['title="x" && TITLE="x"', 'title contains x'],
  ])('turns %s into %s', (text, wanted) => {
    expect(brief(readQuery(text).root)).toBe(wanted)
  })

  it('keeps the mode, even when no condition is left', () => {
    expect(readQuery('port=99999999999')).toMatchObject({ mode: 'extended', root: { kind: 'constant' } })
  })

  it('changes no result, and a second pass changes nothing', () => {
    let hits = 0
    fc.assert(
      fc.property(matchingQueries(VARIED_ASSETS, NOW), (text) => {
        const query = resolveQuery(parseQuery(text))
        const simple = simplifyQuery(query)
        for (const asset of VARIED_ASSETS) {
          const matches = evaluate(query, asset, NOW, VARIED_ASSETS)
          hits += matches ? 1 : 0
          expect(evaluate(simple, asset, NOW, VARIED_ASSETS)).toBe(matches)
        }
        expect(simplifyQuery(simple)).toEqual(simple)
      }),
      { numRuns: 1500 },
    )
    // The generated queries are useless when they find nothing, or everything.
    expect(hits / (1500 * VARIED_ASSETS.length)).toBeGreaterThan(0.1)
    expect(hits / (1500 * VARIED_ASSETS.length)).toBeLessThan(0.9)
  })
})

describe('the fields of a query', () => {
  it('are those of its conditions and of its words', () => {
    const names = (text: string) => [...fieldsOf(resolveQuery(parseQuery(text)))].map((field) => field.name)
    expect(names('structinfo="x" && !(asn=1 || port=2)')).toEqual(['structinfo', 'as_number', 'port'])
    expect(names('nginx || title=x')).toEqual(['title', 'body', 'header', 'host'])
  })
})
