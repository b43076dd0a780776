import { parseAddress } from '../util/index.ts'
import type { Identity } from './asset.ts'

/** A name or address inside a host text or URL: IPv6 in brackets. */
export function bracketed(reached: string): string {
  return reached.includes(':') ? `[${reached}]` : reached
}

/**
 * The `host` of a record: https is `https://name[:port]` without port 443, http on 80
 * the bare name, everything else `name:port`.
 */
export function spellHost(identity: Identity, protocol: string): string {
  const name = bracketed(identity.reached)
  if (protocol === 'https')
    return identity.port === 443 ? `https://${name}` : `https://${name}:${identity.port}`
  if (protocol === 'http' && identity.port === 80) return name
  return `${name}:${identity.port}`
}

/** Parses a `host` text: the inverse of `spellHost` where possible; undefined for a text that is not a host. */
export function readHost(
  text: string,
):
  | { readonly reached: string; readonly port: number | undefined; readonly scheme: string | undefined }
  | undefined {
  const match =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:\[([0-9a-f:.]+)\]|([^\s/:?#[\]@]+))(?::(\d{1,5}))?(?:[/?#].*)?$/i.exec(
      text.trim(),
    )
  if (match === null) {
    const bare = parseAddress(text.trim())
    return bare && { reached: text.trim(), port: undefined, scheme: undefined }
  }
  const [, scheme, v6, name, port] = match
  if (v6 !== undefined && parseAddress(v6)?.version === undefined) return undefined
  const reached = (v6 ?? name ?? '').toLowerCase()
  if (port !== undefined && Number(port) > 65535) return undefined
  return { reached, port: port === undefined ? undefined : Number(port), scheme: scheme?.toLowerCase() }
}
