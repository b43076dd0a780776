import { describe, expect, it } from 'vitest'
import { parseRule, parseRules, printRule } from './rule.ts'

const HASH = 'ab'.repeat(32)

describe('an exclusion rule', () => {
  it.each([
    ['192.0.2.77/24', 'network', '192.0.2.0/24'],
    ['192.0.2.1', 'network', '192.0.2.1/32'],
    ['2001:DB8::1', 'network', '2001:db8::1/128'],
    ['Example.COM.', 'host', 'example.com'],
    ['*.example.com', 'host', 'example.com'],
    ['münchen.example', 'host', 'xn--mnchen-3ya.example'],
    [HASH.toUpperCase(), 'certificate', HASH],
    [`sha256:${HASH.match(/../g)?.join(':')}`, 'certificate', HASH],
    ['cert: *.Example.com', 'certificate_name', 'example.com'],
  ])('%s is of kind %s', (text, kind, value) => {
    expect(parseRule(text)).toEqual({ kind, value })
    expect(parseRule(printRule(parseRule(text)))).toEqual({ kind, value })
  })

  it.each(['192.0.2.0/33', '', 'a b', 'cert:192.0.2.1', 'x..y'])('%s is refused', (text) =>
    expect(() => parseRule(text)).toThrow('is not a valid rule; write a network such as'),
  )

  it('is on a separate line, with comments, and a mistake names its line', () => {
    expect(parseRules('# ours\n192.0.2.0/24 # lab\r\n\nexample.com\n')).toHaveLength(2)
    expect(() => parseRules('example.com\n\nx..y\n')).toThrow('(line 3)')
  })
})
