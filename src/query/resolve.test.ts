import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../field/index.ts'
import { parseQuery, type ResolvedNode, resolveQuery, type Test } from './index.ts'

function resolved(text: string): ResolvedNode {
  return resolveQuery(parseQuery(text)).root
}

function testOf(text: string): Test {
  const root = resolved(text)
  if (root.kind !== 'test') throw new Error(`a ${root.kind}`)
  return root.test
}

const day = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date)

const NEGATED = { '=': '!=', '==': '!==', '=~': '!~', '*=': '!*=' } as const

function isNegatable(operator: string): operator is keyof typeof NEGATED {
  return Object.hasOwn(NEGATED, operator)
}

describe('a condition', () => {
  it('finds its field by name, alias and in any case', () => {
    for (const text of ['as_number=1', 'asn=1', 'AS_Number=1', 'ASN==1']) {
      expect(resolved(text)).toMatchObject({ kind: 'test', field: { name: 'as_number' } })
    }
  })

  it.each<[string, Test]>([
    ['title="Login"', { op: 'contains', value: 'Login' }],
    ['title=="Login"', { op: 'equals', value: 'Login' }],
    ['title=~"^Log.n"', { op: 'matches', expression: '^Log.n' }],
    ['title*="Log*"', { op: 'wildcard', pattern: 'Log*' }],
    ['country="de"', { op: 'equalsIgnoringCase', value: 'de' }],
    ['country=="DE"', { op: 'equals', value: 'DE' }],
    ['port="443"', { op: 'number', value: 443 }],
    ['port=="0443"', { op: 'number', value: 443 }],
    ['port=" 443 "', { op: 'number', value: 443 }],
    ['latitude="-33.50"', { op: 'number', value: -33.5 }],
    ['latitude="-0"', { op: 'number', value: 0 }],
    ['port=~"^4"', { op: 'matches', expression: '^4' }],
    ['port*="4*"', { op: 'wildcard', pattern: '4*' }],
    ['port>=80', { op: 'compare', comparison: '>=', value: 80 }],
    ['lastupdatetime>"2025"', { op: 'span', span: { first: day(2026, 1, 1) } }],
    ['lastupdatetime>="2025"', { op: 'span', span: { first: day(2025, 1, 1) } }],
    ['lastupdatetime<"2025"', { op: 'span', span: { next: day(2025, 1, 1) } }],
    ['lastupdatetime<="2025-03"', { op: 'span', span: { next: day(2025, 4, 1) } }],
    [
      'port="21, 22"',
      {
        op: 'any',
        tests: [
          { op: 'number', value: 21 },
          { op: 'number', value: 22 },
        ],
      },
    ],
    ['country="Korea, Republic of"', { op: 'equalsIgnoringCase', value: 'KR' }],
    [
      'country=="DE,中国"',
      {
        op: 'any',
        tests: [
          { op: 'equals', value: 'DE' },
          { op: 'equals', value: 'CN' },
        ],
      },
    ],
    [
      'region="浙江省"',
      {
        op: 'any',
        tests: [
          { op: 'contains', value: '浙江省' },
          { op: 'contains', value: '浙江' },
          { op: 'contains', value: 'Zhejiang' },
        ],
      },
    ],
    ['province="Zhejiang"', { op: 'contains', value: 'Zhejiang' }],
    [
      'country_name=="中国"',
      {
        op: 'any',
        tests: [
          { op: 'equals', value: '中国' },
          { op: 'equals', value: 'China' },
        ],
      },
    ],
    [
      'ip="192.0.2.1-192.0.2.9"',
      { op: 'network', network: { version: 4, first: 0xffff_c000_0201n, last: 0xffff_c000_0209n } },
    ],
    ['is_ipv6=TRUE', { op: 'boolean', value: true }],
    ['is_ipv6==1', { op: 'boolean', value: true }],
    ['is_ipv6=False', { op: 'boolean', value: false }],
    ['is_ipv6=0', { op: 'boolean', value: false }],
    ['lastupdatetime="2025"', { op: 'span', span: { first: day(2025, 1, 1), next: day(2026, 1, 1) } }],
    ['lastupdatetime=="2025-03"', { op: 'span', span: { first: day(2025, 3, 1), next: day(2025, 4, 1) } }],
    ['firstseen="2024-02-29"', { op: 'span', span: { first: day(2024, 2, 29), next: day(2024, 3, 1) } }],
    ['after="2025-03"', { op: 'span', span: { first: day(2025, 3, 1) } }],
    ['before="2025-03"', { op: 'span', span: { next: day(2025, 3, 1) } }],
    ['before=="2025"', { op: 'span', span: { next: day(2025, 1, 1) } }],
    ['lastupdatetime=~"-03-"', { op: 'matches', expression: '-03-' }],
    ['ip="192.0.2.1"', { op: 'address', address: { version: 4, value: 0xffff_c000_0201n } }],
    [
      'ip=="2001:DB8:0::1"',
      { op: 'address', address: { version: 6, value: 0x20010db8n * (1n << 96n) + 1n } },
    ],
    [
      'ip="192.0.2.77/24"',
      {
        op: 'network',
        network: { version: 4, first: 0xffff_c000_0200n, last: 0xffff_c000_02ffn },
      },
    ],
    [
      'ip="2001:db8::5/127"',
      {
        op: 'network',
        network: {
          version: 6,
          first: (0x20010db8n << 96n) + 4n,
          last: (0x20010db8n << 96n) + 5n,
        },
      },
    ],
  ])('%s becomes %o', (text, test) => {
    expect(testOf(text)).toEqual(test)
  })

  it.each(['China', 'the people’s republic of china', '中国', 'CN', 'cn'])(
    'country="%s" means CN',
    (name) => {
      const value = name.length === 2 && name !== '中国' ? name : 'CN'
      expect(testOf(`country="${name}"`)).toEqual({ op: 'equalsIgnoringCase', value })
      expect(testOf(`country=="${name}"`)).toEqual({ op: 'equals', value })
    },
  )

  it('with an empty value tests for unknown, for every field and operator except a regular expression', () => {
    for (const field of CATALOGUE.filter(({ of }) => of === 'record')) {
      for (const operator of field.operators.filter((known) => known !== '=~' && isNegatable(known))) {
        expect(testOf(`${field.name}${operator}""`)).toEqual({ op: 'empty' })
      }
    }
    expect(testOf('title=~""')).toEqual({ op: 'matches', expression: '' })
  })

  it('with a negated operator is the negation of the condition, for every field and operator', () => {
    const values = { number: '1', boolean: '1', time: '2025', address: '192.0.2.1', text: 'x', keyword: 'x' }
    for (const field of CATALOGUE) {
      for (const operator of field.operators) {
        if (!isNegatable(operator)) continue
        const value = field.name === 'country' ? 'xx' : values[field.kind]
        const child = resolved(`${field.name}${operator}${value}`)
        expect(resolved(`${field.name}${NEGATED[operator]}${value}`)).toEqual({
          kind: 'not',
          child,
        })
      }
    }
  })

  const asked = CATALOGUE.filter(({ of, operators }) => of === 'record' && operators.length > 0)
  it.each(asked.map((field) => [field.example, field.name]))(
    'like the example %s resolves to %s',
    (example, name) => {
      expect(resolved(example)).toMatchObject({ kind: 'test', field: { name } })
    },
  )

  it('is refused on fields that only results contain, with the field to use instead', () => {
    expect(() => resolved('icon="x"')).toThrow(
      'a condition on `icon`, which only results contain; expected another field, such as in `icon_hash="-247388890"`',
    )
  })

  it('replaces lone surrogates, which no engine can store', () => {
    expect(testOf('title="a\ud800b"')).toEqual({ op: 'contains', value: 'a\ufffdb' })
    expect(resolved('"\udc00"')).toEqual({ kind: 'word', word: '\ufffd' })
  })
})

describe('a tree', () => {
  it('keeps its shape, mode and words', () => {
    const query = resolveQuery(parseQuery('!(nginx || title="x") "two words"'))
    expect(query.mode).toBe('extended')
    expect(query.root).toMatchObject({
      kind: 'and',
      children: [
        { kind: 'not', child: { kind: 'or', children: [{ kind: 'word', word: 'nginx' }, { kind: 'test' }] } },
        { kind: 'word', word: 'two words' },
      ],
    })
  })
})
