// What is collected from the keys of one record, under catalogue names and under those of other programs.
import { type BaseProtocol, readBaseProtocol, readHost, type StatedFinding } from '../../asset/index.ts'
import { canonicalAddress, parseSpan } from '../../util/index.ts'
import { type Json, readPort, readTime } from '../text/index.ts'
import { codeOfCountry } from './country.ts'
import { HOST_AND_PORT } from './spelling.ts'
import { meaningOf, shown } from './value.ts'

/** A port with its transport, where that is written beside it. */
interface Endpoint {
  readonly port: number
  readonly transport: BaseProtocol | undefined
}

/** Values collected from the keys of one record. */
export interface Draft {
  readonly line: number
  readonly text: string
  readonly stated: Record<string, unknown>
  host: string
  port: number | undefined
  baseProtocol: BaseProtocol | undefined
  time: number | undefined
  firstSeen: number | undefined
  /** Why values were left out. */
  readonly problems: string[]
  /** Values under keys of other programs, the most certain key for each meaning. */
  readonly spelled: Map<string, { readonly rank: number; readonly key: string; readonly value: Json }>
  closed: string | undefined
  /** Several ports, where one value names them. */
  ports: readonly Endpoint[]
  /** The record states an invalid port: the port for all records would be wrong. */
  hasBadPort: boolean
  icon: Uint8Array | undefined
  findings: readonly StatedFinding[]
}

/** The start of 1970, which means a time that was never set. */
const NOT_KNOWN = /^(0|1970-01-01[T ]00:00(:00)?(\.0+)?(Z|\+00:00)?)$/

/** Notes why a value is left out. */
export function badField({ problems }: Draft, key: string, problem: string): void {
  problems.push(`\`${key}\`: ${problem}`)
}

/** Applies a time under a catalogue name. */
export function applyTime(
  draft: Draft,
  key: string,
  part: 'lastupdatetime' | 'firstseen',
  value: Json,
): void {
  if (NOT_KNOWN.test(String(value))) return
  // A year, a month or a day means its start, as in the query language.
  const moment = (typeof value === 'string' ? parseSpan(value)?.first : undefined) ?? readTime(value)
  if (moment === undefined) badField(draft, key, `${shown(value)} is not a valid time`)
  else if (part === 'firstseen') draft.firstSeen = moment
  else draft.time = moment
}

/** Applies a part of the identity under a catalogue name. */
export function applyIdentity(
  draft: Draft,
  key: string,
  part: 'host' | 'port' | 'base_protocol',
  value: Json,
): void {
  if (part === 'port') {
    applyPort(draft, value)
    draft.hasBadPort = draft.port === undefined && draft.ports.length === 0
    if (draft.hasBadPort) badField(draft, key, whyNoPort(value))
  } else if (part === 'base_protocol') {
    // fingerprintx writes `tcptls` where it spoke TLS.
    const transport =
      typeof value === 'string' ? readBaseProtocol(value.replace(/(?<=^tcp)tls$/i, '')) : undefined
    if (transport === undefined) badField(draft, key, `${shown(value)} is not one of tcp, udp and sctp`)
    else draft.baseProtocol = transport
  } else if (typeof value === 'string' && NOTHING.test(value.trim())) return
  else if (typeof value === 'string' && usableHost(value)) draft.host = value
  else badField(draft, key, `${shown(value)} is not a valid host name, address or URL`)
}

/** A port as tables have it: `443`, `443.0` where a program took the column for numbers, `443/tcp`. */
const WRITTEN_PORT = /^(\d{1,5})(?:\.0)?(?: ?\/ ?(tcp|udp|sctp))?$/i

/** Most ports that one value may name. */
const MOST_PORTS = 1000

function applyPort(draft: Draft, value: Json): void {
  const items = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.trim().split(/ ?[,;|] ?| /)
      : [value]
  const ports = items.length > MOST_PORTS ? [] : items.map(endpointOf)
  const known = ports.filter((port) => port !== undefined)
  draft.port = undefined
  draft.ports = []
  if (known.length === 0 || known.length < ports.length || isAmbiguous(value)) return
  const [first] = known
  if (known.length > 1) draft.ports = known
  else {
    draft.port = first?.port
    draft.baseProtocol ??= first?.transport
  }
}

function endpointOf(item: Json): Endpoint | undefined {
  const [, digits, transport] = (typeof item === 'string' && WRITTEN_PORT.exec(item)) || []
  const port = readPort(digits ?? item)
  return port === undefined ? undefined : { port, transport: readBaseProtocol(transport ?? '') }
}

