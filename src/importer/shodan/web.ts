// The page of a banner: `data` holds status line and headers, `http` the rest.
import { Buffer } from 'node:buffer'
import type { Page, Stated } from '../../asset/index.ts'
import {
  defined,
  numberAt,
  objectAt,
  objectsAt,
  pathIn,
  readIconHash,
  splitMessage,
  textAt,
  titleAt,
  withoutLineEnds,
} from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** Whether a web server answered; an `http` of nothing but nulls is an open port that stayed silent. */
export function isWeb(banner: JsonObject): boolean {
  if (/^HTTP\/\d/.test(textAt(banner, 'data') ?? '')) return true
  const http = objectAt(banner, 'http')
  if (http === undefined) return false
  return ['status', 'title', 'html', 'server', 'headers_hash', 'html_hash'].some((key) => {
    const value = http[key]
    return value !== undefined && value !== null && value !== '' && value !== 0
  })
}

/** The columns of the page. */
export function statedPage(banner: JsonObject): Stated {
  const http = objectAt(banner, 'http')
  const data = textAt(banner, 'data')
  const message = data === undefined ? undefined : splitMessage(data)
  return defined<Stated>({
    type: 'subdomain',
    title: titleAt(http, 'title'),
    server: textAt(http, 'server'),
    status_code: numberAt(http, 'status') || undefined,
    header: message?.header ?? (data && withoutLineEnds(data)),
    body: textAt(http, 'html') ?? (message?.body || undefined),
    icon_hash: readIconHash(objectAt(http, 'favicon')?.['hash']),
  })
}

/** Whether a module reads over TLS only; `https-simple-new` falls back to plain HTTP, and shows no certificate then. */
export function speaksTls(module: string): boolean {
  return module.startsWith('https') && !module.startsWith('https-simple')
}

/** Which page it is. */
export function pageOf(banner: JsonObject, isTls: boolean): Page {
  const module = textAt(banner, '_shodan', 'module') ?? ''
  return {
    scheme: isTls || speaksTls(module) ? 'https' : 'http',
    path: pathIn(textAt(banner, 'http', 'location')),
  }
}

/** A redirect that another name of the same address sent. */
interface Redirect {
  readonly host: string
  readonly stated: Stated
  readonly page: Page
}

/** The redirects of names other than the one finally reached. */
export function redirectsOf(banner: JsonObject, reached: string): readonly Redirect[] {
  const { scheme } = pageOf(banner, objectAt(banner, 'ssl') !== undefined)
  const found = new Map<string, Redirect>()
  for (const hop of objectsAt(banner, 'http', 'redirects')) {
    const host = textAt(hop, 'host')?.toLowerCase()
    const message = splitMessage(textAt(hop, 'data') ?? '')
    if (host === undefined || host === reached.toLowerCase() || message === undefined || found.has(host))
      continue
    const stated = defined<Stated>({
      type: 'subdomain',
      header: message.header,
      body: textAt(hop, 'html') ?? (message.body || undefined),
    })
    found.set(host, { host, stated, page: { scheme, path: pathIn(textAt(hop, 'location')) } })
  }
  return [...found.values()]
}

/** The icon's bytes. */
export function readIcon(banner: JsonObject): Uint8Array | undefined {
  const favicon = objectAt(banner, 'http', 'favicon')
  const data = textAt(favicon, 'data')
  if (data === undefined) return undefined
  const bytes = Buffer.from(data, 'base64')
  return bytes.length > 0 ? bytes : undefined
}
