// The meaning of the language by kind of field: each row says which of two values a condition matches.
import { describe, expect, it } from 'vitest'
import type { Asset } from '../../src/asset/index.ts'
import { readQuery } from '../../src/query/index.ts'
import { asset } from './asset.ts'
import { evaluate } from './evaluate.ts'

const NOW = Date.UTC(2026, 2, 1, 12)

function finds(query: string, known: Partial<Asset>): boolean {
  return evaluate(readQuery(query), asset(known), NOW)
}

type Row = readonly [query: string, found: Partial<Asset>, missed: Partial<Asset>]

const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  text: [
    ['title="login"', { title: 'The LOGIN page' }, { title: 'log in' }],
    ['title="ПАНЕЛЬ"', { title: 'панель управления' }, { title: 'панел' }],
    ['title="登录"', { title: '用户登录页面' }, { title: '登 录' }],
    ['title="STRASSE"', { title: 'Strasse' }, { title: 'Straße' }],
    ['title="İ"', { title: 'İstanbul' }, { title: 'istanbul' }],
    ['title="50%"', { title: 'now 50% off' }, { title: '500' }],
    ['title="a_b"', { title: 'A_B' }, { title: 'axb' }],
    ['title=="Login"', { title: 'Login' }, { title: 'login' }],
    ['title=="Login"', { title: 'Login' }, { title: 'Login ' }],
    ['title=~"^Log.n$"', { title: 'Login' }, { title: 'login' }],
    ['title=~"(?i)^LOG.N$"', { title: 'Login' }, { title: 'Loginn' }],
    ['body=~"a.b"', { body: 'a-b' }, { body: 'a\nb' }],
    ['body=~"(?s)a.b"', { body: 'a\nb' }, { body: 'ab' }],
    ['title*="log*in"', { title: 'LOGGED IN' }, { title: 'LOGGED IN!' }],
    ['title*="l?g"', { title: 'Log' }, { title: 'lg' }],
    ['title*="?"', { title: '😀' }, { title: '' }],
    ['title*="a*c"', { title: 'a\nb\nc' }, { title: 'abcd' }],
    ['banner="\\x15\\x03"', { banner: 'x\\x15\\x03y' }, { banner: '\x15\x03' }],
    ['server="it\'s"', { server: "It's 1.0" }, { server: 'its' }],
  ],
  keyword: [
    ['country="de"', { country: 'DE' }, { country: 'DEU' }],
    ['country=="DE"', { country: 'DE' }, { country: 'de' }],
    ['jarm=~"^29d"', { jarm: '29d29d' }, { jarm: 'x29d' }],
    ['protocol*="ht*"', { protocol: 'HTTPS' }, { protocol: 'ssh' }],
    ['icon_hash="-247388890"', { icon_hash: '-247388890' }, { icon_hash: '247388890' }],
  ],
  number: [
    ['port=443', { port: 443 }, { port: 4430 }],
    ['port=="443"', { port: 443 }, { port: 44 }],
    ['port=443.0', { port: 443 }, { port: 80 }],
    ['port=~"^44"', { port: 4430 }, { port: 144 }],
    ['port*="4?3"', { port: 443 }, { port: 4443 }],
    ['asn=0', { as_number: 0 }, { as_number: null }],
    ['latitude=-33.5', { latitude: -33.5 }, { latitude: 33.5 }],
    ['latitude=~"\\."', { latitude: 48.1 }, { latitude: 48 }],
    ['latitude=0', { latitude: 0 }, { latitude: null }],
  ],
  address: [
    ['ip="192.0.2.1"', { ip: '192.0.2.1' }, { ip: '192.0.2.10' }],
    ['ip="192.0.2.77/24"', { ip: '192.0.2.255' }, { ip: '192.0.3.0' }],
    ['ip="0.0.0.0/0"', { ip: '255.255.255.255' }, { ip: '2001:db8::1' }],
    ['ip="2001:DB8::/32"', { ip: '2001:db8:ffff::1' }, { ip: '2001:db9::' }],
    ['ip="::/0"', { ip: '2001:db8::1' }, { ip: '192.0.2.1' }],
    ['ip=="2001:0db8::0001"', { ip: '2001:db8::1' }, { ip: '2001:db8::2' }],
    ['ip="::ffff:192.0.2.1"', { ip: '192.0.2.1' }, { ip: '192.0.2.2' }],
    ['ip*="192.0.2.*"', { ip: '192.0.2.1' }, { ip: '192.0.20.1' }],
    ['ip=~":1$"', { ip: '2001:db8::1' }, { ip: '192.0.2.1' }],
    ['ip="0.0.0.0/0"', { ip: '0.0.0.0' }, { ip: '' }],
  ],
  time: [
    [
      'after="2025-03"',
      { lastupdatetime: seconds('2025-03-01T00:00:00') },
      { lastupdatetime: seconds('2025-02-28T23:59:59') },
    ],
    [
      'before="2025-03"',
      { lastupdatetime: seconds('2025-02-28T23:59:59') },
      { lastupdatetime: seconds('2025-03-01T00:00:00') },
    ],
    [
      'lastupdatetime="2025-03"',
      { lastupdatetime: seconds('2025-03-31T23:59:59') },
      { lastupdatetime: seconds('2025-04-01T00:00:00') },
    ],
    [
      'lastupdatetime=="2025-03-09 14:05:06"',
      { lastupdatetime: seconds('2025-03-09T14:05:06') },
      { lastupdatetime: seconds('2025-03-09T14:05:07') },
    ],
    [
      'firstseen=~"^2025"',
      { firstseen: seconds('2025-01-01T00:00:00') },
      { firstseen: seconds('2024-12-31T23:59:59') },
    ],
    [
      'firstseen*="*-02-29 *"',
      { firstseen: seconds('2024-02-29T01:00:00') },
      { firstseen: seconds('2025-02-28T01:00:00') },
    ],
    ['cert.not_after="9999"', { cert_not_after: '9999-12-31 23:59:59' }, { cert_not_after: '' }],
    [
      'cert.not_before="1999-12-31"',
      { cert_not_before: '1999-12-31 23:59:59' },
      { cert_not_before: '2000-01-01 00:00:00' },
    ],
  ],
  'yes/no': [
    ['is_cloud=true', { is_cloud: true }, { is_cloud: null }],
    ['is_cloud=1', { is_cloud: true }, { is_cloud: false }],
    ['is_cloud=false', { is_cloud: null }, { is_cloud: true }],
    ['is_cloud==0', { is_cloud: false }, { is_cloud: true }],
    ['is_cloud!=true', { is_cloud: null }, { is_cloud: true }],
    [
      'cert.is_expired=true',
      { cert_not_after: '2026-03-01 11:59:59' },
      { cert_not_after: '2026-03-01 12:00:00' },
    ],
    ['cert.is_expired=false', { cert_not_after: '' }, { cert_not_after: '2020-01-01 00:00:00' }],
  ],
  lists: [
    ['product="nginx"', { product: ['PHP', 'Nginx Plus'] }, { product: ['PHP'] }],
    ['product=="nginx"', { product: ['PHP', 'nginx'] }, { product: ['nginx,PHP'] }],
    ['product!="nginx"', { product: ['PHP'] }, { product: ['PHP', 'nginx'] }],
    ['product!="nginx"', { product: [] }, { product: ['nginx'] }],
    ['tag=~"^ics$"', { tag: ['a', 'ics'] }, { tag: ['a', 'ics2'] }],
    [
      'cert.domain*="*.example.com"',
      { cert_domain: ['x', 'www.example.com'] },
      { cert_domain: ['example.com'] },
    ],
  ],
  'unknown values': [
    ['title=""', { title: '' }, { title: ' ' }],
    ['title==""', { title: '' }, { title: 'x' }],
    ['title*=""', { title: '' }, { title: 'x' }],
    ['title!=""', { title: 'x' }, { title: '' }],
    ['title!="x"', { title: '' }, { title: 'x' }],
    ['title!~"x"', { title: '' }, { title: 'x' }],
    ['title!*="x"', { title: '' }, { title: 'X' }],
    ['title=~".*"', { title: 'x' }, { title: '' }],
    ['title*="*"', { title: 'x' }, { title: '' }],
    ['product=""', { product: [] }, { product: ['x'] }],
    ['asn=""', { as_number: null }, { as_number: 0 }],
    ['ip=""', { ip: '' }, { ip: '192.0.2.1' }],
    ['is_cloud=""', { is_cloud: null }, { is_cloud: false }],
    ['cert.not_after=""', { cert_not_after: '' }, { cert_not_after: '2026-01-01 00:00:00' }],
  ],
  'comparisons, lists and names': [
    ['port>80', { port: 81 }, { port: 80 }],
    ['port>=80', { port: 80 }, { port: 79 }],
    ['port<80', { port: 79 }, { port: 80 }],
    ['port<=80', { port: 80 }, { port: 81 }],
    ['!(asn>80)', { as_number: null }, { as_number: 81 }],
    ['asn<80', { as_number: 0 }, { as_number: null }],
    ['latitude<-33.4', { latitude: -33.5 }, { latitude: 33.5 }],
    [
      'firstseen>2025',
      { firstseen: seconds('2026-01-01T00:00:00') },
      { firstseen: seconds('2025-12-31T23:59:59') },
    ],
    [
      'firstseen<=2025',
      { firstseen: seconds('2025-12-31T23:59:59') },
      { firstseen: seconds('2026-01-01T00:00:00') },
    ],
    ['cert.not_after>=2025-03', { cert_not_after: '2025-03-01 00:00:00' }, { cert_not_after: '' }],
    ['cert.not_before.after="2025-03"', { cert_not_before: '2025-03-01 00:00:00' }, { cert_not_before: '' }],
    [
      'cert.not_after.before="2025-03"',
      { cert_not_after: '2025-02-28 23:59:59' },
      { cert_not_after: '2025-03-01 00:00:00' },
    ],
    ['port="21, 22"', { port: 22 }, { port: 23 }],
    ['port!="21,22"', { port: 23 }, { port: 22 }],
    ['protocol="SSH,ftp"', { protocol: 'ssh' }, { protocol: 'ssh,ftp' }],
    ['protocol=="SSH,ftp"', { protocol: 'ftp' }, { protocol: 'ssh' }],
    ['title="a,b"', { title: 'a,b' }, { title: 'a' }],
    ['ip="192.0.2.1,198.51.100.0/24"', { ip: '198.51.100.9' }, { ip: '192.0.2.2' }],
    ['ip="192.0.2.1-192.0.2.9"', { ip: '192.0.2.9' }, { ip: '192.0.2.10' }],
    ['ip="2001:db8::1-2001:db8::ff"', { ip: '2001:db8::a' }, { ip: '192.0.2.1' }],
    ['country="China"', { country: 'CN' }, { country: 'DE' }],
    ['country="中国,德国"', { country: 'DE' }, { country: 'AT' }],
    ['country!="Germany"', { country: '' }, { country: 'DE' }],
    ['region="浙江"', { province: 'Zhejiang' }, { province: 'Jiangxi' }],
    ['region=="西藏自治区"', { province: 'Xizang' }, { province: 'Tibetan' }],
    ['country_name="中国"', { country_name: 'China' }, { country_name: 'Chile' }],
  ],
  words: [
    ['login', { title: 'LOGIN' }, { banner: 'login', cert: 'login', server: 'login' }],
    ['login page', { title: 'login', host: 'page.example.com' }, { title: 'login' }],
    ['"login page"', { body: 'the Login Page' }, { title: 'login', body: 'page' }],
    ['AT&T', { header: 'x-by: at&t' }, { header: 'x-by: att' }],
    ['!"login"', { title: 'x' }, { title: 'login' }],
    ['login or panel', { title: 'login or panel' }, { title: 'login' }],
    ['"login" or "panel"', { title: 'panel' }, { title: 'or' }],
    ['nginx title="login"', { title: 'login', header: 'nginx' }, { title: 'login' }],
  ],
  'and, or, not': [
    ['title=a || title=b && port=1', { title: 'a', port: 2 }, { title: 'b', port: 2 }],
    ['(title=a || title=b) && port=1', { title: 'a', port: 1 }, { title: 'a', port: 2 }],
    ['!title=a && port=1', { title: 'b', port: 1 }, { title: 'a', port: 1 }],
    ['!(title=a && port=1)', { title: 'a', port: 2 }, { title: 'a', port: 1 }],
    ['title=a port=1', { title: 'a', port: 1 }, { title: 'a', port: 2 }],
  ],
}

