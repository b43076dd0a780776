// Converts one record to a target of a scanner. Everything is built from checked parts: a canonical address, a name of letters,
// digits, dots, hyphens and underscores that starts with a letter or digit, a port, and a percent-encoded path. So no value of a
// record can become an option, a second line or shell text.
import { bracketed, readHost } from '../../asset/index.ts'
import { canonicalAddress, parseAddress } from '../../util/index.ts'

/** The kinds of lists. */
export const TARGET_KINDS = ['nmap', 'masscan', 'nuclei', 'httpx', 'urls'] as const

/** The tool that a list is for; `urls` are plain URLs. */
export type TargetKind = (typeof TARGET_KINDS)[number]

/** The catalogue fields that targets need, in the order of a row. */
export const TARGET_FIELDS = ['host', 'ip', 'port', 'base_protocol', 'link', 'lastupdatetime'] as const

/** The values of `TARGET_FIELDS` as texts. */
export type TargetRow = Readonly<Record<(typeof TARGET_FIELDS)[number], string>>

/** The address family of a list: nmap scans one family per run. */
export type Family = 4 | 6

/** The target of a record in the spelling of a tool; undefined if the record has none. */
export function targetOf(kind: TargetKind, row: TargetRow, family?: Family): string | undefined {
  switch (kind) {
    case 'nmap':
      return addressOf(row, family ?? 4) ?? (family === 6 ? undefined : nameOf(row))
    case 'masscan':
      return addressOf(row, family)
    case 'nuclei':
    case 'httpx':
      return urlOf(row) ?? endpointOf(row)
    case 'urls':
      return urlOf(row)
  }
}

function addressOf({ ip }: TargetRow, family: Family | undefined): string | undefined {
  const address = parseAddress(ip)
  if (address === undefined || (family !== undefined && address.version !== family)) return undefined
  return canonicalAddress(ip)
}

/** A name in the characters that scanners accept; at least one letter, so that it is never a range or a number. */
const NAME = /^(?=.{1,253}$)(?=[^a-z]*[a-z])[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?$/

function nameOf({ host, ip }: TargetRow): string | undefined {
  // A name with an address is scanned at that address.
  if (parseAddress(ip) !== undefined) return undefined
  const reached = readHost(host)?.reached ?? ''
  return NAME.test(reached) ? reached : undefined
}

/** A name or address as written before a port. */
function authorityOf(reached: string): string | undefined {
  if (parseAddress(reached) !== undefined) return bracketed(canonicalAddress(reached) ?? reached)
  return NAME.test(reached) ? reached : undefined
}

function endpointOf({ host, port, base_protocol }: TargetRow): string | undefined {
  if (base_protocol !== 'tcp') return undefined
  const authority = authorityOf(readHost(host)?.reached ?? '')
  return authority === undefined || !isPort(port) ? undefined : `${authority}:${port}`
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
}

/** Characters that stay unencoded in a path; none has a meaning in a shell. */
const NOT_PLAIN = /[^A-Za-z0-9/._~%:@,=+-]/g

/** The page of a web record: scheme, host and path. Query and fragment are left out: a scanner adds them. */
function urlOf({ link }: TargetRow): string | undefined {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  const { protocol, hostname, port, pathname } = new URL(link)
  const authority = authorityOf(hostname.replace(/^\[|\]$/g, ''))
  if (authority === undefined) return undefined
  const path = pathname.replace(NOT_PLAIN, (character) =>
    encodeURIComponent(character).replace(/[!'()*]/g, percent),
  )
  return `${protocol}//${authority}${port === '' ? '' : `:${port}`}${path === '/' ? '' : path}`
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
