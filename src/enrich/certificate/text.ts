// Reads the fields of certificates from the texts of tools in the usual layouts (ours and that of hosted engines, with one label
// per line; OpenSSL's, with names on one line), and prints a short text from single fields when a tool gives no text.
import { printTime } from '../../util/index.ts'
import { section } from './print.ts'

/** The fields of a certificate that records contain; `''` and `[]` are unknown. */
export interface CertificateFields {
  readonly serial: string
  readonly subjectName: string
  readonly subjectOrganization: string
  readonly issuerName: string
  readonly issuerOrganization: string
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly notBefore: string
  readonly notAfter: string
  readonly names: readonly string[]
  /** Lower-case hexadecimal digits. */
  readonly sha256: string
  /** The whole names, as `C=…, O=…, CN=…`. */
  readonly subject: string
  readonly issuer: string
  /** Whether subject and issuer are equal; undefined when the text does not contain both. */
  readonly isSelfIssued: boolean | undefined
}

const TEXT_LIMIT = 1 << 16
const LINE_LIMIT = 4096

/** Reads the fields that a certificate's text contains. */
export function readCertificateText(text: string): CertificateFields {
  const lines = text.slice(0, TEXT_LIMIT).split(/\r?\n/)
  const subject = nameUnder(lines, SUBJECT)
  const issuer = nameUnder(lines, ISSUER)
  return {
    serial: readSerial(lines),
    subjectName: subject.get('cn') ?? '',
    subjectOrganization: subject.get('o') ?? '',
    issuerName: issuer.get('cn') ?? '',
    issuerOrganization: issuer.get('o') ?? '',
    notBefore: readMoment(labelled(lines, NOT_BEFORE)),
    notAfter: readMoment(labelled(lines, NOT_AFTER)),
    names: readNames(lines),
    sha256: readSha256(lines),
    subject: printName(subject),
    issuer: printName(issuer),
    isSelfIssued: subject.size > 0 && issuer.size > 0 ? isSame(subject, issuer) : undefined,
  }
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['country', 'C'],
  ['province', 'ST'],
  ['locality', 'L'],
  ['organizational unit', 'OU'],
  ['serial number', 'serialNumber'],
])

function printName(parts: ReadonlyMap<string, string>): string {
  return [...parts]
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) => `${SHORT.get(label) ?? (label.length <= 2 ? label.toUpperCase() : label)}=${value}`,
    )
    .join(', ')
}

function readSha256(lines: readonly string[]): string {
  for (const line of lines) {
    const [, digits = ''] =
      /^\s{0,40}SHA-?256(?: Fingerprint)?\s?[:=]\s?([0-9A-Fa-f:]{64,95})\s*$/i.exec(line) ?? []
    const bare = digits.replaceAll(':', '').toLowerCase()
    if (bare.length === 64) return bare
  }
  return ''
}

/** A short text of the known fields, in the layout of `printCertificate`. */
export function printFields(fields: CertificateFields): string {
  const { subjectOrganization, subjectName, issuerOrganization, issuerName, notBefore, notAfter } = fields
  const line = (label: string, value: string) => (value === '' ? '' : `${label}: ${value}`)
  const sections = [
    line('Serial Number', fields.serial),
    section('Issuer', [line('Organization', issuerOrganization), line('CommonName', issuerName)]),
    section('Validity', [
      notBefore && `Not Before: ${notBefore} UTC`,
      notAfter && `Not After : ${notAfter} UTC`,
    ]),
    section('Subject', [line('Organization', subjectOrganization), line('CommonName', subjectName)]),
    section('Subject Alternative Name', section('DNS Names', fields.names).split('\n')),
  ]
  return sections.filter((text) => text !== '').join('\n\n')
}

const NOT_BEFORE = /^\s*Not Before\s*:(.*)$/
const NOT_AFTER = /^\s*Not After\s*:(.*)$/

