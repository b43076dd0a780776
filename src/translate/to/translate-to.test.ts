import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../test/support/evaluate.ts'
import { matchingQueries } from '../../../test/support/generate-query.ts'
import { VARIED_ASSETS } from '../../../test/support/varied-assets.ts'
import { readQuery } from '../../query/index.ts'
import { TARGET_NAMES, type TargetName, translate, translateTo } from '../index.ts'

const NOW = Date.UTC(2026, 2, 1, 12)

function matches(text: string): readonly boolean[] {
  const query = readQuery(text)
  return VARIED_ASSETS.map((asset) => evaluate(query, asset, NOW, VARIED_ASSETS))
}

/** A query as our reader of its language reads it; FOFA's is read as ours. */
function readBack(text: string, from: TargetName): string {
  return from === 'fofa' ? text : (translate(text, from)?.query ?? '')
}

describe('a query of ours in another language', () => {
  it.each(TARGET_NAMES)('is read back with the same meaning wherever no loss is reported: %s', (to) => {
    let whole = 0
    const back = (text: string): void => {
      const { query, notes } = translateTo(text, to)
      if (query === '') expect(notes.length).toBeGreaterThan(0)
      for (const { start, end } of notes) expect(start <= end && end <= text.length).toBe(true)
      if (notes.length > 0) return
      whole++
      const again = readBack(query, to)
      expect([query, again, matches(again)]).toEqual([query, again, matches(text)])
    }
    fc.assert(fc.property(matchingQueries(VARIED_ASSETS, NOW), back), { numRuns: 800 })
    expect(whole).toBeGreaterThan(15)
  })

  it.each(TARGET_NAMES)('is translated from that language and back with the same meaning: %s', (there) => {
    let whole = 0
    const andBack = (text: string): void => {
      const foreign = translateTo(text, there)
      const ours = readBack(foreign.query, there)
      // Only a text that the other language reads without loss is a query as somebody there would write it.
      if (foreign.notes.length > 0 || ours === '') return
      const again = translateTo(ours, there)
      if (again.notes.length > 0) return
      whole++
      const twice = readBack(again.query, there)
      expect([foreign.query, again.query, matches(twice)]).toEqual([
        foreign.query,
        again.query,
        matches(ours),
      ])
    }
    fc.assert(fc.property(matchingQueries(VARIED_ASSETS, NOW), andBack), { numRuns: 400 })
    expect(whole).toBeGreaterThan(5)
  })

  it.each([
    [
      'shodan',
      'title="login" && port="80,443" && country!="China"',
      'http.title:login port:80,443 -country:CN',
    ],
    ['shodan', 'cert!="" && after="2026-01"', 'has_ssl:true after:01/01/2026'],
    [
      'censys',
      'title="a" || port>=1024',
      'services.http.response.html_title: "a" or services.port: >="1024"',
    ],
    [
      'zoomeye',
      'cert.is_expired=true && !(title="a" || body="b")',
      'ssl.cert.availability="false" && !title="a" && !http.body="b"',
    ],
    ['quake', 'after="2026" && port<=80', 'time:[2026 TO *] AND port:[* TO 80]'],
    ['hunter', 'title=="a" && asn=15169', 'web.title=="a" && as.number="15169"'],
    [
      'fofa',
      'as_number="15169" && !(title="a" || ip="192.0.2.0-192.0.2.1")',
      'asn="15169" && title!="a" && ip!="192.0.2.0/31"',
    ],
    [
      'fofa',
      'cert.subject="a" && cert.not_after.before="2026" && js_name="b.js" && cname_domain!="c.net"',
      'cert.subject="a" && cert.not_after.before="2026" && js_name="b.js" && cname_domain!="c.net"',
    ],
    [
      'censys',
      'cert.key_sha256="ab" && hassh!="cd"',
      'services.tls.certificates.leaf_data.public_key.fingerprint: "ab" and not services.ssh.hassh_fingerprint: "cd"',
    ],
    ['fofa', '!country!=="Germany, cn"', 'country=="DE" || country=="cn"'],
    [
      'fofa',
      'ip_filter(port="22") && ip_exclude(title="x")',
      'ip_filter(port="22") && ip_exclude(title="x")',
    ],
  ] as const)('is written for %s: %s', (to, text, query) => {
    expect(translateTo(text, to)).toEqual({ to, query, notes: [] })
  })

  it.each([
    ['shodan', 'title="a" || body="b"', ['lost 0-21']],
    ['shodan', 'title=="a" && port=80', ['changed 0-10']],
    ['zoomeye', 'port>80 && title="a"', ['lost 0-7']],
    ['quake', 'ip_filter(port=22) && title="a"', ['lost 0-17']],
    ['fofa', 'ip="@office" && title="a"', ['lost 0-12']],
    ['shodan', 'title="a" && host!="@scope"', ['lost 13-27']],
    ['quake', 'ip="192.0.2.1,@office" && title="a"', ['lost 0-22']],
    ['fofa', 'title=~"a" && banner_hash="1"', ['lost 0-10', 'changed 14-29']],
  ] as const)('reports what %s loses of %s', (to, text, notes) => {
    const found = translateTo(text, to).notes
    expect(found.map(({ kind, start, end }) => `${kind} ${start}-${end}`)).toEqual(notes)
  })

  it('is refused for an invalid query', () => {
    expect(() => translateTo('titel="a"', 'shodan')).toThrow('unknown field')
  })
})
