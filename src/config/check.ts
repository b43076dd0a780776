// Validators of text settings.
import { parseAddress, parseNetwork, parseServers } from '../util/index.ts'

/** Empty, or a URL with one of the schemes. */
export const isUrl =
  (...schemes: readonly string[]) =>
  (value: string) =>
    value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol))
/** Empty, or a URL to which paths can be appended. */
export const isBaseUrl = (value: string): boolean =>
  value === '' || (isUrl('http:', 'https:')(value) && !/[?#]|\/$/.test(value))
/** Empty, or an OpenID provider: by https, or on this machine. */
export const isIssuer = (value: string): boolean =>
  isBaseUrl(value.replace(/\/$/, '')) &&
  (value === '' || /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/i.test(value))
/** An address or an address range. */
export const isNetwork = (value: string): boolean =>
  parseAddress(value) !== undefined || parseNetwork(value) !== undefined

/** Empty, or the servers of a store. */
export const isServerList = (value: string): boolean => value === '' || parseServers(value) !== undefined

/** A host name without a port. */
export const isHostName = (value: string): boolean => /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(value)
