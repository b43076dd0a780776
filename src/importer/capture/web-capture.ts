import type { Buffer } from 'node:buffer'
import type { Observation, Stated } from '../../asset/index.ts'
import { parseAddress } from '../../util/index.ts'
import { readableBytes, type WebAddress } from '../text/index.ts'
import type { BodyText } from './body.ts'

/** One page as it was captured. */
export interface WebCapture {
  /** The full address, as the source spells it. */
  readonly url: string
  /** Where `readWebAddress` found it to lead. */
  readonly address: WebAddress
  /** The address of the machine that answered, as the source spells it; anything that is not a valid address is skipped. */
  readonly ip: string | undefined
  /** Milliseconds since 1970 UTC. */
  readonly time: number | undefined
  /** Status line and header fields without the empty line that closes them; undefined when the source holds none. */
  readonly header: string | undefined
  readonly body: BodyText | undefined
  /** See `Observation.repeat`. */
  readonly repeat: boolean
}

/** The observation of a captured page: always of type `subdomain`, of the host that answered. */
export function observeCapture(capture: WebCapture): Observation {
  const { address, body } = capture
  const stated: Stated = { type: 'subdomain', protocol: address.scheme, link: withoutUser(capture.url) }
  const ip = readIp(capture.ip)
  if (ip !== undefined) stated.ip = ip
  if (capture.header !== undefined) stated.header = capture.header
  if (body !== undefined) stated.body = body.text
  return {
    reached: address.reached,
    port: address.port,
    baseProtocol: 'tcp',
    time: capture.time,
    stated,
    page: { scheme: address.scheme, path: address.path },
    ...(body?.fullLength === undefined ? {} : { bodyLength: body.fullLength }),
    ...(capture.repeat ? { repeat: true } : {}),
    ...(isIcon(address.path) && body?.picture !== undefined ? { icon: body.picture } : {}),
  }
}

/** Where browsers look for the icon of a site (WHATWG HTML, "Link type icon"). */
function isIcon(path: string): boolean {
  return path === '/favicon.ico'
}

/** A name and a password that was in an address belong to whoever captured the page. */
function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^\s/?#@]*@/i, '$1')
}

/** An address that is one; recorders write `0.0.0.0`, `::` and `` for "not known", and IPv6 in brackets. */
function readIp(text: string | undefined): string | undefined {
  const bare = text?.trim().replace(/^\[(.*)\]$/, '$1') ?? ''
  const address = parseAddress(bare)
  return address === undefined || bare === '0.0.0.0' || bare === '::' ? undefined : bare
}

/** A header as received, as text: UTF-8 kept, other bytes as `\xNN`. */
export function headerText(head: Buffer): string {
  return readableBytes(head)
}