function labelled(lines: readonly string[], pattern: RegExp): string {
  for (const line of lines) {
    const value = pattern.exec(line)?.[1]
    if (value !== undefined) return value.trim()
  }
  return ''
}

function readSerial(lines: readonly string[]): string {
  const at = lines.findIndex((line) => /^\s*Serial Number\s*:/.test(line))
  const value = (lines[at] ?? '').replace(/^\s*Serial Number\s*:/, '').trim()
  const decimal = /^-?\d+(?=$|\s*\()/.exec(value)?.[0]
  if (decimal !== undefined) return decimal
  // OpenSSL prints long serial numbers as hexadecimal pairs on a separate line.
  const pairs = (value || (lines[at + 1] ?? '').trim()).toLowerCase()
  return /^[0-9a-f]{2}(:[0-9a-f]{2})+$/.test(pairs) ? BigInt(`0x${pairs.replaceAll(':', '')}`).toString() : ''
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['commonname', 'cn'],
  ['common name', 'cn'],
  ['organization', 'o'],
  ['organizationname', 'o'],
])

const SUBJECT = /^\s*Subject\s*:/
const ISSUER = /^\s*Issuer\s*:/

/** The parts of a name: on the line of its label (`C=US, O=…`), or one per indented line below it. */
function nameUnder(lines: readonly string[], label: RegExp): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  const at = lines.findIndex((line) => label.test(line))
  if (at < 0) return parts
  const put = (key: string, value: string) => {
    const name = LABELS.get(key.trim().toLowerCase()) ?? key.trim().toLowerCase()
    if (!parts.has(name)) parts.set(name, value.trim())
  }
  const inline = (lines[at] ?? '').replace(/^[^:]*:/, '').slice(0, LINE_LIMIT)
  for (const [, key = '', value = ''] of inline.matchAll(
    /([A-Za-z.0-9]{1,40})\s?=\s?("[^"]*"|(?:[^,\\]|\\.|,(?!\s?[A-Za-z.0-9]{1,40}\s?=))*)/g,
  ))
    put(key, unescapeBytes(value.replace(/^"|"$/g, '')))
  const indent = indentOf(lines[at] ?? '')
  for (let next = at + 1; parts.size < 50 && next < lines.length; next++) {
    const line = lines[next] ?? ''
    const colon = line.indexOf(':')
    if (inline.trim() !== '' || line.trim() === '' || indentOf(line) <= indent || colon < 0) break
    put(line.slice(0, colon), line.slice(colon + 1))
  }
  return parts
}

/** OpenSSL writes non-ASCII bytes as `\C3\BC`. */
function unescapeBytes(text: string): string {
  return text.replace(/(?:\\[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
  )
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function readNames(lines: readonly string[]): readonly string[] {
  const names: string[] = []
  const at = lines.findIndex((line) => /^\s*DNS Names\s*:\s*$/.test(line))
  if (at >= 0) {
    const indent = indentOf(lines[at] ?? '')
    for (let next = at + 1; indentOf(lines[next] ?? '') > indent; next++)
      names.push((lines[next] ?? '').trim())
  }
  for (const line of lines) for (const [, name = ''] of line.matchAll(/\bDNS:\s*([^\s,]+)/g)) names.push(name)
  return [...new Set(names.filter((name) => name !== ''))]
}

/** `2022-03-12 00:00 UTC`, `2022-03-12 00:00:00 UTC` or OpenSSL's `Mar 12 00:00:00 2022 GMT`. */
function readMoment(text: string): string {
  const iso = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(?:UTC|GMT|Z|\+0000 UTC)?$/.exec(text)
  const time = Date.parse(iso === null ? text : `${iso[1]}T${iso[2]}${iso[3] ?? ':00'}Z`)
  if (Number.isNaN(time) || (iso === null && !/(?:UTC|GMT)$/.test(text))) return ''
  return printTime(time)
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
}
