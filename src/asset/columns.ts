// The only table of columns: one row per column of a record. The types of records and observations, merging, the defaults of
// enrichment, the store's schema, the catalogue of fields and the test support are derived from it. To add a field, add a row to
// `later-columns.ts` with the next version of the schema as `since`, and the code that fills it.
import {
  ask,
  type BaseProtocol,
  type Change,
  choice,
  count,
  fewList,
  fewText,
  inner,
  json,
  list,
  longList,
  longText,
  number,
  text,
  unstated,
  yesNo,
} from './column.ts'
import { LATER_COLUMNS } from './later-columns.ts'

const U32 = { least: 0, most: 0xffff_ffff, whole: true }
const CONTRACT = { contract: true }
const also = (...aliases: readonly string[]) => ({ aliases })
const named = (name: string) => ({ name })
const { MAX_SAFE_INTEGER } = Number

/** All columns. Fields appear in this order in every list, those of the contract first. */
export const COLUMN_TABLE = {
  reached: { ...unstated(text('identity', 'identity')), note: 'lower-case name, or canonical address' },
  host: {
    ...unstated(text('own', 'record')),
    ...ask('text', '="login.example.com"', 'name or address as reached, in the spelling of its protocol', {
      ...CONTRACT,
      counted: false,
    }),
  },
  title: { ...text('title', 'page'), ...ask('text', '="login"', 'title of the page', CONTRACT) },
  ip: {
    ...text('place', 'identity'),
    ...ask('address', '="192.0.2.0/24"', 'address of the service, or a CIDR', CONTRACT),
  },
  domain: { ...text('domain', 'identity'), ...ask('text', '="example.com"', 'registrable domain', CONTRACT) },
  port: {
    ...unstated(count('UInt16')('identity', 'identity')),
    ...ask('number', '="443"', 'port number', CONTRACT),
  },
  country: {
    ...fewText('place', 'location'),
    ...ask('keyword', '="DE"', 'country code (ISO 3166-1 alpha-2)', { ...CONTRACT, ...also('ip_country') }),
  },
  province: {
    ...text('place', 'location'),
    ...ask('text', '="Bavaria"', 'first-level region', { ...CONTRACT, ...also('region', 'ip_region') }),
  },
  city: {
    ...text('place', 'location'),
    ...ask('text', '="Munich"', 'city', { ...CONTRACT, ...also('ip_city') }),
  },
  country_name: {
    ...text('place', 'location'),
    ...ask('text', '="Germany"', 'country name in English', CONTRACT),
  },
  header: {
    ...longText('header'),
    ...ask('text', '="x-powered-by: php"', 'response header of a web service, as received', {
      ...CONTRACT,
      counted: false,
    }),
  },
  body: {
    ...longText('body'),
    ...ask('text', '="powered by"', 'body of the page', { ...CONTRACT, counted: false }),
  },
  server: { ...fewText('server', 'page'), ...ask('text', '="nginx"', 'the Server header’s value', CONTRACT) },
  protocol: {
    ...fewText('protocol', 'record'),
    ...ask('keyword', '="ssh"', 'application protocol', CONTRACT),
  },
  banner: {
    ...longText('banner'),
    ...ask('text', '="OpenSSH"', 'what the service sends first; unprintable bytes as \\xNN', {
      ...CONTRACT,
      counted: false,
    }),
  },
  cert: {
    ...longText('certificate', 'certificate'),
    ...ask('text', '="Let\'s Encrypt"', 'certificate as text', { ...CONTRACT, counted: false }),
  },
  isp: {
    ...text('place', 'location'),
    ...ask('text', '="Example Telecom"', 'internet service provider of the address', CONTRACT),
  },
  as_number: {
    ...number('UInt32', U32)('place', 'location'),
    ...ask('number', '="64500"', 'number of the autonomous system', { ...CONTRACT, ...also('asn') }),
  },
  as_organization: {
    ...text('place', 'location'),
    ...ask('text', '="Example"', 'organisation that holds the autonomous system', {
      ...CONTRACT,
      ...also('org'),
    }),
  },
  latitude: {
    ...number('Float64', { least: -90, most: 90, whole: false })('place', 'location'),
    ...ask('number', '="48.1374"', 'latitude in degrees, north positive', CONTRACT),
  },
  longitude: {
    ...number('Float64', { least: -180, most: 180, whole: false })('place', 'location'),
    ...ask('number', '="11.5755"', 'longitude in degrees, east positive', CONTRACT),
  },
  structinfo: {
    ...text('product', 'products'),
    ...ask('text', '="nginx"', 'products, versions and categories as JSON text', {
      ...CONTRACT,
      select: 'enterprise',
      counted: false,
    }),
  },
  firstseen: {
    ...unstated(count('UInt32')('own', 'observation')),
    ...ask('time', '="2026"', 'when the service was first seen (UTC)'),
  },
  lastupdatetime: {
    ...unstated(count('UInt32')('own', 'observation')),
    ...ask('time', '="2026-03"', 'when the service was last seen (UTC)', CONTRACT),
  },
  link: {
    ...text('link', 'record'),
    ...ask('text', '="https://"', 'full address of a web record', { ...also('url'), counted: false }),
  },
  type: {
    ...choice<'' | 'subdomain' | 'service'>('')('type', 'record'),
    ...ask(
      'keyword',
      '="service"',
      '`subdomain` for web captures, `service` for protocol banners',
      also('asset_type'),
    ),
  },
  status_code: {
    ...number('UInt16', { least: 0, most: 65535, whole: true })('status', 'page'),
    ...ask('number', '="200"', 'HTTP status code'),
  },
  base_protocol: {
    ...unstated(choice<BaseProtocol>('tcp')('identity', 'identity')),
    ...ask('keyword', '="udp"', 'transport: tcp, udp or sctp', also('transport')),
  },
  os: { ...text('os'), ...ask('text', '="linux"', 'operating system') },
  product: { ...fewList('product'), ...ask('text', '="nginx"', 'product names', also('app')) },
  product_version: {
    ...list('product'),
    ...ask('text', '*="1.24*"', 'product versions', { ...named('product.version'), ...also('version') }),
  },
  category: {
    ...fewList('product'),
    ...ask('text', '="database"', 'product categories', also('product_category', 'product.category')),
  },
  tag: {
    ...list('tag', 'tags'),
    ...ask('text', '="cdn"', 'tags that the source states, then those of feeds for the address'),
  },
  cname: {
    ...list('cname'),
    ...ask('text', '="cdn.example.net"', 'canonical names the name resolves through'),
  },
  icp: {
    ...text('icp', 'record'),
    ...ask('text', '="ICP"', 'Chinese ICP registration number, as stated or from the page’s footer'),
  },
  fid: {
    ...text('fid'),
    ...ask('keyword', '="sSXXGNUO2FefBTcCLIT/2Q=="', 'site fingerprint as stated by an import'),
  },
  icon_hash: {
    ...text('icon', 'icon'),
    ...ask('keyword', '="-247388890"', 'signed 32-bit MurmurHash3 of the icon’s base64 text'),
  },
  jarm: {
    ...text('jarm'),
    ...ask('keyword', '="29d29d15d29d29d00042d42d000000"', 'JARM fingerprint of the TLS server'),
  },
  cert_subject_cn: {
    ...text('certificate', 'certificate'),
    ...ask('text', '="example.com"', 'common name of the certificate’s subject', named('cert.subject.cn')),
  },
  cert_subject_org: {
    ...text('certificate', 'certificate'),
    ...ask('text', '="Example"', 'organisation of the certificate’s subject', named('cert.subject.org')),
  },
  cert_issuer_cn: {
    ...text('certificate', 'certificate'),
    ...ask('text', '="R3"', 'common name of the certificate’s issuer', named('cert.issuer.cn')),
  },
  cert_issuer_org: {
    ...text('certificate', 'certificate'),
    ...ask('text', '="Let\'s Encrypt"', 'organisation of the certificate’s issuer', named('cert.issuer.org')),
  },
  cert_sn: {
    ...text('certificate', 'certificate'),
    ...ask('keyword', '="1234567890"', 'serial number of the certificate in decimal', named('cert.sn')),
  },
  cert_domain: {
    ...longList('certificate', 'certificate'),
    ...ask('text', '="*.example.com"', 'names the certificate is valid for', {
      ...named('cert.domain'),
      ...also('certs_domains'),
    }),
  },
  cert_not_before: {
    ...text('certificate', 'certificate'),
    ...ask('time', '="2026"', 'start of the certificate’s validity (UTC)', named('cert.not_before')),
  },
  cert_not_after: {
    ...text('certificate', 'certificate'),
    ...ask('time', '="2026-12"', 'end of the certificate’s validity (UTC)', named('cert.not_after')),
  },
  cert_is_match: {
    ...yesNo('certificate', 'certificate'),
    ...ask('boolean', '="false"', 'whether the certificate covers the name reached', {
      ...named('cert.is_match'),
      ...also('certs_match'),
    }),
  },
  cert_is_equal: {
    ...yesNo('certificate', 'certificate'),
    ...ask(
      'boolean',
      '="true"',
      'whether the certificate’s subject and issuer are the same (self-signed)',
      named('cert.is_equal'),
    ),
  },
  tls_version: { ...text('tls'), ...ask('text', '="TLSv1.3"', 'TLS version', named('tls.version')) },
  tls_ja3s: {
    ...text('ja3s'),
    ...ask(
      'keyword',
      '="15af977ce25de452b96affa2addb1036"',
      'JA3S fingerprint of the TLS server',
      named('tls.ja3s'),
    ),
  },
  header_hash: { ...text('header', 'page'), ...ask('keyword', '="123456789"', 'MurmurHash3 of the header') },
  body_hash: { ...text('body', 'page'), ...ask('keyword', '="123456789"', 'MurmurHash3 of the whole body') },
  banner_hash: { ...text('banner', 'page'), ...ask('keyword', '="123456789"', 'MurmurHash3 of the banner') },
  is_ipv6: { ...yesNo('place', 'identity'), ...ask('boolean', '="true"', 'whether the address is IPv6') },
  is_domain: {
    ...yesNo('domain', 'identity'),
    ...ask('boolean', '="true"', 'whether it was reached by a name'),
  },
  is_honeypot: {
    ...yesNo('honeypot', 'tags'),
    ...ask('boolean', '="false"', 'whether a source, a feed or the banner calls it a honeypot'),
  },
  is_fraud: {
    ...yesNo('fraud', 'tags'),
    ...ask('boolean', '="false"', 'whether a source or a feed considers it fraudulent'),
  },
  is_cloud: {
    ...yesNo('place', 'tags'),
    ...ask('boolean', '="true"', 'whether the address belongs to a cloud provider'),
  },
  cloud_name: { ...text('place', 'tags'), ...ask('keyword', '="aws"', 'name of the cloud provider') },
  content_time: {
    ...unstated(number('UInt32', U32)('own', 'observation')),
    note: 'when the content was seen; null for a bare port',
  },
  content_import: { ...unstated(text('own', 'observation')), note: 'the import that brought the content' },
  page_depth: {
    ...unstated(count('UInt16')('link', 'page')),
    note: 'path segments of the page the content comes from, more for errors and pictures; 0 for anything but a page',
  },
  body_full_length: {
    ...unstated(number('UInt64', { ...U32, most: MAX_SAFE_INTEGER })('body', 'page')),
    note: 'bytes of the whole body when the stored one was cut; null when it is whole',
  },
  stated: inner(json<string>()('own', 'observation'), 'columns whose value the source itself stated, sorted'),
  history: inner(json<Change>()('own', 'observation'), 'the last content changes, oldest first'),
  parts: inner(text('own', 'observation'), 'when and by which import each part was observed, with a hash', 4),
  // New columns are appended to those: stored part states depend on the order.
  ...LATER_COLUMNS,
} as const
