// Columns derived from the current parts of a record: protocol, type, host spelling, link and ICP number. Applied to each new
// record and again after each merge, because a port, a page and a certificate may arrive as three observations.
import type { Asset } from './asset.ts'
import { bracketed, spellHost } from './host.ts'
import { readIcp } from './icp.ts'

/** The record with protocol, type, host, link and ICP number derived from its parts and its `stated` columns. Idempotent. */
export function deriveColumns(asset: Asset): Asset {
  const stated = new Set(asset.stated)
  const statedLink = stated.has('link') ? asset.link : ''
  const isWeb = statedLink !== '' || hasPage(asset)
  const protocol = stated.has('protocol') ? asset.protocol : deriveProtocol(asset, isWeb, statedLink)
  const type = stated.has('type') ? asset.type : isWeb ? 'subdomain' : 'service'
  const host = spellHost(asset, protocol)
  const link = stated.has('link') || !isWeb ? statedLink : deriveLink(asset, protocol)
  const icp = stated.has('icp') ? asset.icp : readIcp(asset.body)
  return { ...asset, protocol, type, host, link, icp }
}

function hasPage(asset: Asset): boolean {
  return asset.header !== '' || asset.body !== '' || asset.title !== '' || asset.status_code !== null
}

function hasTls(asset: Asset): boolean {
  return asset.cert !== '' || asset.tls_version !== '' || asset.cert_sn !== '' || asset.jarm !== ''
}

// First words of a service that identify its protocol.
const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/^SSH-[12]\.\d/, 'ssh'],
  [/^RFB \d{3}\.\d{3}/, 'vnc'],
  [/^220[ -][^\n]*\b(?:E?SMTP|Postfix|Exim|Sendmail)\b/i, 'smtp'],
  [/^220[ -][^\n]*FTP/i, 'ftp'],
  [/^\+OK\b/, 'pop3'],
  [/^\* (?:OK|PREAUTH)\b[^\n]*IMAP/i, 'imap'],
  [/^RTSP\/1\.\d /, 'rtsp'],
  [/^SIP\/2\.0 /, 'sip'],
]

/** The protocol that the parts of a record prove; never guessed from a port number. */
function deriveProtocol(asset: Asset, isWeb: boolean, statedLink: string): string {
  const scheme = /^(https?):\/\//i.exec(statedLink)?.[1]
  if (scheme !== undefined) return scheme.toLowerCase()
  if (isWeb) return hasTls(asset) ? 'https' : 'http'
  if (/^HTTP\/\d/.test(asset.banner)) return hasTls(asset) ? 'https' : 'http'
  const greeting = GREETINGS.find(([pattern]) => pattern.test(asset.banner))
  if (greeting !== undefined) return greeting[1]
  return hasTls(asset) ? 'tls' : ''
}

function deriveLink(asset: Asset, protocol: string): string {
  if (protocol !== 'http' && protocol !== 'https') return ''
  const usual = protocol === 'https' ? 443 : 80
  const name = bracketed(asset.reached)
  return `${protocol}://${name}${asset.port === usual ? '' : `:${asset.port}`}`
}
