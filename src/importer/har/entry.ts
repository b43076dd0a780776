// Maps an entry of a HAR file to an observation.
import { Buffer } from 'node:buffer'
import type { Stated } from '../../asset/index.ts'
import {
  type BodyText,
  decodeBody,
  fieldTokens,
  fieldValue,
  type HeaderField,
  observeCapture,
  type PageScripts,
  textOfText,
  type WebCapture,
} from '../capture/index.ts'
import {
  defined,
  listAt,
  type Mapped,
  numberAt,
  objectAt,
  readDistinguishedName,
  readTlsVersion,
  rejected,
  skipped,
  statedCertificate,
  textAt,
  textsAt,
} from '../fact/index.ts'
import type { Input } from '../importer.ts'
import { withoutPerson, withoutQuery } from './personal.ts'
import {
  asText,
  dig,
  escapeControls,
  type JsonObject,
  printHeader,
  readTime,
  readWebAddress,
  wellFormed,
} from '../text/index.ts'

/** `http/1.1`, `h2`, `HTTP/2.0`, `h3-29` and the bare numbers old recorders write; others spoke some HTTP/1.1. */
function protocolOf(text: string): string {
  const version = /^(?:http\/|h)?(\d)(?:\.(\d))?/i.exec(text.trim())
  const [, major = '1', minor = '1'] = version ?? []
  return Number(major) >= 2 ? `HTTP/${major}` : `HTTP/1.${minor}`
}

/** The header fields; recorders join values of one name by line feeds and add pseudo-fields (`:status`). */
function fieldsOf(response: JsonObject): HeaderField[] {
  return listAt(response, 'headers').flatMap((entry): HeaderField[] => {
    const name = textAt(entry, 'name')
    if (name === undefined || name.startsWith(':')) return []
    const value = wellFormed(asText(dig(entry, 'value')) ?? '')
    return value.split(/\r?\n/).map((line) => [name, line])
  })
}

function headerOf(response: JsonObject, status: number, fields: readonly HeaderField[]): string {
  const reason = textAt(response, 'statusText') ?? ''
  const line = `${protocolOf(textAt(response, 'httpVersion') ?? '')} ${status} ${reason}`.trimEnd()
  return escapeControls(printHeader(line.replace(/[\r\n]+/g, ' '), fields))
}

function fromBase64(text: string): Buffer | undefined {
  const packed = text.replace(/[\r\n]+/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(packed) && packed.length % 4 === 0
    ? Buffer.from(packed, 'base64')
    : undefined
}

async function decode(
  bytes: Buffer,
  type: string,
  fields: readonly HeaderField[],
  host: string,
): Promise<BodyText> {
  // The format wants bodies decoded; those few that are not show it by the magic of their coding.
  const coded = fieldTokens(fields, 'content-encoding').filter(
    (coding) => coding === 'gzip' || coding === 'zstd',
  )
  const stated: HeaderField[] = [
    ['content-type', type],
    ['content-encoding', coded.join(',')],
  ]
  return await decodeBody({ bytes, length: bytes.length, fields: stated, host })
}

async function bodyOf(
  response: JsonObject,
  fields: readonly HeaderField[],
  host: string,
  beside: Input['beside'],
): Promise<BodyText | undefined> {
  const content = objectAt(response, 'content')
  const type = textAt(content, 'mimeType') ?? fieldValue(fields, 'content-type') ?? ''
  const text = asText(dig(content, 'text'))
  const file = textAt(content, '_file')
  if (text === undefined && file !== undefined && /^[\w.-]+$/.test(file)) {
    const bytes = await beside(file)
    return bytes && (await decode(Buffer.from(bytes), type, fields, host))
  }
  if (text === undefined) return undefined
  const bytes = textAt(content, 'encoding') === 'base64' ? fromBase64(text) : undefined
  return bytes === undefined ? textOfText(text, type) : await decode(bytes, type, fields, host)
}

/** What recorders such as Playwright say of the connection's certificate. */
function securityOf(entry: JsonObject): Stated {
  const details = objectAt(entry, '_securityDetails')
  if (details === undefined) return {}
  const name = (key: string): ReturnType<typeof readDistinguishedName> => {
    const text = textAt(details, key)
    return text === undefined
      ? undefined
      : (readDistinguishedName(text) ?? [{ label: 'CommonName', value: text }])
  }
  const from = numberAt(details, 'validFrom')
  const to = numberAt(details, 'validTo')
  const facts = statedCertificate({
    subject: name('subjectName'),
    issuer: name('issuer'),
    notBefore: readTime(from),
    notAfter: readTime(to),
    names: textsAt(details, 'sanList'),
  })
  return defined<Stated>({ ...facts, tls_version: readTlsVersion(textAt(details, 'protocol')) })
}

/** Maps one item of `log.entries`; `scripts` collects those of its pages. */
export async function mapEntry(
  entry: JsonObject,
  beside: Input['beside'],
  keepPersonal: boolean,
  scripts: PageScripts,
): Promise<Mapped> {
  const given = textAt(entry, 'request', 'url')
  const link = given === undefined || keepPersonal ? given : withoutQuery(given)
  // WebSockets begin with a handshake over HTTP.
  const url = link?.replace(/^ws(s?):/i, 'http$1:')
  const response = objectAt(entry, 'response')
  if (link === undefined || url === undefined) return rejected('the entry has no `request.url`')
  if (/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url))
    return skipped(`\`${url.slice(0, url.indexOf(':'))}:\` address, no web page`)
  if (textAt(entry, 'request', 'method') === 'CONNECT') return skipped('answer of a proxy to CONNECT')
  const status = numberAt(response, 'status') ?? 0
  if (response === undefined || status <= 0) return skipped('no answer (status 0)')
  const address = readWebAddress(url)
  if (address === undefined) return rejected(`\`${url.slice(0, 200)}\` is not a valid web address`)
  const fields = keepPersonal ? fieldsOf(response) : withoutPerson(fieldsOf(response))
  const repeat = status === 304
  const capture: WebCapture = {
    url: link,
    address,
    ip: textAt(entry, 'serverIPAddress') ?? textAt(entry, '_ip_addr'),
    time: readTime(dig(entry, 'startedDateTime')),
    header: headerOf(response, status, fields),
    body: repeat ? undefined : await bodyOf(response, fields, address.reached, beside),
    repeat,
  }
  scripts.see(capture)
  const observation = observeCapture(capture)
  return {
    kind: 'observation',
    observation: { ...observation, stated: { ...observation.stated, ...securityOf(entry) } },
  }
}
