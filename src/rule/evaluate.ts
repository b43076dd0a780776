// How often rules are right: on texts whose product is known.
import { type Asset, type Recognise, UNKNOWN_ASSET } from '../asset/index.ts'
import { countRecord, type Counts, countsOf, noCounts } from './counts.ts'
import { isNamed, type NamedProducts } from './same-product.ts'
import type { Fingerprint, RecogExample, RecogFile } from './foreign/recog.ts'

/** A record whose products are known. */
interface KnownRecord extends NamedProducts {
  /** What it is counted with. */
  readonly kind: string
  readonly asset: Asset
}

/** Figures of one rule, one kind of text, or all. */
export interface Quality {
  readonly name: string
  /** Records of the kind; of a rule those that it answered. */
  readonly records: number
  readonly answered: number
  readonly right: number
}

/** Figures of all kinds, of all records and of each rule that answered. */
interface Evaluation {
  readonly all: Quality
  readonly kinds: readonly Quality[]
  readonly rules: readonly Quality[]
}

/** Runs rules over records whose products are known; where none is known, no answer can be judged. */
export function evaluateRules(recognise: Recognise, records: Iterable<KnownRecord>): Evaluation {
  const all = noCounts()
  const kinds = new Map<string, Counts>()
  const rules = new Map<string, Counts>()
  for (const { kind, asset, ...known } of records) {
    if (known.products.length === 0) continue
    const found = recognise(asset).filter(({ product }) => product !== undefined)
    const isRight = found.some((one) => isNamed(one, known))
    for (const counts of [all, countsOf(kinds, kind)]) countRecord(counts, found.length > 0, isRight)
    for (const one of found) countRecord(countsOf(rules, one.rule), true, isNamed(one, known))
  }
  return { all: { name: 'all', ...all }, kinds: qualities(kinds), rules: qualities(rules) }
}

function qualities(map: ReadonlyMap<string, Counts>): readonly Quality[] {
  return [...map].map(([name, counts]) => ({ name, ...counts })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The fields in which a record shows each kind of recog's texts. */
const RECORDS: Readonly<Record<string, (text: string) => Partial<Asset>>> = {
  html_title: (title) => ({ title }),
  'http_header.server': (server) => ({ server, header: `HTTP/1.1 200 OK\r\nServer: ${server}` }),
  'http_header.cookie': (text) => ({ header: `HTTP/1.1 200 OK\r\nSet-Cookie: ${text}` }),
  'http_header.wwwauth': (text) => ({ header: `HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: ${text}` }),
  'ssh.banner': (text) => ({ banner: `SSH-2.0-${text}` }),
  'ftp.banner': (text) => ({ banner: `220 ${text}` }),
  'smtp.banner': (text) => ({ banner: `220 ${text}` }),
  'pop3.banner': (text) => ({ banner: `+OK ${text}` }),
  'imap4.banner': (text) => ({ banner: `* OK ${text}` }),
  'nntp.banner': (text) => ({ banner: `200 ${text}` }),
  'rtsp_header.server': (text) => ({ banner: `RTSP/1.0 200 OK\r\nServer: ${text}` }),
  'sip_header.server': (text) => ({ banner: `SIP/2.0 200 OK\r\nServer: ${text}` }),
  'sip_header.user_agent': (text) => ({ banner: `SIP/2.0 200 OK\r\nUser-Agent: ${text}` }),
  'snmp.sys_description': (banner) => ({ banner }),
  'dns.versionbind': (banner) => ({ banner }),
  telnet: (banner) => ({ protocol: 'telnet', banner }),
  'mysql.banners': (banner) => ({ protocol: 'mysql', banner }),
  'ntp.readvar': (banner) => ({ protocol: 'ntp', banner }),
  pjl: (banner) => ({ banner }),
  'mysql.error': (banner) => ({ protocol: 'mysql', banner }),
  'ldap.search_result': (banner) => ({ protocol: 'ldap', banner }),
  'tls.jarm': (jarm) => ({ jarm }),
  'favicon.md5': (md5) => ({ icon_md5: md5.toLowerCase() }),
  'http_header.x-powered-by': (text) => ({ header: `HTTP/1.1 200 OK\r\nX-Powered-By: ${text}` }),
  'x509.subject': (name) => certificateWith('subject', name),
  'x509.issuer': (name) => certificateWith('issuer', name),
}

/** A certificate of which one name is known, as `CN=a,OU=b,O=c`, the smallest part first; a comma inside a value has a backslash. */
function certificateWith(side: 'subject' | 'issuer', name: string): Partial<Asset> {
  const parts = (name.match(/(?:\\.|[^,\\])+/g) ?? [])
    .map((part) => part.replaceAll(/\\(.)/g, '$1'))
    .reverse()
  const partOf = (type: string): string =>
    parts.find((part) => part.startsWith(`${type}=`))?.slice(type.length + 1) ?? ''
  const [whole, cn, org] = [parts.join(', '), partOf('CN'), partOf('O')]
  return side === 'subject'
    ? { cert: `Subject: ${whole}`, cert_subject: whole, cert_subject_cn: cn, cert_subject_org: org }
    : { cert: `Issuer: ${whole}`, cert_issuer: whole, cert_issuer_cn: cn, cert_issuer_org: org }
}

/** The examples of a recog file as records; none where a record does not show such texts. */
export function* recogRecords({ matches, fingerprints }: RecogFile): Generator<KnownRecord> {
  const recordOf = RECORDS[matches]
  if (recordOf === undefined) return
  for (const fingerprint of fingerprints)
    for (const example of fingerprint.examples) {
      const text = example.text.replace(/^[\r\n]{1,9}/, '').trimEnd()
      yield {
        kind: matches,
        asset: { ...UNKNOWN_ASSET, ...recordOf(text) },
        ...namedBy(fingerprint, example),
      }
    }
}

const PARTS = ['service', 'service.component', 'hw', 'os']

function namedBy(fingerprint: Fingerprint, example: RecogExample): NamedProducts {
  const valuesOf = (...suffixes: readonly string[]): readonly string[] =>
    PARTS.flatMap((part) => suffixes.map((suffix) => `${part}.${suffix}`)).flatMap((name) => {
      const fixed = fingerprint.params.find((param) => param.name === name && param.position === 0)?.value
      return [fixed, example.known[name]].flatMap((value) =>
        value === undefined || value === '' ? [] : [completed(value, example)],
      )
    })
  return { products: valuesOf('product', 'family'), vendors: valuesOf('vendor'), cpes: valuesOf('cpe23') }
}

/** A value of recog may name other values of the example: `AutoView {hw.model}`. */
function completed(value: string, { known }: RecogExample): string {
  return value.replaceAll(/\{([a-z0-9._]{1,60})\}/g, (_, name: string) => known[name] ?? '')
}
