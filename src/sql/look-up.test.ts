import { describe, expect, it } from 'vitest'
import { readQuery } from '../query/index.ts'
import { sql, toStatement } from './fragment.ts'
import { looksUpNetwork, lookUpOf } from './look-up.ts'

const lookUp = (text: string, more: object = {}) => {
  const found = lookUpOf({ query: readQuery(text), since: 5, now: 0, ...more }, ['host', 'title'], 10)
  return found && toStatement(found).text
}

const isOfNetwork = (text: string) => looksUpNetwork(readQuery(text).root)

describe('a look-up', () => {
  it.each([
    'host=="https://a.example"',
    'ip="198.18.0.1"',
    'ip="198.18.0.0/24"',
    'ip="2001:db8::/64"',
    'icon_hash="1"',
    'cert.sha256="0f1e2d3c"',
    'port="443" && domain=="a.example" && country!="DE"',
  ])('is a search for values of few records: %s', (text) => {
    expect(lookUp(text)).toContain('PREWHERE')
  })

  it.each([
    'port="443"',
    'ip="198.18.0.0/23"',
    'ip="2001:db8::/63"',
    'ip!="198.18.0.1"',
    'ip="198.18.0.1" || port="443"',
    'host=="https://a.example" && body=~"a"',
    'domain=="a.example" && title="login"',
    'domain=="a.example" && port_size>2',
  ])('does not search for many records, long texts or other records: %s', (text) => {
    expect(lookUp(text)).toBeUndefined()
  })

  it('reads short columns', () => {
    expect(lookUpOf({ query: readQuery('host=="a"'), since: 5, now: 0 }, ['body'], 10)).toBeUndefined()
  })

  it('has what the store adds and no order', () => {
    const visible = sql`write_id < 7`
    expect(lookUp('port="443" && host=="a"', { visible })).toBe(
      'SELECT host, title FROM records PREWHERE host = {p0:String} WHERE write_id < 7 AND ifNull(port = {p1:Float64}, 0) LIMIT {p2:UInt64}',
    )
  })

  it('looks a value up before it scans for a network', () => {
    expect(lookUp('ip="198.18.0.0/24" && host=="a"')).toContain('PREWHERE host = {p0:String} WHERE')
    expect(['ip="198.18.0.0/24"', 'ip="198.18.0.0/24" && host=="a"'].map(isOfNetwork)).toEqual([true, false])
  })

  it('compares an address with all of a record, as the index does', () => {
    expect(lookUp('ip="198.18.0.1"')).toBe(
      'SELECT host, title FROM records PREWHERE has(arrayPushFront(ips, ip), {p0:String}) LIMIT {p1:UInt64}',
    )
  })
})
