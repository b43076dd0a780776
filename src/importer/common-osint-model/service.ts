// One port of a flattened host.
import type { Observation, Stated } from '../../asset/index.ts'
import {
  decimalSerial,
  defined,
  headerOfMap,
  readDistinguishedName,
  readHash,
  readIconHash,
  readProtocol,
  splitMessage,
  statedCertificate,
  statedLocation,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { escapeControls, type Json, type JsonObject, readTime } from '../text/index.ts'

/** Location and network of the host. */
export function statedHost(record: JsonObject): Stated {
  return statedLocation({
    country: textAt(record, 'location.country_code'),
    countryName: textAt(record, 'location.country'),
    province: textAt(record, 'location.province'),
    city: textAt(record, 'location.city'),
    latitude: record['location.coordinates.latitude'],
    longitude: record['location.coordinates.longitude'],
    asNumber: record['as.number'],
    asOrganization: textAt(record, 'as.name') ?? textAt(record, 'org'),
  })
}

/** What one port's keys come to. */
export function observeService(
  service: JsonObject,
): Pick<Observation, 'baseProtocol' | 'time' | 'stated' | 'page'> {
  const protocol = protocolOf(service)
  const isWeb = protocol === 'http' || protocol === 'https'
  const banner = textAt(service, 'banner') ?? textAt(service, 'ssh.version')
  return {
    baseProtocol: protocol === 'dns' ? 'udp' : 'tcp',
    time: readTime(service['timestamp']) ?? readTime(service['timestamp_readable']),
    stated: {
      ...defined<Stated>({ protocol }),
      ...(isWeb
        ? statedPage(service, banner)
        : defined<Stated>({ banner: banner && escapeControls(banner) })),
      ...statedTls(service),
    },
    ...(isWeb && { page: { scheme: protocol, path: '/' } }),
  }
}

function has(service: JsonObject, prefix: string): boolean {
  return Object.keys(service).some((key) => key.startsWith(`${prefix}.`))
}

function protocolOf(service: JsonObject): string | undefined {
  if (has(service, 'http')) return has(service, 'tls') ? 'https' : 'http'
  const named = ['ssh', 'dns', 'ftp', 'smtp', 'imap', 'pop3', 'telnet'].find((name) => has(service, name))
  return readProtocol(named)
}

const HEADER = 'http.headers.'

function statedPage(service: JsonObject, banner: string | undefined): Stated {
  const fields: Record<string, Json> = {}
  for (const key in service)
    if (key.startsWith(HEADER)) fields[key.slice(HEADER.length)] = service[key] ?? null
  const message = banner === undefined ? undefined : splitMessage(banner)
  return defined<Stated>({
    type: 'subdomain',
    header: message?.header ?? (headerOfMap('', fields) || undefined),
    body: textAt(service, 'http.content.html') ?? (message?.body || undefined),
    icon_hash: readIconHash(service['http.content.favicon.shodan']),
    icon_md5: readHash(textAt(service, 'http.content.favicon.md5')),
  })
}

function statedTls(service: JsonObject): Stated {
  const text = (key: string): string | undefined => textAt(service, `tls.certificate.${key}`)
  const names = textsAt(service, 'tls.certificate.subject.common_name')
  return statedCertificate({
    serial: exactSerial(text('serial_number')),
    issuer:
      readDistinguishedName(text('issuer_dn')) ??
      nameOf(text('issuer.country'), text('issuer.organization'), text('issuer.common_name')),
    subject:
      readDistinguishedName(text('subject_dn')) ??
      nameOf(text('subject.country'), text('subject.organization'), names[0]),
    notBefore: readTime(service['tls.certificate.validity.start']),
    notAfter: readTime(service['tls.certificate.validity.end']),
    names,
    sha1: text('fingerprint.sha1'),
    sha256: text('fingerprint.sha256'),
  })
}

/** Shodan's serial numbers went through floating point on their way here: such a number is not the certificate's. */
function exactSerial(text: string | undefined): string | undefined {
  const serial = decimalSerial(text)
  if (serial === undefined || Number.isSafeInteger(Number(serial))) return serial
  return BigInt(Number(serial)).toString() === serial ? undefined : serial
}

function nameOf(country?: string, organization?: string, commonName?: string) {
  const parts = [
    { label: 'Country', value: country },
    { label: 'Organization', value: organization },
    { label: 'CommonName', value: commonName },
  ]
  const known = parts.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
  return known.length === 0 ? undefined : known
}
