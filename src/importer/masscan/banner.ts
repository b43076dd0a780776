// What masscan says of a port, in any of its outputs → readings. Names of services: masscan masscan-app.c; escapes of their
// banners differ per output and are undone before.
import { readBaseProtocol, type Stated } from '../../asset/index.ts'
import type { Reading, ReadOptions } from '../importer.ts'
import { readableBytes, readableTitle, readPort, readTime, reject, wellFormed } from '../text/index.ts'

/** One statement of masscan, as its outputs write it. */
export interface MasscanRecord {
  readonly line: number
  /** The original text, for rejects. */
  readonly text: string
  readonly ip: string | undefined
  readonly port: string | number | undefined
  readonly transport: string | undefined
  /** Epoch seconds. */
  readonly time: string | number | undefined
  /** `open` or `closed`, for statements about the port itself. */
  readonly state?: string | undefined
  readonly service?: { readonly name: string; readonly banner: Uint8Array } | undefined
}

/** The protocol each kind of banner shows; kinds that are missing show none. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ssh: 'ssh',
    ftp: 'ftp',
    'dns-ver': 'dns',
    snmp: 'snmp',
    nbtstat: 'netbios',
    smb: 'smb',
    smtp: 'smtp',
    pop: 'pop3',
    pop3: 'pop3',
    imap: 'imap',
    imap4: 'imap',
    ntp: 'ntp',
    vnc: 'vnc',
    'vnc-info': 'vnc',
    memcached: 'memcached',
    coap: 'coap',
    telnet: 'telnet',
    rdp: 'rdp',
    minecraft: 'minecraft',
    isakmp: 'isakmp',
    zeroaccess: 'zeroaccess',
    mc: 'minecraft',
    s7comm: 's7',
  }),
)

/** Findings about a service, not words of it. */
const FINDINGS = new Set(['heartbleed', 'ticketbleed', 'vuln'])

/** The readings of a statement. */
export function readRecord(record: MasscanRecord, options: ReadOptions): Reading {
  const { line, text, ip } = record
  const transport = record.transport?.toLowerCase() ?? 'tcp'
  if (transport === 'icmp' || transport === 'arp' || transport === 'oproto')
    return { kind: 'skip', line, reason: transport === 'icmp' ? 'a ping answer' : `an ${transport} answer` }
  const baseProtocol = readBaseProtocol(transport)
  const port = readPort(record.port) ?? (record.port === undefined ? options.port : undefined)
  if (ip === undefined || ip === '') return reject(line, 'no address', text)
  if (baseProtocol === undefined)
    return reject(line, `\`${transport}\` is not one of tcp, udp and sctp`, text)
  if (port === undefined)
    return reject(line, `\`${record.port ?? ''}\` is not a port between 1 and 65535`, text)
  if (record.state !== undefined && record.state !== 'open') {
    const state = wellFormed(record.state)
    if (options.coverage !== true) return { kind: 'skip', line, reason: `port is ${state}` }
    const probed = { host: wellFormed(ip), transport: baseProtocol, ports: [[port, port]] as const, state }
    return { kind: 'probed', line, probed }
  }
  if (record.service?.name === 'X509CA') return { kind: 'skip', line, reason: 'certificate of an issuer' }
  const found = record.service === undefined ? { stated: {} } : readService(record.service)
  const time = readTime(record.time)
  return {
    kind: 'observation',
    line,
    observation: { reached: wellFormed(ip), port, baseProtocol, time, ...found },
  }
}

function readService(service: { name: string; banner: Uint8Array }): {
  stated: Stated
  certificate?: Uint8Array
} {
  const { name, banner } = service
  const text = readableBytes(banner)
  switch (name) {
    case 'title':
      return { stated: { title: readableTitle(text) } }
    case 'http':
      return { stated: { header: headerOf(text) } }
    case 'http.server':
      return { stated: { server: text } }
    case 'html':
      return { stated: { body: text } }
    case 'ssl':
      return { stated: statedHandshake(text) }
    case 'X509':
      return { stated: {}, certificate: Buffer.from(Buffer.from(banner).toString('latin1'), 'base64') }
  }
  if (FINDINGS.has(name)) return { stated: { tag: [name] } }
  const protocol = PROTOCOLS.get(name)
  return { stated: { ...(protocol !== undefined && { protocol }), banner: text } }
}

/** masscan stops within the blank line that ends the header. */
function headerOf(text: string): string {
  const end = /\r?\n\r?(?:\n|$)/.exec(text)
  return end === null ? text : text.slice(0, end.index)
}

/** `TLS/1.1 cipher:0xc013, common name, other names …` */
function statedHandshake(text: string): Stated {
  const version = /^(SSL|TLS)\/?v?(\d(?:\.\d)?)/i.exec(text)
  const names = text.split(/,\s*/).slice(1)
  const valid = [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '')
  return {
    ...(version !== null && {
      tls_version: `${version[1]?.toUpperCase() === 'SSL' ? 'SSLv' : 'TLSv'}${version[2]}`,
    }),
    ...(names[0] !== undefined && names[0].trim() !== '' && { cert_subject_cn: names[0].trim() }),
    ...(valid.length > 0 && { cert_domain: valid }),
  }
}
