import { CLASSES, type ClassSigns, classify, type Observed } from '../../asset/index.ts'
import { describe, expect, it } from 'vitest'
import { isTag, slug } from '../vocabulary/index.ts'
import { observedClaims, observedConfidence } from './claim.ts'
import { scoreHoneypot } from './honeypot.ts'

const NOTHING: Observed = {
  ports: [],
  protocols: [],
  products: [],
  titles: [],
  reverseNames: [],
  certNames: [],
  certStates: [],
  domains: [],
  domainCount: 0,
  hosts: [],
  first: '2026-11-01',
  last: '2026-11-19',
  records: 1,
  served: { records: 1, last: '2026-11-19' },
  banners: [],
  statedHoneypot: false,
}

const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000

describe('classes', () => {
  it.each([
    [{ products: ['MySQL'] }, 'database', 'product MySQL'],
    [{ products: ['Microsoft SQL Server'] }, 'database', 'product Microsoft SQL Server'],
    [{ protocols: ['modbus'] }, 'ics', 'protocol modbus'],
    [{ protocols: ['rtsp'] }, 'camera', 'protocol rtsp'],
    [{ products: ['Fortinet FortiGate'] }, 'vpn_gateway', 'product Fortinet FortiGate'],
    [{ titles: ['GlobalProtect Portal'] }, 'vpn_gateway', 'title GlobalProtect Portal'],
    [{ protocols: ['smtp'] }, 'mail', 'protocol smtp'],
    [{ protocols: ['rdp'] }, 'remote_desktop', 'protocol rdp'],
    [{ products: ['MikroTik RouterOS'] }, 'router', 'product MikroTik RouterOS'],
    [{ certStates: ['expired'] }, 'expired_cert', 'certificate expired'],
    [{ certStates: ['self_signed'] }, 'self_signed', 'certificate self-signed'],
  ] satisfies readonly (readonly [Partial<ClassSigns>, string, string])[])(
    '%j is %s',
    (signs, name, sign) => {
      expect(classify({ ...NOTHING, ...signs })).toContainEqual({ name, sign, weak: false })
    },
  )

  it('are not seen inside other words', () => {
    expect(classify({ ...NOTHING, products: ['Axisware', 'binder', 'tendai'] })).toEqual([])
  })

  it('derived from a port alone stay below the threshold', () => {
    const observed = { ...NOTHING, ports: [3306] }
    expect(classify(observed)).toEqual([{ name: 'database', sign: 'port 3306', weak: true }])
    expect(observedClaims(observed, scoreHoneypot(observed), NOW)).toContainEqual({
      tag: 'class:database',
      basis: 'inferred',
      confidence: 30,
      note: 'port 3306 alone',
    })
  })

  it('have names that are tags, and signs in lower case', () => {
    for (const { name, products, protocols, titles } of CLASSES) {
      expect(isTag(`class:${name}`)).toBe(true)
      for (const sign of [...products, ...protocols, ...titles]) expect(sign).toBe(sign.toLowerCase().trim())
    }
  })
})

describe('the confidence of our own records', () => {
  it.each([
    ['2026-11-19', 1, 80],
    ['2026-11-19', 10, 90],
    ['2026-11-01', 3, 80],
    ['2024-01-01', 1, 70],
  ])('seen last on %s in %d records: %d', (last, records, confidence) =>
    expect(observedConfidence({ last, records }, NOW)).toBe(confidence),
  )

  it('makes every value a tag', () => {
    const odd = { ...NOTHING, products: ['Some, "odd"\nName:1', ''], protocols: ['HTTPS'] }
    for (const { tag } of observedClaims(odd, scoreHoneypot(odd), NOW)) expect(isTag(tag), tag).toBe(true)
  })
})

describe('a value that a stranger made long', () => {
  // At quadratic cost each of these takes far longer than its time limit.
  const run = '-'.repeat(200_000)

  it('is a tag as quickly as any other', { timeout: 20_000 }, () => {
    const products = [`a${run}b`, `${run}name${run}`, run]
    const observed = { ...NOTHING, products, protocols: [`x${run}x`] }
    const tags = observedClaims(observed, scoreHoneypot(observed), NOW).map(({ tag }) => tag)
    expect(tags).toContain('product:name')
    expect(tags).toContain('product:unnamed')
    expect(tags).toContain(`product:a${'-'.repeat(63)}`)
  })

  it('is as quickly the name of a list', { timeout: 20_000 }, () => {
    expect(slug(`${run}Name${'.'.repeat(200_000)}`)).toBe('name')
    expect(slug(`a${'.'.repeat(200_000)}b`)).toBe(`a${'.'.repeat(63)}`)
  })
})

describe('the score of a honeypot', () => {
  it.each([
    ['nothing unusual', { ports: [22, 80, 443] }, 0],
    ['a stated one', { statedHoneypot: true }, 80],
    ['a default banner of Cowrie', { banners: ['SSH-2.0-OpenSSH_6.0p1 Debian-4+deb7u2\r\n'] }, 70],
    ['hundreds of ports', { ports: Array.from({ length: 300 }, (_, port) => port + 1) }, 60],
    ['many ports', { ports: Array.from({ length: 60 }, (_, port) => port + 60_001) }, 30],
    ['kinds that do not go together', { protocols: ['modbus', 'rtsp', 'mysql', 'smtp', 'sip', 'rdp'] }, 40],
  ])('%s', (_, facts, score) => {
    const scored = scoreHoneypot({ ...NOTHING, ...facts })
    expect(scored.score).toBe(score)
    expect(scored.reasons.length).toBe(score === 0 ? 0 : 1)
  })

  it('adds up and stops at 100', () => {
    const scored = scoreHoneypot({ ...NOTHING, statedHoneypot: true, banners: ['my honeypot'] })
    expect(scored).toEqual({
      score: 100,
      reasons: ['an import stated that it is a honeypot', 'banner: calls itself a honeypot'],
    })
  })
})
