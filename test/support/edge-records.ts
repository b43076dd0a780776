// Records whose values lie at the edges of what comparing, indexing and printing can do.
import type { Asset } from '../../src/asset/index.ts'
import { asset } from './asset.ts'

const TEXTS = [
  'plain words only',
  'Server: nginx/1.18.0 (Ubuntu)\r\nX-Powered-By: PHP/7.4\r\n',
  '100% _sure_ \\o/ it\'s "quoted" `code`',
  'line one\nline two\rline three\u2028line four',
  'nul\0inside and \u0001 others \u007f',
  'ПАНЕЛЬ управления — Вход в систему',
  '登录页面 管理系统，欢迎使用',
  'ログイン画面 ﾊﾟｽﾜｰﾄﾞ',
  'تسجيل الدخول إلى النظام',
  'ΟΔΟΣ ΣΊΣΥΦΟΣ οδος σίσυφος',
  'İSTANBUL Istanbul ıstanbul',
  'Kelvin K and Ångström Å',
  'Straße STRASSE ß ẞ ﬁre',
  'emoji 🦊🚀 👩‍👩‍👧 e\u0301 é',
  'привет-admin123-登录x',
  'a',
  'ab',
  ' leading and trailing ',
  '....',
  '<a href="http://x/?id=1&amp;q=[a-z]+(b|c)*">',
  `long${'token'.repeat(3000)}end`,
  'token'.repeat(20).concat(' ', 'x'.repeat(70_000)),
  `${'word '.repeat(5000)}needle ${'word '.repeat(5000)}`,
  '\u{10ffff}\ufffd\ufeff',
  'tab\tand\vvertical',
  "'; DROP TABLE records; --",
  "\\' OR 1=1 /* {p0:String} */ %s $1 ?",
  'sign in to continue',
  'design in to continued',
  'sign  in to continue',
  'éserver: nginxé',
]

const ADDRESSES = [
  '',
  '0.0.0.0',
  '192.0.2.1',
  '192.0.2.255',
  '192.0.3.0',
  '255.255.255.255',
  '::',
  '::1',
  '2001:db8::1',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '64:ff9b::c000:221',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '::fffe:ffff:ffff',
  '::1:0:0:0',
]

const NUMBERS = [
  null,
  0,
  1,
  -1,
  0.1,
  -0.5,
  89.999999,
  -180,
  1e-7,
  -2.5e-7,
  0.000001,
  1.5e-6,
  12.3456789012345,
]
const TIMES = [
  0, 1, 59, 951_782_400, 1_763_596_800, 1_763_596_799, 1_795_132_799, 4_102_444_800, 4_294_967_295,
]
const CERTIFICATE_TIMES = [
  '',
  '1949-12-31 23:59:59',
  '1970-01-01 00:00:00',
  '2026-11-19 23:59:59',
  '2026-11-20 00:00:00',
  '9999-12-31 23:59:59',
]
const YES_NO = [null, true, false]

const at = <Item>(list: readonly [Item, ...Item[]] | readonly Item[], index: number): Item => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}

/** Records in which every edge value stands in every column of its kind. */
export function edgeRecords(): readonly Asset[] {
  return Array.from({ length: 3 * TEXTS.length }, (_, index) => edgeRecord(index))
}

function edgeRecord(index: number): Asset {
  const text = (shift: number): string => at(TEXTS, index + shift)
  const list = (shift: number): readonly string[] =>
    Array.from({ length: (index + shift) % 4 }, (_, item) => text(shift + item).slice(0, 300))
  const short = (shift: number): string => (index % 5 === 0 ? '' : text(shift).slice(0, 300))
  const address = at(ADDRESSES, index)
  return asset({
    reached: index % 2 === 0 && address !== '' ? address : `h${index}.example.com`,
    port: at([1, 80, 443, 8443, 65535], index),
    base_protocol: at(['tcp', 'udp', 'sctp'], Math.floor(index / 7)),
    ip: address,
    protocol: at(['', 'http', 'https', 'HTTP', 'ssh'], index),
    title: text(0),
    header: text(1),
    body: text(2),
    banner: text(3),
    cert: text(4),
    link: short(5),
    domain: short(6),
    server: short(7),
    os: short(8),
    structinfo: short(9),
    country: at(['', 'DE', 'de', 'US', 'Ἑ'], index),
    country_name: short(10),
    province: short(11),
    city: short(12),
    isp: short(13),
    as_organization: short(14),
    as_number: at([null, 0, 64512, 4_294_967_295], index),
    latitude: at(NUMBERS, index),
    longitude: at(NUMBERS, index + 3),
    status_code: at([null, 0, 200, 404, 65535], index),
    product: list(0),
    product_version: list(1),
    category: list(2),
    tag: list(3),
    cname: list(5),
    cert_domain: list(6),
    cert_subject_cn: short(15),
    cert_subject_org: short(16),
    cert_issuer_cn: short(17),
    cert_issuer_org: short(18),
    cert_sn: short(19),
    cert_not_before: at(CERTIFICATE_TIMES, index),
    cert_not_after: at(CERTIFICATE_TIMES, index + 1),
    cert_is_match: at(YES_NO, index),
    cert_is_equal: at(YES_NO, index + 1),
    tls_version: short(20),
    tls_ja3s: short(21),
    icon_hash: at(['', '-1', '2147483647'], index),
    jarm: short(22),
    fid: short(23),
    icp: short(24),
    header_hash: short(25),
    body_hash: short(26),
    banner_hash: short(27),
    is_ipv6: at(YES_NO, index + 2),
    is_domain: at(YES_NO, index),
    is_honeypot: at(YES_NO, index + 1),
    is_fraud: at(YES_NO, index + 2),
    is_cloud: at(YES_NO, index),
    cloud_name: short(28),
    type: at(['', 'subdomain', 'service'], index),
    lastupdatetime: at(TIMES, index),
    firstseen: at(TIMES, index + 4),
    content_time: at(TIMES, index),
    content_import: 'edge',
  })
}
