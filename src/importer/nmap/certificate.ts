// The certificate that the script `ssl-cert` reports: the bytes where it printed them (6.x and later), else its facts.
import type { Stated } from '../../asset/index.ts'
import { type CertificateName, readDistinguishedName, statedCertificate } from '../fact/index.ts'
import { readTime, type XmlElement } from '../text/index.ts'
import { elemOf, outputOf, type Scripts, tableOf } from './script.ts'

/** What is known of a certificate: its PEM text, or columns stated from facts. */
interface FoundCertificate {
  readonly pem?: string
  readonly stated: Stated
}

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    commonName: 'CN',
    countryName: 'C',
    stateOrProvinceName: 'ST',
    localityName: 'L',
    organizationName: 'O',
    organizationalUnitName: 'OU',
    emailAddress: 'emailAddress',
  }),
)

function nameOf(table: XmlElement | undefined): CertificateName | undefined {
  const parts = (table?.children ?? []).flatMap((elem) => {
    const key = elem.attributes.get('key')
    return key === undefined || elem.text === ''
      ? []
      : [`${SHORT.get(key) ?? key}=${elem.text.replaceAll(',', '\\,')}`]
  })
  return readDistinguishedName(parts.join(', '))
}

/** `commonName=example.com/organizationName=Example`, as the output prints names. */
function printedName(text: string | undefined): CertificateName | undefined {
  if (text === undefined) return undefined
  const parts = text
    .split(/\/(?=[a-zA-Z]+=)/)
    .map((part) => part.replace(/^[a-zA-Z]+/, (key) => SHORT.get(key) ?? key))
  return readDistinguishedName(parts.map((part) => part.replaceAll(',', '\\,')).join(', '))
}

function lineOf(output: string, label: RegExp): string | undefined {
  for (const line of output.split('\n')) {
    const colon = line.indexOf(':')
    const value = colon < 0 ? '' : line.slice(colon + 1).trim()
    if (value !== '' && label.test(line.slice(0, colon).trim())) return value
  }
  return undefined
}

function namesIn(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].flatMap(([, name]) => name ?? [])
}

/** The certificate of a port's scripts; undefined where none has it. */
export function certificateOf(scripts: Scripts): FoundCertificate | undefined {
  const script = scripts.get('ssl-cert')
  if (script === undefined) return undefined
  const output = outputOf(script) ?? ''
  const pem = PEM.exec(elemOf(script, 'pem') ?? output)?.[0]
  if (pem !== undefined) return { pem, stated: {} }
  const validity = tableOf(script, 'validity')
  const stated = statedCertificate({
    subject: nameOf(tableOf(script, 'subject')) ?? printedName(lineOf(output, /^Subject$/i)),
    issuer: nameOf(tableOf(script, 'issuer')) ?? printedName(lineOf(output, /^Issuer$/i)),
    notBefore: readTime(elemOf(validity, 'notBefore') ?? lineOf(output, /^Not valid before$/i)),
    notAfter: readTime(elemOf(validity, 'notAfter') ?? lineOf(output, /^Not valid after$/i)),
    names: namesIn(lineOf(output, /^Subject Alternative Name$/i)),
    sha1: (elemOf(script, 'sha1') ?? lineOf(output, /^SHA-?1$/i))?.replaceAll(/[\s:]/g, '').toLowerCase(),
  })
  return Object.keys(stated).length === 0 ? undefined : { stated }
}
