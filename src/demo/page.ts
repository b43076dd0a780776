// Pages of the demonstration: header, title and body of a product on a site, in the language of its location.
import type { Host } from './host.ts'
import { type Language, PHRASES } from './language.ts'
import type { Random } from './random.ts'
import { FRONT_SERVERS, type FrontServer, type WebProduct } from './web-product.ts'

/** A page with the server that sent it. */
interface GeneratedPage {
  readonly header: string
  readonly title: string
  readonly body: string
  readonly product: readonly string[]
  readonly productVersion: readonly string[]
  readonly category: readonly string[]
  readonly os: string
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** A page as it was at `time` (milliseconds). `moreText` makes paragraphs for it, given the number of characters that it has without them. */
export function pageOf(
  random: Random,
  host: Host,
  web: WebProduct,
  time: number,
  moreText: (taken: number) => string = () => '',
): GeneratedPage {
  const version = random.pick(web.versions)
  // Products without a server of their own run behind one.
  const front = web.server === undefined ? FRONT_SERVERS.pick(random) : undefined
  const frontVersion = front === undefined ? '' : random.pick(front.versions)
  const server = (front?.server ?? web.server ?? '').replace(
    '{v}',
    front === undefined ? version : frontVersion,
  )
  const { language } = host.place
  const title = fillIn(web.title, host, language, version)
  const body = isJson(web.mark)
    ? fillIn(web.mark, host, language, version)
    : bodyOf(host, web, title, version, moreText)
  return {
    title,
    body,
    header: headerOf(random, web, server, version, body, time),
    ...productsOf(web, version, front, frontVersion),
    os: web.os || front?.os || '',
  }
}

function isJson(mark: string): boolean {
  return mark.startsWith('{')
}

function fillIn(text: string, host: Host, language: Language, version: string): string {
  if (!text.includes('{')) return text
  const phrases: Readonly<Record<string, unknown>> = { ...PHRASES[language], site: host.siteName, v: version }
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const phrase = phrases[key]
    return typeof phrase === 'string' ? phrase : whole
  })
}

function productsOf(web: WebProduct, version: string, front: FrontServer | undefined, frontVersion: string) {
  const rows = [
    { name: front?.name ?? '', version: frontVersion, category: 'web-server' },
    { name: web.name, version, category: web.category },
  ].filter((row) => row.name !== '')
  return {
    product: rows.map((row) => row.name),
    productVersion: rows.map((row) => row.version).filter((text) => text !== ''),
    category: [...new Set(rows.map((row) => row.category))],
  }
}

function headerOf(
  random: Random,
  web: WebProduct,
  server: string,
  version: string,
  body: string,
  time: number,
): string {
  const isPlain = isJson(web.mark)
  const lines = [
    `HTTP/1.1 ${web.status} ${REASONS[web.status]}`,
    server && `Server: ${server}`,
    `Date: ${new Date(time).toUTCString()}`,
    `Content-Type: ${isPlain ? 'application/json' : 'text/html'}; charset=${random.chance(0.8) ? 'utf-8' : 'UTF-8'}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Connection: ${random.chance(0.7) ? 'keep-alive' : 'close'}`,
    ...web.headers.map((line) => line.replace('{v}', version)),
    random.chance(0.3) ? `Set-Cookie: session=${random.digits(32)}; path=/; HttpOnly` : '',
    random.chance(0.25) ? 'X-Frame-Options: SAMEORIGIN' : '',
    random.chance(0.2) ? 'Strict-Transport-Security: max-age=31536000' : '',
    random.chance(0.15) ? 'X-Content-Type-Options: nosniff' : '',
    random.chance(0.3) ? 'Cache-Control: no-cache, no-store, must-revalidate' : '',
    random.chance(0.2) ? `ETag: "${random.digits(12)}"` : '',
  ]
  return `${lines.filter((line) => line !== '').join('\r\n')}\r\n`
}

function bodyOf(
  host: Host,
  web: WebProduct,
  title: string,
  version: string,
  moreText: (taken: number) => string,
): string {
  const { language } = host.place
  const phrases = PHRASES[language]
  const head = `<!DOCTYPE html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="/favicon.ico">\n</head>\n<body>\n${fillIn(web.mark, host, language, version)}\n<h1>${escapeHtml(title)}</h1>\n<p>${phrases.welcome}</p>\n${host.about === undefined ? '' : `<p>${escapeHtml(host.about)}</p>\n`}`
  const foot = `<footer>&copy; ${escapeHtml(host.siteName)} &middot; ${host.domain}</footer>\n</body>\n</html>\n`
  return head + moreText(head.length + foot.length) + foot
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