/** `8,443` is one number of a spreadsheet or two ports. */
function isAmbiguous(value: Json): boolean {
  return (
    typeof value === 'string' && /^\d{1,2},\d{3}$/.test(value) && Number(value.replace(',', '')) <= 65_535
  )
}

function whyNoPort(value: Json): string {
  if (isAmbiguous(value))
    return `${shown(value)} may be one port or two: write it without the comma, or with a blank behind it`
  return `${shown(value)} is not a port between 1 and 65535`
}

/** What people and programs write where they know nothing. */
const NOTHING = /^(?:n\/?a|none|null|nil|unknown|undefined|nan|-+|\?+|k\. ?a\.|n\/d|s\/o|н\/д)$/i

function usableHost(text: string): boolean {
  // Most hosts are plain names or addresses: the full parser runs once, at the end of the record.
  if (/^[a-z0-9.-]+$/i.test(text) || canonicalAddress(text) !== undefined) return true
  return text.isWellFormed() && readHost(text) !== undefined
}

/** Whether the record already states what this catalogue name means. */
export function isSet(
  { stated, host, port, ports, baseProtocol, time, firstSeen }: Draft,
  name: string,
): boolean {
  if (name === 'lastupdatetime') return time !== undefined
  if (name === 'firstseen') return firstSeen !== undefined
  if (name === 'host') return host !== ''
  if (name === 'port') return port !== undefined || ports.length > 0
  if (name === HOST_AND_PORT) return host !== '' && port !== undefined && 'ip' in stated
  return name === 'base_protocol' ? baseProtocol !== undefined : name in stated
}

/** This many seconds is in 1973; smaller numbers are durations and counters. */
const EARLIEST = 1e8

/** Sets the value under a key of another program; false if it is not valid for that field. */
export function applySpelled(draft: Draft, name: string, key: string, value: Json): boolean {
  if (value === null || value === '') return true
  if (name === 'lastupdatetime' || name === 'firstseen') {
    const moment = Number(value) < EARLIEST ? undefined : readTime(value)
    if (moment === undefined) return false
    if (name === 'firstseen') draft.firstSeen = moment
    else draft.time = moment
  } else if (name === HOST_AND_PORT) return applyHostAndPort(draft, key, value)
  else if (name === 'port') {
    applyPort(draft, value)
    draft.hasBadPort = draft.port === undefined && draft.ports.length === 0
    if (draft.hasBadPort) badField(draft, key, whyNoPort(value))
  } else if (name === 'base_protocol') {
    draft.baseProtocol = typeof value === 'string' ? readBaseProtocol(value) : undefined
    return draft.baseProtocol !== undefined
  } else if (name === 'host') {
    if (typeof value === 'string' && NOTHING.test(value.trim())) return true
    if (typeof value !== 'string' || !usableHost(value)) return false
    draft.host = value
  } else return stateSpelled(draft, name, value)
  return true
}

/** `192.0.2.7:443`: where a name is known besides, this is its address. */
function applyHostAndPort(draft: Draft, key: string, value: Json): boolean {
  const at = typeof value === 'string' && value.isWellFormed() ? readHost(value) : undefined
  if (typeof value !== 'string' || at?.port === undefined) {
    badField(draft, key, `${shown(value)} is not an address or name with its port`)
    return true
  }
  draft.port ??= at.port
  if (draft.host === '') draft.host = value
  else if (draft.stated['ip'] === undefined && canonicalAddress(at.reached) !== undefined)
    draft.stated['ip'] = at.reached
  return true
}

function stateSpelled({ stated }: Draft, name: string, value: Json): boolean {
  const meaning = meaningOf(name)
  if (meaning?.kind !== 'column' || (typeof value !== 'string' && typeof value !== 'number')) return false
  const converted = meaning.convert(
    name === 'protocol' && typeof value === 'string' ? value.toLowerCase() : value,
  )
  if (converted === undefined || 'bad' in converted) return false
  // A status below 100 is a program's own code.
  if (name === 'status_code' && Number(converted.value) < 100) return false
  if (name === 'country') Object.assign(stated, countryOf(String(converted.value)))
  else stated[meaning.column] = converted.value
  return true
}

/** Tables of other languages have the name of a country where we have its code. */
function countryOf(text: string): Readonly<Record<string, string>> {
  const code = text.length === 2 ? text : codeOfCountry(text)
  return code === undefined ? { country_name: text } : { country: code }
}