describe.each(Object.entries(TABLE))('%s', (_, rows) => {
  it.each(rows)('%s finds %o and not %o', (query, found, missed) => {
    expect(finds(query, found)).toBe(true)
    expect(finds(query, missed)).toBe(false)
  })
})

describe('conditions on whole addresses', () => {
  const at = (ip: string, port: number, more: Partial<Asset> = {}): Asset => asset({ ip, port, ...more })
  const records = [
    at('192.0.2.1', 22, { banner: 'SSH-2.0', lastupdatetime: seconds('2025-01-10T00:00:00') }),
    at('192.0.2.1', 80, { title: 'x', lastupdatetime: seconds('2025-06-01T00:00:00') }),
    at('192.0.2.2', 22, { banner: 'SSH-2.0', lastupdatetime: seconds('2025-02-01T00:00:00') }),
    at('192.0.2.3', 80, { title: 'x', lastupdatetime: seconds('2025-03-01T00:00:00') }),
    at('', 22, { banner: 'SSH-2.0', lastupdatetime: seconds('2025-04-01T00:00:00') }),
  ]
  const numbers = (query: string, considered = records): number[] =>
    [...considered.keys()].filter((index) =>
      evaluate(readQuery(query), considered[index] ?? asset({}), NOW, considered),
    )

  it.each([
    ['ip_filter(banner="ssh")', [0, 1, 2]],
    ['ip_exclude(banner="ssh")', [3, 4]],
    ['ip_filter(banner="ssh") && ip_exclude(title="x")', [2]],
    ['ip_filter(banner="ssh" && title="x")', []],
    ['ip_filter(banner="ssh") && ip_filter(title="x")', [0, 1]],
    ['!ip_filter(banner="ssh")', [3, 4]],
    ['!ip_exclude(banner="ssh")', [0, 1, 2]],
    ['port_size="2"', [0, 1]],
    ['port_size!="2"', [2, 3, 4]],
    ['port_size_gt="1"', [0, 1]],
    ['port_size_lt="2"', [2, 3]],
    ['port_size>=1', [0, 1, 2, 3]],
    ['ip_ports="22,80"', [0, 1]],
    ['ip_ports="22"', [0, 1, 2]],
    ['ip_ports!="22,80"', [2, 3, 4]],
    ['ip_after="2025-03"', [0, 1, 3]],
    ['ip_before="2025-03"', [2]],
    ['ip_before!="2025-03"', [0, 1, 3, 4]],
    ['port_size=""', [4]],
    ['ip_filter("")', [0, 1, 2, 3]],
  ])('%s finds the records %o', (query, found) => expect(numbers(query)).toEqual(found))

  it('count the considered records only', () => {
    expect(numbers('port_size="1"', records.slice(1))).toEqual([0, 1, 2])
    expect(numbers('ip_filter(banner="ssh")', records.slice(1))).toEqual([1])
  })
})
