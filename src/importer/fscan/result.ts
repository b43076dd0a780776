// A result of fscan 2, as its JSON holds it: what was found (HOST, PORT, SERVICE, VULN), on which target, with details. The
// accounts that it found are left out. Layout read in shadow1ng/fscan (common/output, core/port_scan.go, webscan/lib).
import type { Stated, StatedFinding } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  headerOfMap,
  type Mapped,
  numberAt,
  objectAt,
  readProtocol,
  rejected,
  serviceOf,
  skipped,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
  webPageOf,
} from '../fact/index.ts'
import { escapeControls, type JsonObject, readPort } from '../text/index.ts'

/** The kinds of results. */
export const RESULT_KINDS: ReadonlySet<string> = new Set(['HOST', 'PORT', 'SERVICE', 'VULN'])

/** Whether a JSON object is a result. */
export function isResult(record: JsonObject): boolean {
  return (
    RESULT_KINDS.has(textAt(record, 'type') ?? '') &&
    textAt(record, 'target') !== undefined &&
    textAt(record, 'status') !== undefined
  )
}

interface Target {
  readonly host: string
  readonly port: number | undefined
}

const WITH_PORT = /^(?:\[([\da-f:.]{2,45})\]|([^\s:/]{1,253})):(\d{1,5})$/i

function readTarget(text: string): Target {
  const [, v6, name, port] = WITH_PORT.exec(text) ?? []
  return port === undefined
    ? { host: text, port: undefined }
    : { host: v6 ?? name ?? '', port: readPort(port) }
}

/** Maps a result: lines of JSON write some details at the top. */
export function* mapResult(record: JsonObject): Generator<Mapped> {
  const kind = textAt(record, 'type') ?? ''
  const target = textAt(record, 'target')
  if (target === undefined || !RESULT_KINDS.has(kind)) return yield rejected('no result of fscan')
  if (kind === 'HOST') return yield skipped('a host that is up, on no port of it')
  const details = objectAt(record, 'details') ?? record
  const time = textAt(record, 'time')
  const page = pageOf(kind, target, details)
  const findings = kind === 'VULN' ? findingsOf(record, details, target) : []
  if (page !== undefined) {
    // Its name of the service is a guess by the port; the address of the page says which it is.
    const { protocol: _protocol, ...rest } = statedOf(details)
    return yield webPageOf(page, { time, stated: { ...rest, ...statedPage(details) }, findings })
  }
  const { host, port } = readTarget(target)
  const found = readPort(details['port']) ?? port
  if (found === undefined) return yield skipped('a finding on a host, on no port of it')
  const stated = statedOf(details)
  yield serviceOf({ name: host, address: canonicalAddress(host), port: found, time, stated, findings })
}

/** The page that a result is about, if it is one. */
function pageOf(kind: string, target: string, details: JsonObject): string | undefined {
  if (/^https?:\/\//i.test(target)) return target
  if (kind !== 'SERVICE') return undefined
  const url = textAt(details, 'url') ?? textAt(details, 'Url')
  if (url !== undefined && /^https?:\/\//i.test(url)) return url
  const { host, port } = readTarget(target)
  const at = readPort(details['port']) ?? port
  const scheme = schemeOf(details)
  if (scheme === undefined || at === undefined) return undefined
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${at}/`
}

/** `http` and `https` where the tool asked for a page; a name of a service alone is its guess. */
function schemeOf(details: JsonObject): 'http' | 'https' | undefined {
  if (textAt(details, 'title') === undefined && numberAt(details, 'status') === undefined) return undefined
  const named = `${textAt(details, 'protocol') ?? ''} ${textAt(details, 'service') ?? ''}`
  if (/\b(?:https|ssl)\b/i.test(named)) return 'https'
  return /\bhttp\b/i.test(named) ? 'http' : undefined
}

function statedOf(details: JsonObject): Stated {
  const banner = textAt(details, 'banner')
  const protocol = readProtocol(textAt(details, 'service') ?? textAt(details, 'protocol'))
  const product = textAt(details, 'product')
  const version = textAt(details, 'version')
  const marks = textsAt(details, 'fingerprints').map((name) => ({ product: name }))
  return {
    ...defined<Stated>({
      protocol: protocol === undefined || /^(?:tcp|udp|ssl)$/.test(protocol) ? undefined : protocol,
      banner: banner === undefined ? undefined : escapeControls(banner),
      os: textAt(details, 'os'),
    }),
    ...statedProducts([{ product, version }, ...marks]),
  }
}

function statedPage(details: JsonObject): Stated {
  const code = numberAt(details, 'status_code') ?? numberAt(details, 'status')
  const answered = code !== undefined && code >= 100 && code <= 999 ? code : undefined
  const header = headerOf(details, answered)
  return defined<Stated>({
    title: titleAt(details, 'title'),
    status_code: answered,
    server: textAt(details, 'server'),
    header: header === '' ? undefined : header,
  })
}

const OWN_KEYS = new Set(['title', 'length', 'status_code', 'redirect_Url'])

/** Version 2.0 puts the header of the answer among facts of its own. */
function headerOf(details: JsonObject, code: number | undefined): string {
  const info = objectAt(details, 'server_info') ?? {}
  const fields = Object.entries(info).filter(([name]) => !OWN_KEYS.has(name))
  if (fields.length === 0) return ''
  return headerOfMap(code === undefined ? '' : `HTTP/1.1 ${code}`, Object.fromEntries(fields))
}

/** Checks of accounts: their texts hold passwords. */
const ACCOUNTS = /weak|credential|password|brute/i

function findingsOf(record: JsonObject, details: JsonObject, target: string): readonly StatedFinding[] {
  const named = textAt(details, 'vulnerability_type') ?? textAt(details, 'type')
  const kind = details === record ? undefined : named
  const isAccount = ACCOUNTS.test(kind ?? '') || textAt(details, 'password') !== undefined
  if (isAccount) return [{ tool: 'fscan', id: 'weak-password', name: 'weak password' }]
  const name = textAt(details, 'vulnerability_name') ?? textAt(details, 'vulnerability')
  const status = textAt(record, 'status') ?? ''
  const id = (kind === 'vulnerability' ? undefined : kind) ?? name ?? status
  const cve = /\b(?:cve-\d{4}-\d{4,7}|ms\d\d-\d{3})\b/i.exec(`${id} ${name ?? ''}`)?.[0].toUpperCase()
  return [
    {
      ...{ tool: 'fscan', id: id.slice(0, 200), ids: cve === undefined ? [] : [cve], name: name ?? id },
      ...(/^https?:/i.test(target) && { at: target }),
      evidence: textAt(details, 'description') ?? '',
    },
  ]
}
