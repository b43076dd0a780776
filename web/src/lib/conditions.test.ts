import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkQuery, parseQuery, printQuery } from '../../../src/query/index.ts'
import {
  activeConditions,
  conditionFor,
  opposite,
  withCondition,
  withInstead,
  withinTime,
  withoutCondition,
} from './conditions.ts'

describe('the conditions of a query', () => {
  it.each([
    ['', []],
    ['titel="x"', []],
    ['title="a" && country!="DE"', ['title="a"', 'country!="DE"']],
    ['title="a" (port=1 || port=2)', ['title="a"', 'port="1" || port="2"']],
    ['a b', ['"a"', '"b"']],
    ['!title="a"', ['!title="a"']],
    ['port=1 && port=1', ['port="1"']],
  ])('of %j are %j', (query, texts) => {
    expect(activeConditions(query).map(({ text }) => text)).toEqual(texts)
  })

  it('each say whether they exclude, and can be removed', () => {
    const query = 'title="a" && country!="DE" && (port=1 || port=2)'
    const found = activeConditions(query)
    expect(found.map(({ negative }) => negative)).toEqual([false, true, false])
    expect(found.map(({ text }) => withoutCondition(query, text))).toEqual([
      'country!="DE" && (port="1" || port="2")',
      'title="a" && (port="1" || port="2")',
      'title="a" && country!="DE"',
    ])
    expect(withoutCondition('port=1', 'port="1"')).toBe('')
    expect(withoutCondition('a b', '"a"')).toBe('"b"')
  })
})

describe('adding a condition', () => {
  it.each([
    ['', 'port="443"', 'port="443"'],
    ['title="a"', '(port="80" || port="443")', 'title="a" && (port="80" || port="443")'],
    ['title="login"', 'country="DE"', 'title="login" && country="DE"'],
    ['title="a" || title="b"', 'country!="DE"', '(title="a" || title="b") && country!="DE"'],
    ["it's AT&T", 'port="1"', '"it\'s" && "AT&T" && port="1"'],
    ['title="a" && country="DE"', 'country="DE"', 'title="a" && country="DE"'],
    ['title="a" && country="DE"', 'country!="DE"', 'title="a" && country!="DE"'],
    ['country="US" && os="a"', 'country!=="US"', 'country!=="US" && os="a"'],
    ['country!="US"', 'country=="US"', 'country=="US"'],
    ['country="US"', 'country=="US"', 'country="US"'],
    ['title="a"', 'title!=="a"', 'title="a" && title!=="a"'],
    ['titel="x"', 'port="1"', 'port="1"'],
    ['os="a"', 'country="DE" && city="b"', 'os="a" && country="DE" && city="b"'],
    ['city="b" && country!="DE"', 'country="DE" && city="b"', 'city="b" && country="DE"'],
    ['(port=1 || port=2) && os="a"', 'os!="a"', '(port="1" || port="2") && os!="a"'],
  ])('to %j: %s', (query, condition, wanted) => {
    expect(withCondition(query, condition)).toBe(wanted)
    expect(checkQuery(wanted)).toBeUndefined()
  })

  it('keeps the exact value of any text, and taking it away again gives the query before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const condition = conditionFor('title', value)
        const query = withCondition('port="1" || port="2"', condition)
        expect(checkQuery(query)).toBeUndefined()
        expect(activeConditions(query).map(({ text }) => text)).toContain(
          printQuery(parseQuery(condition).root),
        )
        expect(withoutCondition(query, condition)).toBe('port="1" || port="2"')
      }),
    )
  })
})

describe('another condition in the place of one', () => {
  it.each([
    ['server="ngnix"', 'server="ngnix"', 'server="nginx"', 'server="nginx"'],
    ['port=80 server=ngnix', 'server="ngnix"', 'server="nginx"', 'port="80" && server="nginx"'],
    [
      'port=80 && title="a,b"',
      'title="a,b"',
      '(title="a" || title="b")',
      'port="80" && (title="a" || title="b")',
    ],
  ])('in %s', (query, condition, instead, wanted) => {
    expect(withInstead(query, condition, instead)).toBe(wanted)
  })
})

describe('the opposite of a condition', () => {
  it.each([
    ['country="DE"', 'country!="DE"'],
    ['title!=="a"', 'title=="a"'],
    ['title=~"a"', 'title!~"a"'],
    ['!(port="1" || port="2")', 'port="1" || port="2"'],
    ['port="1" || port="2"', '!(port="1" || port="2")'],
  ])('%s is %s, and back', (condition, wanted) => {
    expect(opposite(condition)).toBe(wanted)
    expect(opposite(wanted)).toBe(condition)
  })
})

describe('a range of time', () => {
  it.each([
    ['', 'after="2026-01" && before="2026-02"'],
    ['port=1 && after="2020"', 'port="1" && after="2026-01" && before="2026-02"'],
    ['port=1 || port=2', '(port="1" || port="2") && after="2026-01" && before="2026-02"'],
  ])('replaces the one of %j', (query, wanted) => {
    expect(withinTime(query, '2026-01', '2026-02')).toBe(wanted)
    expect(checkQuery(wanted)).toBeUndefined()
  })
})
