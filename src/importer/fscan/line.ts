// Lines of fscan: `result.txt` of version 1, and what versions 1 and 2 print on a terminal. Layout read in shadow1ng/fscan
// (Plugins, WebScan, common/log.go).
import type { Stated, StatedFinding } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  type LineFormat,
  type Mapped,
  rejected,
  serviceOf,
  skipped,
  statedProducts,
  textAt,
  webPageOf,
} from '../fact/index.ts'
import { type JsonObject, readPort } from '../text/index.ts'

const OPEN = /^(?:\[\+\] )?(?:(\d[\d.]{6,14})|\[([\da-f:]{2,39})\]|([\w.-]{1,253})):(\d{1,6}) open\s*$/i
const TITLE = /^\[\*\] WebTitle:?\s*(\S+)\s+code:(\d{1,5})\s+len:(-?\d+)\s+title:(.*)$/is
const INFO = /^\[\+\] InfoScan:?\s*(\S+)\s+\[(.{1,200})\]\s*$/i
/** `[+] SSH:192.0.2.1:22:root secret`, `[+] mysql 192.0.2.1:3306:root secret`: the account is left out. */
const ACCESS = /^\[\+\] ([A-Za-z]\w{1,20})[: ]\s?(\d[\d.]{6,14}):(\d{1,5})\b/
/** Version 2, in Chinese or English. */
const OPEN_2 = /^\[[*+]\] (?:端口开放|Port open) (?:\[([\da-f:]{2,39})\]|([\w.-]{1,253})):(\d{1,6})(?:\s|$)/i
const TITLE_2 = /^\[[*+]\] 网站标题 (\S+)\s+状态码:(\d{1,5})\s+长度:-?\d+\s+标题:(.*)$/s
const CHECKED = /^\[\+\] (?:PocScan\s+)?(https?:\/\/\S+) (\S+)/i

/** Weaknesses of SMB, which it always looks for on port 445 and never says so. */
const SMB = /^\[\+\] (?:(MS17-010) (\d[\d.]{6,14})(?=\s|$)|(\d[\d.]{6,14}) (CVE-2020-0796) )/i
const SMB_PORT = 445

type Taken = JsonObject

const FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => Taken])[] = [
  [OPEN, ([, v4, v6, name, port]) => ({ host: v4 ?? v6 ?? name ?? '', port: port ?? '' })],
  [OPEN_2, ([, v6, name, port]) => ({ host: v6 ?? name ?? '', port: port ?? '' })],
  [TITLE_2, ([, url = '', code = '', title = '']) => ({ url, code, title })],
  [TITLE, ([, url = '', code = '', , title = '']) => ({ url, code, title })],
  [INFO, ([, url = '', product = '']) => ({ url, product })],
  [ACCESS, ([, kind = '', host = '', port = '']) => ({ host, port, protocol: kind.toLowerCase() })],
  [
    SMB,
    ([, first, host, other, second]) => ({
      ...{ host: host ?? other ?? '', port: SMB_PORT, protocol: 'smb', check: first ?? second ?? '' },
    }),
  ],
  [CHECKED, ([, url = '', check = '']) => ({ url, check })],
]

/** Messages, and what is said of a host and not of a service. */
const MESSAGE =
  /^(?:\((?:icmp|ping)\)|start |scan end|已完成|扫描|\[\*\]|\[-\]|\[\+\]|\s*\[->\]|\[[\dhms.]{2,12}\]|NetInfo|OsInfo|\s*fscan version|\s*___|\s*\/|\s*\\|\s+\|)/i

/** The web address that a line says nothing more of. */
const REDIRECT = /\s(?:跳转url|重定向地址|redirect(?: url)?): ?\S+$/i
/** What version 2 recognised, behind the title. */
const RECOGNISED = /\s指纹:\[.{0,500}\]$/

function read(line: string): Taken | undefined {
  // Version 2 prints the time since its start first.
  const text = line
    .replace(/\x1b\[[\d;]*m/g, '')
    .trimEnd()
    .replace(/^\[[\dhms.]{2,12}\] +(?=\[)/, '')
  if (text.length > 2048) return undefined
  for (const [form, take] of FORMS) {
    const match = form.exec(text)
    if (match !== null) return take(match)
  }
  return MESSAGE.test(text) ? { message: text } : undefined
}

/** Its checkers of accounts are named after protocols. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({ postgres: 'postgresql', mongodb: 'mongodb', memcached: 'memcached', oracle: 'oracle' }),
)

function* map(record: JsonObject): Generator<Mapped> {
  if (textAt(record, 'message') !== undefined) return yield skipped('a message, no service')
  const url = textAt(record, 'url')
  if (url !== undefined)
    return yield webPageOf(url, { stated: statedPage(record), findings: findingsOf(record, url) })
  const host = textAt(record, 'host')
  const port = readPort(record['port'])
  if (port === undefined) return yield rejected('no port between 1 and 65535')
  const kind = textAt(record, 'protocol')
  const stated = defined<Stated>({ protocol: kind === undefined ? undefined : (PROTOCOLS.get(kind) ?? kind) })
  const findings = findingsOf(record)
  yield serviceOf({ name: host, address: canonicalAddress(host ?? ''), port, stated, findings })
}

/** The check that matched; fscan says nothing of how bad that is. */
function findingsOf(record: Taken, url?: string): readonly StatedFinding[] {
  const check = textAt(record, 'check')
  if (check === undefined) return []
  const cve = /\b(?:cve-\d{4}-\d{4,7}|ms\d\d-\d{3})\b/i.exec(check)?.[0].toUpperCase()
  return [
    {
      tool: 'fscan',
      id: check,
      ids: cve === undefined ? [] : [cve],
      name: check,
      ...(url !== undefined && { at: url }),
    },
  ]
}

function statedPage(record: Taken): Stated {
  const title = textAt(record, 'title')?.trim().replace(RECOGNISED, '').replace(REDIRECT, '').trim()
  const product = textAt(record, 'product')
  const code = Number(textAt(record, 'code') ?? 0)
  return {
    ...defined<Stated>({
      // It prints `None` where a page has no title.
      title: title === undefined || title === 'None' || title === '' ? undefined : title,
      status_code: code >= 100 ? code : undefined,
    }),
    ...statedProducts([{ product }]),
  }
}

/** A line of fscan. */
export const TERMINAL: LineFormat = { read, complaint: 'no line of fscan that names a service', map }
