// Project Sonar of Rapid7: JSON lines of HTTP answers and of TLS handshakes. Its CSV of UDP answers is ZMap's, and read as that.
import { canonicalAddress } from '../../util/index.ts'
import {
  certificateBytes,
  defined,
  type MapContext,
  type Mapped,
  pathIn,
  readMapped,
  readTlsVersion,
  rejected,
  serviceOf,
  statedAnswer,
  textAt,
  textsAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects, readableBytes } from '../text/index.ts'

function* map(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  if (isHandshake(record)) yield mapHandshake(record, options.port)
  else if ('data' in record) yield mapAnswer(record, options.port)
  else yield rejected('no record of Project Sonar')
}

function mapAnswer(record: JsonObject, otherwise: number | undefined): Mapped {
  const host = textAt(record, 'host')
  const name = [textAt(record, 'vhost'), host].find(
    (text) => text !== undefined && canonicalAddress(text) === undefined,
  )
  const address =
    textAt(record, 'ip') ?? (host !== undefined && canonicalAddress(host) !== undefined ? host : undefined)
  const text = readableBytes(Buffer.from(textAt(record, 'data') ?? '', 'base64'))
  const stated = statedAnswer(text)
  const web = stated.header !== undefined
  return serviceOf({
    ...{
      name,
      address,
      port: record['port'],
      otherwise,
      time: record['timestamp_ts'] ?? record['timestamp'],
    },
    stated: web ? { type: 'subdomain', protocol: 'http', ...stated } : stated,
    ...(web && { page: { scheme: 'http', path: pathIn(textAt(record, 'path')) } }),
  })
}

function isHandshake(record: JsonObject): boolean {
  return 'host_ip' in record && 'certs' in record
}

function mapHandshake(record: JsonObject, otherwise: number | undefined): Mapped {
  const certificate = certificateBytes(textsAt(record, 'certs')[0])
  const version = textAt(record, 'ssl_version')?.replace(/ \(.*$/, '')
  return serviceOf({
    ...{
      name: textAt(record, 'host_name'),
      address: textAt(record, 'host_ip'),
      port: record['port'],
      otherwise,
    },
    time: record['contact_time'],
    stated: defined({ tls_version: readTlsVersion(version) }),
    ...(certificate !== undefined && { certificate }),
  })
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  if (isHandshake(first) || ('certs' in first && 'cipher' in first && Array.isArray(first['certs'])))
    return 0.96
  const encoded = textAt(first, 'data')
  const known = ['host', 'port', 'data', 'vhost'].every((key) => key in first)
  return known && encoded !== undefined && /^[A-Za-z0-9+/=\s]+$/.test(encoded.slice(0, 200)) ? 0.96 : 0
}

/** Project Sonar's answers. */
export const sonarImporter: Importer = {
  name: 'sonar',
  label: 'Project Sonar of Rapid7 (HTTP and TLS, JSON lines)',
  detect,
  read: (input, options) => readMapped(input, options, [], map),
}
