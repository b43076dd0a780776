import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CATALOGUE, type Field, fieldNamed, fieldNames, findField, operatorsOf } from './index.ts'

// The lists of the specification, word for word. docs/query-language.md adds the fields that came later.
const CONTRACT = `host title ip domain port country province city country_name header server protocol banner cert isp as_number
  as_organization latitude longitude structinfo lastupdatetime body`
const BEYOND = `link type status_code base_protocol os product product.version category icon_hash jarm cname icp fid
  cert.subject.cn cert.subject.org cert.issuer.cn cert.issuer.org cert.sn cert.domain cert.not_before cert.not_after
  cert.is_expired cert.is_match cert.is_equal tls.version tls.ja3s header_hash body_hash banner_hash is_ipv6 is_domain
  is_honeypot is_fraud is_cloud cloud_name tag after before firstseen port_size port_size_gt port_size_lt ip_ports ip_after ip_before`
const KINDS = {
  text: `host link domain title header body banner cert server structinfo country_name province city isp as_organization os
    product product.version category cname icp cert.subject.cn cert.subject.org cert.issuer.cn cert.issuer.org cert.domain
    tls.version tag`,
  keyword: `country protocol base_protocol type cloud_name icon_hash jarm fid tls.ja3s header_hash body_hash banner_hash cert.sn`,
  number: 'port as_number status_code latitude longitude port_size port_size_gt port_size_lt ip_ports',
  address: 'ip',
  time: 'after before lastupdatetime firstseen cert.not_before cert.not_after ip_after ip_before',
  boolean: 'is_ipv6 is_domain is_honeypot is_fraud is_cloud cert.is_expired cert.is_match cert.is_equal',
}

function words(text: string): string[] {
  return text.trim().split(/\s+/).sort()
}

function names(accept: (field: (typeof CATALOGUE)[number]) => boolean): string[] {
  return CATALOGUE.filter(accept)
    .map((field) => field.name)
    .sort()
}

const SPECIFIED = words(`${CONTRACT} ${BEYOND}`)

/** A row of the table of fields in docs/query-language.md. */
interface Documented {
  readonly name: string
  readonly kind: string
  readonly many: boolean
  readonly conditions: boolean
  readonly select: Field['select']
}

const page = readFileSync(new URL('../../docs/query-language.md', import.meta.url), 'utf8')
const [, table = ''] = page.split('| field | kind | content | example |')
const documented = [...table.matchAll(/^\| `([\w.]+)` \| (\S+) \| (.+?) \| `/gm)].map(
  ([, name = '', kind = '', content = '']): Documented => ({
    name,
    kind: kind === 'yes/no' ? 'boolean' : kind,
    many: /\(many values\b/.test(content),
    conditions: !/\bresults only\b/.test(content),
    select: /\bconditions only\b/.test(content)
      ? 'never'
      : /\(enterprise\b/.test(content)
        ? 'enterprise'
        : 'anyone',
  }),
)

describe('the catalogue', () => {
  it('has exactly the fields of the specification and the documented additions', () => {
    expect(names((field) => field.contract)).toEqual(words(CONTRACT))
    const added = documented.map(({ name }) => name).filter((name) => !SPECIFIED.includes(name))
    expect(names(() => true)).toEqual([...SPECIFIED, ...added].sort())
    expect(documented).toHaveLength(CATALOGUE.length)
  })

  it.each(Object.entries(KINDS))(
    'gives the kind %s to the fields that the specification lists under it',
    (kind, list) => {
      const specified = names((field) => field.kind === kind && SPECIFIED.includes(field.name))
      expect(specified).toEqual(words(list))
    },
  )

  it.each(documented)('gives $name the kind, values and use that are documented', ({ name, ...rest }) => {
    const { kind, many, operators, select } = fieldNamed(name)
    expect({ kind, many, conditions: operators.length > 0, select }).toEqual(rest)
  })

  it('knows every name and alias once', () => {
    const all = CATALOGUE.flatMap((field) => [field.name, ...field.aliases])
    expect(new Set(all).size).toBe(all.length)
    expect([...fieldNames()].sort()).toEqual(all.sort())
  })

  it('keeps names in lower case, with letters, digits, dots and underscores only', () => {
    for (const name of fieldNames()) expect(name).toMatch(/^[a-z][a-z0-9_.]*$/)
  })

  it.each([
    ['asn', 'as_number'],
    ['org', 'as_organization'],
    ['region', 'province'],
    ['app', 'product'],
    ['ip_country', 'country'],
    ['asset_type', 'type'],
    ['transport', 'base_protocol'],
    ['url', 'link'],
    ['certs_subject_cn', 'cert.subject.cn'],
    ['certs_domains', 'cert.domain'],
    ['cert_not_after_before', 'cert.not_after.before'],
    ['certs_issuer_org', 'cert.issuer.org'],
    ['cert_is_expired', 'cert.is_expired'],
    ['tls_version', 'tls.version'],
    ['version', 'product.version'],
    ['Title', 'title'],
    ['CERT.SN', 'cert.sn'],
  ])('finds %s as %s', (written, name) => {
    expect(findField(written)?.name).toBe(name)
  })

  it('finds nothing under an unknown name, including names of object members', () => {
    for (const name of ['', 'titel', 'constructor', '__proto__', 'toString'])
      expect(findField(name)).toBeUndefined()
    expect(() => fieldNamed('titel')).toThrow('no field titel')
  })

  it('lets everyone select the fields of the contract except structinfo', () => {
    expect(names((field) => field.contract && field.select !== 'anyone')).toEqual(['structinfo'])
    expect(names((field) => field.select === 'enterprise')).toEqual(['structinfo'])
    expect(names((field) => field.select === 'never')).toEqual(
      words(
        `after before import ip_after ip_before ip_ports port_size port_size_gt port_size_lt cert.not_before.after cert.not_before.before
          cert.not_after.after cert.not_after.before`,
      ),
    )
  })

  it('offers conditions on every field except those that only results contain', () => {
    expect(names((field) => field.operators.length === 0)).toEqual(['cve.reason', 'icon'])
  })

  it('has lists of texts only', () => {
    const kinds = new Set(CATALOGUE.filter(({ many }) => many).map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['keyword', 'text'])
  })

  it('has one line of help and a separate example for every field', () => {
    for (const field of CATALOGUE) {
      expect(field.help).toMatch(/^[^\n]{2,80}$/)
      expect(field.example.startsWith(field.name)).toBe(true)
    }
  })

  it('offers `=~` and `*=` on all fields except yes/no fields, and comparisons by order on numbers and times', () => {
    expect(operatorsOf('boolean')).toEqual(['=', '=='])
    for (const kind of ['text', 'keyword', 'address'] as const) {
      expect(operatorsOf(kind)).toEqual(['=', '==', '=~', '*='])
    }
    for (const kind of ['number', 'time'] as const) {
      expect(operatorsOf(kind)).toEqual(['=', '==', '=~', '*=', '>', '>=', '<', '<='])
    }
  })
})
