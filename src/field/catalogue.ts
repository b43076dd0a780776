// THE catalogue of fields: one row per field of the query language and of the API. Parser hints, SQL, permissions, the
// documentation, the API description and completion all read this table; nothing else lists fields.
import type { Column } from '../asset/index.ts'

/** How a field's values compare; docs/query-language.md has the meaning of each operator per kind. */
export type Kind = 'text' | 'keyword' | 'number' | 'address' | 'time' | 'boolean'

/** The operators of the language without their negations. */
export type BaseOperator = '=' | '==' | '=~' | '*=' | '>' | '>=' | '<' | '<='

/** Who may select a field: everyone, members of level enterprise, or nobody (a condition only). */
export type Select = 'anyone' | 'enterprise' | 'never'

/** One field. */
export interface Field {
  readonly name: string
  readonly kind: Kind
  /** The column it reads. `cert.is_expired` and `after`/`before` read another field's column. */
  readonly column: Column
  readonly aliases: readonly string[]
  /** Whether a record holds a list of values. */
  readonly many: boolean
  readonly select: Select
  /** Whether the contract itself names the field as selectable. */
  readonly contract: boolean
  /** One line for documentation and completion. */
  readonly help: string
  /** A query that uses the field. */
  readonly example: string
}

/** What differs from a field with one value per record that everyone may select. */
interface More {
  readonly aliases?: readonly string[]
  readonly select?: Select
  readonly column?: Column
}

// `cert.subject.cn` is kept in the column `cert_subject_cn`; a name without such a column must say which one it reads.
type ColumnOf<Name extends string> = Name extends `${infer Head}.${infer Tail}`
  ? ColumnOf<`${Head}_${Tail}`>
  : Name
type MoreFor<Name extends string> =
  ColumnOf<Name> extends Column ? readonly [more?: More] : readonly [more: More & { readonly column: Column }]

function row(kind: Kind, many = false) {
  return <Name extends string>(name: Name, asked: string, help: string, ...[more]: MoreFor<Name>): Field => {
    const { aliases = [], select = 'anyone', column = name.replaceAll('.', '_') as Column } = more ?? {}
    const names = { name, aliases: [...aliases, ...underscored(name)] }
    return { ...names, kind, column, many, select, contract: false, help, example: name + asked }
  }
}

// Client programs write `cert_subject_cn` and `certs_subject_cn`.
function underscored(name: string): readonly string[] {
  if (!name.includes('.')) return []
  const flat = name.replaceAll('.', '_')
  return flat.startsWith('cert_') ? [flat, flat.replace('cert_', 'certs_')] : [flat]
}

const also = (...aliases: readonly string[]) => ({ aliases })
const CONDITION_ONLY = { column: 'lastupdatetime', select: 'never' } as const
const EXPIRY = { column: 'cert_not_after', aliases: ['certs_expired'] } as const

const text = row('text')
const texts = row('text', true)
const keyword = row('keyword')
const number = row('number')
const address = row('address')
const time = row('time')
const yesNo = row('boolean')

// Each row: the name, the rest of an example condition, the help.
const CONTRACT_FIELDS: readonly Field[] = [
  text('host', '="login.example.com"', 'name or address as reached, in the spelling of its protocol'),
  text('title', '="login"', 'title of the page'),
  address('ip', '="192.0.2.0/24"', 'address of the service, or a CIDR'),
  text('domain', '="example.com"', 'registrable domain'),
  number('port', '="443"', 'port number'),
  keyword('country', '="DE"', 'country code (ISO 3166-1 alpha-2)', also('ip_country')),
  text('province', '="Bavaria"', 'first-level region', also('region', 'ip_region')),
  text('city', '="Munich"', 'city', also('ip_city')),
  text('country_name', '="Germany"', 'country name in English'),
  text('header', '="x-powered-by: php"', 'response header of a web service, as received'),
  text('body', '="powered by"', 'body of the page'),
  text('server', '="nginx"', 'the Server header’s value'),
  keyword('protocol', '="ssh"', 'application protocol'),
  text('banner', '="OpenSSH"', 'what the service says by itself; unprintable bytes as \\xNN'),
  text('cert', '="Let\'s Encrypt"', 'certificate as text'),
  text('isp', '="Example Telecom"', 'internet service provider of the address'),
  number('as_number', '="64500"', 'number of the autonomous system', also('asn')),
  text('as_organization', '="Example"', 'organisation that holds the autonomous system', also('org')),
  number('latitude', '="48.1374"', 'latitude in degrees, north positive'),
  number('longitude', '="11.5755"', 'longitude in degrees, east positive'),
  text('structinfo', '="nginx"', 'products, versions and categories as JSON text', { select: 'enterprise' }),
  time('lastupdatetime', '="2026-03"', 'when the service was last seen (UTC)'),
]

