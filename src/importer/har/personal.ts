// What an archive says about the person who recorded it, and not of the host: values of cookies, and the queries of addresses, which hold
// sessions, searches and names.
import type { HeaderField } from '../capture/index.ts'

/** The address without its query and fragment. */
export function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

const COOKIES: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'cookie'])
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'refresh', 'link'])

/** The header fields without values of cookies and queries of addresses; names of cookies and their attributes stay. */
export function withoutPerson(fields: readonly HeaderField[]): readonly HeaderField[] {
  return fields.map(([name, value]) => {
    const known = name.toLowerCase()
    if (COOKIES.has(known)) return [name, withoutValue(value)]
    return ADDRESSES.has(known) ? [name, withoutQuery(value)] : [name, value]
  })
}

/** `sid=1a2b; Path=/` as `sid=; Path=/`. */
function withoutValue(cookie: string): string {
  const equals = cookie.indexOf('=')
  if (equals < 0) return cookie
  const end = cookie.indexOf(';', equals)
  return cookie.slice(0, equals + 1) + (end < 0 ? '' : cookie.slice(end))
}
