// THE catalogue of fields: one row per field of the query language and of the API. Parser hints, SQL, permissions, the
// documentation, the API description and completion all read this table; nothing else lists fields.
import type { Column } from '../asset/index.ts'

/** How a field's values compare; docs/query-language.md has the meaning of each operator per kind. */
export type Kind = 'text' | 'keyword' | 'number' | 'address' | 'time' | 'boolean'

/** The operators of the language without their negations. */
export type BaseOperator = '=' | '==' | '=~' | '*='

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

function field(row: Partial<Field> & Pick<Field, 'name' | 'kind' | 'column' | 'help' | 'example'>): Field {
  return Object.freeze({ aliases: [], many: false, select: 'anyone', contract: false, ...row } as const)
}

/** All fields, the contract's first. */
export const CATALOGUE: readonly Field[] = Object.freeze([
  field({
    name: 'host',
    kind: 'text',
    column: 'host',
    contract: true,
    help: 'name or address as reached, in the spelling of its protocol',
    example: 'host="login.example.com"',
  }),
  field({
    name: 'title',
    kind: 'text',
    column: 'title',
    contract: true,
    help: 'title of the page',
    example: 'title="login"',
  }),
  field({
    name: 'ip',
    kind: 'address',
    column: 'ip',
    contract: true,
    help: 'address of the service, or a CIDR',
    example: 'ip="192.0.2.0/24"',
  }),
  field({
    name: 'domain',
    kind: 'text',
    column: 'domain',
    contract: true,
    help: 'registrable domain',
    example: 'domain="example.com"',
  }),
  field({
    name: 'port',
    kind: 'number',
    column: 'port',
    contract: true,
    help: 'port number',
    example: 'port="443"',
  }),
  field({
    name: 'country',
    kind: 'keyword',
    column: 'country',
    contract: true,
    help: 'country code (ISO 3166-1 alpha-2)',
    example: 'country="DE"',
  }),
  field({
    name: 'province',
    kind: 'text',
    column: 'province',
    aliases: ['region'],
    contract: true,
    help: 'first-level region',
    example: 'province="Bavaria"',
  }),
  field({
    name: 'city',
    kind: 'text',
    column: 'city',
    contract: true,
    help: 'city',
    example: 'city="Munich"',
  }),
  field({
    name: 'country_name',
    kind: 'text',
    column: 'country_name',
    contract: true,
    help: 'country name in English',
    example: 'country_name="Germany"',
  }),
  field({
    name: 'header',
    kind: 'text',
    column: 'header',
    contract: true,
    help: 'response header of a web service, as received',
    example: 'header="x-powered-by: php"',
  }),
  field({
    name: 'body',
    kind: 'text',
    column: 'body',
    contract: true,
    help: 'body of the page',
    example: 'body="powered by"',
  }),
  field({
    name: 'server',
    kind: 'text',
    column: 'server',
    contract: true,
    help: 'the Server header’s value',
    example: 'server="nginx"',
  }),
  field({
    name: 'protocol',
    kind: 'keyword',
    column: 'protocol',
    contract: true,
    help: 'application protocol',
    example: 'protocol="ssh"',
  }),
  field({
    name: 'banner',
    kind: 'text',
    column: 'banner',
    contract: true,
    help: 'what the service says by itself; unprintable bytes as \\xNN',
    example: 'banner="OpenSSH"',
  }),
  field({
    name: 'cert',
    kind: 'text',
    column: 'cert',
    contract: true,
    help: 'certificate as text',
    example: 'cert="Let\'s Encrypt"',
  }),
  field({
    name: 'isp',
    kind: 'text',
    column: 'isp',
    contract: true,
    help: 'internet service provider of the address',
    example: 'isp="Example Telecom"',
  }),
  field({
    name: 'as_number',
    kind: 'number',
    column: 'as_number',
    aliases: ['asn'],
    contract: true,
    help: 'number of the autonomous system',
    example: 'as_number="64500"',
  }),
  field({
    name: 'as_organization',
    kind: 'text',
    column: 'as_organization',
    aliases: ['org'],
    contract: true,
    help: 'organisation that holds the autonomous system',
    example: 'as_organization="Example"',
  }),
  field({
    name: 'latitude',
    kind: 'number',
    column: 'latitude',
    contract: true,
    help: 'latitude in degrees, north positive',
    example: 'latitude="48.1374"',
  }),
  field({
    name: 'longitude',
    kind: 'number',
    column: 'longitude',
    contract: true,
    help: 'longitude in degrees, east positive',
    example: 'longitude="11.5755"',
  }),
  field({
    name: 'structinfo',
    kind: 'text',
    column: 'structinfo',
    select: 'enterprise',
    contract: true,
    help: 'products, versions and categories as JSON text',
    example: 'structinfo="nginx"',
  }),
  field({
    name: 'lastupdatetime',
    kind: 'time',
    column: 'lastupdatetime',
    contract: true,
    help: 'when the service was last seen (UTC)',
    example: 'lastupdatetime="2026-03"',
  }),
  field({
    name: 'firstseen',
    kind: 'time',
    column: 'firstseen',
    help: 'when the service was first seen (UTC)',
    example: 'firstseen="2026"',
  }),
  field({
    name: 'after',
    kind: 'time',
    column: 'lastupdatetime',
    select: 'never',
    help: 'last seen at or after the begin of the given time',
    example: 'after="2026-01-01"',
  }),
  field({
    name: 'before',
    kind: 'time',
    column: 'lastupdatetime',
    select: 'never',
    help: 'last seen before the begin of the given time',
    example: 'before="2026-06"',
  }),
  field({
    name: 'link',
    kind: 'text',
    column: 'link',
    help: 'full address of a web record',
    example: 'link="https://"',
  }),
  field({
    name: 'type',
    kind: 'keyword',
    column: 'type',
    help: '`subdomain` for web captures, `service` for protocol banners',
    example: 'type="service"',
  }),
  field({
    name: 'status_code',
    kind: 'number',
    column: 'status_code',
    help: 'HTTP status code',
    example: 'status_code="200"',
  }),
  field({
    name: 'base_protocol',
    kind: 'keyword',
    column: 'base_protocol',
    help: 'transport: tcp, udp or sctp',
    example: 'base_protocol="udp"',
  }),
  field({ name: 'os', kind: 'text', column: 'os', help: 'operating system', example: 'os="linux"' }),
  field({
    name: 'product',
    kind: 'text',
    column: 'product',
    many: true,
    help: 'product names',
    example: 'product="nginx"',
  }),
  field({
    name: 'product.version',
    kind: 'text',
    column: 'product_version',
    aliases: ['version', 'product_version'],
    many: true,
    help: 'product versions',
    example: 'product.version*="1.24*"',
  }),
  field({
    name: 'category',
    kind: 'text',
    column: 'category',
    aliases: ['product_category', 'product.category'],
    many: true,
    help: 'product categories',
    example: 'category="database"',
  }),
  field({
    name: 'tag',
    kind: 'text',
    column: 'tag',
    many: true,
    help: 'tags given by the source or by rules',
    example: 'tag="cdn"',
  }),
  field({
    name: 'cname',
    kind: 'text',
    column: 'cname',
    many: true,
    help: 'canonical names the name resolves through',
    example: 'cname="cdn.example.net"',
  }),
  field({
    name: 'icp',
    kind: 'text',
    column: 'icp',
    help: 'Chinese ICP registration number',
    example: 'icp="ICP"',
  }),
  field({
    name: 'fid',
    kind: 'keyword',
    column: 'fid',
    help: 'site fingerprint as stated by an import',
    example: 'fid="sSXXGNUO2FefBTcCLIT/2Q=="',
  }),
  field({
    name: 'icon_hash',
    kind: 'keyword',
    column: 'icon_hash',
    help: 'signed 32-bit MurmurHash3 of the icon’s base64 text',
    example: 'icon_hash="-247388890"',
  }),
  field({
    name: 'jarm',
    kind: 'keyword',
    column: 'jarm',
    help: 'JARM fingerprint of the TLS server',
    example: 'jarm="29d29d15d29d29d00042d42d000000"',
  }),
  field({
    name: 'cert.subject.cn',
    kind: 'text',
    column: 'cert_subject_cn',
    aliases: ['certs_subject_cn', 'cert_subject_cn'],
    help: 'common name of the certificate’s subject',
    example: 'cert.subject.cn="example.com"',
  }),
  field({
    name: 'cert.subject.org',
    kind: 'text',
    column: 'cert_subject_org',
    aliases: ['certs_subject_org', 'cert_subject_org'],
    help: 'organisation of the certificate’s subject',
    example: 'cert.subject.org="Example"',
  }),
  field({
    name: 'cert.issuer.cn',
    kind: 'text',
    column: 'cert_issuer_cn',
    aliases: ['certs_issuer_cn', 'cert_issuer_cn'],
    help: 'common name of the certificate’s issuer',
    example: 'cert.issuer.cn="R3"',
  }),
  field({
    name: 'cert.issuer.org',
    kind: 'text',
    column: 'cert_issuer_org',
    aliases: ['certs_issuer_org', 'cert_issuer_org'],
    help: 'organisation of the certificate’s issuer',
    example: 'cert.issuer.org="Let\'s Encrypt"',
  }),
  field({
    name: 'cert.sn',
    kind: 'keyword',
    column: 'cert_sn',
    aliases: ['certs_sn', 'cert_sn'],
    help: 'serial number of the certificate in decimal',
    example: 'cert.sn="1234567890"',
  }),
  field({
    name: 'cert.domain',
    kind: 'text',
    column: 'cert_domain',
    aliases: ['certs_domain', 'cert_domain'],
    many: true,
    help: 'names the certificate is valid for',
    example: 'cert.domain="*.example.com"',
  }),
  field({
    name: 'cert.not_before',
    kind: 'time',
    column: 'cert_not_before',
    aliases: ['certs_not_before', 'cert_not_before'],
    help: 'begin of the certificate’s validity (UTC)',
    example: 'cert.not_before="2026"',
  }),
  field({
    name: 'cert.not_after',
    kind: 'time',
    column: 'cert_not_after',
    aliases: ['certs_not_after', 'cert_not_after'],
    help: 'end of the certificate’s validity (UTC)',
    example: 'cert.not_after="2026-12"',
  }),
  field({
    name: 'cert.is_expired',
    kind: 'boolean',
    column: 'cert_not_after',
    aliases: ['certs_expired', 'certs_is_expired', 'cert_is_expired'],
    help: 'whether the certificate’s validity has ended now',
    example: 'cert.is_expired="true"',
  }),
  field({
    name: 'cert.is_match',
    kind: 'boolean',
    column: 'cert_is_match',
    aliases: ['certs_match', 'certs_is_match', 'cert_is_match'],
    help: 'whether the certificate is valid for the name reached',
    example: 'cert.is_match="false"',
  }),
  field({
    name: 'cert.is_equal',
    kind: 'boolean',
    column: 'cert_is_equal',
    aliases: ['certs_is_equal', 'cert_is_equal'],
    help: 'whether the certificate’s subject and issuer are the same (self-signed)',
    example: 'cert.is_equal="true"',
  }),
  field({
    name: 'tls.version',
    kind: 'text',
    column: 'tls_version',
    aliases: ['tls_version'],
    help: 'TLS version',
    example: 'tls.version="TLSv1.3"',
  }),
  field({
    name: 'tls.ja3s',
    kind: 'keyword',
    column: 'tls_ja3s',
    aliases: ['tls_ja3s'],
    help: 'JA3S fingerprint of the TLS server',
    example: 'tls.ja3s="15af977ce25de452b96affa2addb1036"',
  }),
  field({
    name: 'header_hash',
    kind: 'keyword',
    column: 'header_hash',
    help: 'MurmurHash3 of the header',
    example: 'header_hash="123456789"',
  }),
  field({
    name: 'body_hash',
    kind: 'keyword',
    column: 'body_hash',
    help: 'MurmurHash3 of the whole body',
    example: 'body_hash="123456789"',
  }),
  field({
    name: 'banner_hash',
    kind: 'keyword',
    column: 'banner_hash',
    help: 'MurmurHash3 of the banner',
    example: 'banner_hash="123456789"',
  }),
  field({
    name: 'is_ipv6',
    kind: 'boolean',
    column: 'is_ipv6',
    help: 'whether the address is IPv6',
    example: 'is_ipv6="true"',
  }),
  field({
    name: 'is_domain',
    kind: 'boolean',
    column: 'is_domain',
    help: 'whether it was reached by a name',
    example: 'is_domain="true"',
  }),
  field({
    name: 'is_honeypot',
    kind: 'boolean',
    column: 'is_honeypot',
    help: 'whether a source or a rule takes it for a honeypot',
    example: 'is_honeypot="false"',
  }),
  field({
    name: 'is_fraud',
    kind: 'boolean',
    column: 'is_fraud',
    help: 'whether a source takes it for a fraudulent site',
    example: 'is_fraud="false"',
  }),
  field({
    name: 'is_cloud',
    kind: 'boolean',
    column: 'is_cloud',
    help: 'whether the address belongs to a cloud provider',
    example: 'is_cloud="true"',
  }),
  field({
    name: 'cloud_name',
    kind: 'keyword',
    column: 'cloud_name',
    help: 'name of the cloud provider',
    example: 'cloud_name="aws"',
  }),
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
  return kind === 'boolean' ? ['=', '=='] : ['=', '==', '=~', '*=']
}