const FURTHER_FIELDS: readonly Field[] = [
  time('firstseen', '="2026"', 'when the service was first seen (UTC)'),
  time('after', '="2026-01-01"', 'last seen at or after the begin of the given time', CONDITION_ONLY),
  time('before', '="2026-06"', 'last seen before the begin of the given time', CONDITION_ONLY),
  text('link', '="https://"', 'full address of a web record', also('url')),
  keyword(
    'type',
    '="service"',
    '`subdomain` for web captures, `service` for protocol banners',
    also('asset_type'),
  ),
  number('status_code', '="200"', 'HTTP status code'),
  keyword('base_protocol', '="udp"', 'transport: tcp, udp or sctp', also('transport')),
  text('os', '="linux"', 'operating system'),
  texts('product', '="nginx"', 'product names', also('app')),
  texts('product.version', '*="1.24*"', 'product versions', also('version')),
  texts('category', '="database"', 'product categories', also('product_category', 'product.category')),
  texts('tag', '="cdn"', 'tags given by the source or by rules'),
  texts('cname', '="cdn.example.net"', 'canonical names the name resolves through'),
  text('icp', '="ICP"', 'Chinese ICP registration number'),
  keyword('fid', '="sSXXGNUO2FefBTcCLIT/2Q=="', 'site fingerprint as stated by an import'),
  keyword('icon_hash', '="-247388890"', 'signed 32-bit MurmurHash3 of the icon’s base64 text'),
  keyword('jarm', '="29d29d15d29d29d00042d42d000000"', 'JARM fingerprint of the TLS server'),
  text('cert.subject.cn', '="example.com"', 'common name of the certificate’s subject'),
  text('cert.subject.org', '="Example"', 'organisation of the certificate’s subject'),
  text('cert.issuer.cn', '="R3"', 'common name of the certificate’s issuer'),
  text('cert.issuer.org', '="Let\'s Encrypt"', 'organisation of the certificate’s issuer'),
  keyword('cert.sn', '="1234567890"', 'serial number of the certificate in decimal'),
  texts('cert.domain', '="*.example.com"', 'names the certificate is valid for'),
  time('cert.not_before', '="2026"', 'begin of the certificate’s validity (UTC)'),
  time('cert.not_after', '="2026-12"', 'end of the certificate’s validity (UTC)'),
  yesNo('cert.is_expired', '="true"', 'whether the certificate’s validity has ended now', EXPIRY),
  yesNo('cert.is_match', '="false"', 'whether the certificate covers the name reached', also('certs_match')),
  yesNo(
    'cert.is_equal',
    '="true"',
    'whether the certificate’s subject and issuer are the same (self-signed)',
  ),
  text('tls.version', '="TLSv1.3"', 'TLS version'),
  keyword('tls.ja3s', '="15af977ce25de452b96affa2addb1036"', 'JA3S fingerprint of the TLS server'),
  keyword('header_hash', '="123456789"', 'MurmurHash3 of the header'),
  keyword('body_hash', '="123456789"', 'MurmurHash3 of the whole body'),
  keyword('banner_hash', '="123456789"', 'MurmurHash3 of the banner'),
  yesNo('is_ipv6', '="true"', 'whether the address is IPv6'),
  yesNo('is_domain', '="true"', 'whether it was reached by a name'),
  yesNo('is_honeypot', '="false"', 'whether a source or a rule takes it for a honeypot'),
  yesNo('is_fraud', '="false"', 'whether a source takes it for a fraudulent site'),
  yesNo('is_cloud', '="true"', 'whether the address belongs to a cloud provider'),
  keyword('cloud_name', '="aws"', 'name of the cloud provider'),
]

/** All fields, the contract's first. */
export const CATALOGUE: readonly Field[] = Object.freeze([
  ...CONTRACT_FIELDS.map((field) => Object.freeze({ ...field, contract: true })),
  ...FURTHER_FIELDS.map((field) => Object.freeze(field)),
])

const byName = new Map<string, Field>()
for (const entry of CATALOGUE) for (const name of [entry.name, ...entry.aliases]) byName.set(name, entry)

/** The field of this name or alias, any case. */
export function findField(name: string): Field | undefined {
  return byName.get(name.toLowerCase())
}

/** The field of this exact name; for names written in code. */
export function fieldNamed(name: string): Field {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`no field ${name} in the catalogue`)
  return found
}

/** Every name and alias, for suggestions and completion. */
export function fieldNames(): Iterable<string> {
  return byName.keys()
}

/** The operators a kind offers, negations aside. */
export function operatorsOf(kind: Kind): readonly BaseOperator[] {
  switch (kind) {
    case 'boolean':
      return ['=', '==']
    case 'number':
    case 'time':
      return ['=', '==', '=~', '*=', '>', '>=', '<', '<=']
    case 'text':
    case 'keyword':
    case 'address':
      return ['=', '==', '=~', '*=']
  }
}
