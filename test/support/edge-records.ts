// Records with values at the limits of comparing, indexing and printing.
import { type Asset, COLUMNS, type Column, columnRow, type Range } from '../../src/asset/index.ts'
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

/** Records in which every edge value occurs in every column of its kind. */
export function edgeRecords(): readonly Asset[] {
  return Array.from({ length: 3 * TEXTS.length }, (_, index) => edgeRecord(index))
}

function edgeRecord(index: number): Asset {
  const address = at(ADDRESSES, index)
  const mayBeStated = COLUMNS.filter((column) => columnRow(column).stated)
  const byKind = mayBeStated.map((column, shift) => [column, edgeValue(column, index, shift)] as const)
  return asset({
    ...Object.fromEntries(byKind),
    reached: index % 2 === 0 && address !== '' ? address : `h${index}.example.com`,
    port: at([1, 80, 443, 8443, 65535], index),
    base_protocol: at(['tcp', 'udp', 'sctp'], Math.floor(index / 7)),
    ip: address,
    title: at(TEXTS, index),
    protocol: at(['', 'http', 'https', 'HTTP', 'ssh'], index),
    country: at(['', 'DE', 'de', 'US', 'Ἑ'], index),
    type: at(['', 'subdomain', 'service'], index),
    content_time: at(TIMES, index),
    content_import: 'edge',
    lastupdatetime: at(TIMES, index),
    firstseen: at(TIMES, index + 4),
  })
}

/** An edge value of the column's kind; some long texts are whole, others cut or empty. */
function edgeValue(column: Column, index: number, shift: number): unknown {
  const { many, range, size, unknown, query } = columnRow(column)
  const text = (from: number): string => at(TEXTS, index + from)
  if (many) return Array.from({ length: (index + shift) % 4 }, (_, item) => text(shift + item).slice(0, 300))
  if (range !== undefined) return range.whole ? at(wholeNumbers(range), index) : at(NUMBERS, index + shift)
  if (unknown === null) return at(YES_NO, index + shift)
  if (query?.kind === 'time') return at(CERTIFICATE_TIMES, index + shift)
  if (size === 'large') return text(shift)
  return index % 5 === 0 ? '' : text(shift).slice(0, 300)
}

function wholeNumbers({ least, most }: Range): readonly (number | null)[] {
  return [null, least, Math.trunc(most / 2), most]
}
