// tlsx: one JSON object per host and port with the certificate it showed (projectdiscovery/tlsx pkg/tlsx/clients/clients.go).
import {
  type MapContext,
  type Mapped,
  NO_PORT,
  reachedBy,
  readMapped,
  readTlsRecord,
  rejected,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { peekObjects, readPort, readTime, type JsonObject } from '../text/index.ts'

function* map(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  if (record['probe_status'] === false) {
    return yield skipped(`no handshake (${textAt(record, 'error') ?? 'probe_status is false'})`)
  }
  if (textAt(record, 'ctl_source') !== undefined) {
    return yield skipped('a certificate from a transparency log, not from a service')
  }
  const where = reachedBy(textAt(record, 'host'), textAt(record, 'ip'))
  if (where === undefined) return yield rejected('neither `host` nor `ip` says where it was')
  const port = readPort(record['port']) ?? options.port
  if (port === undefined) return yield rejected(NO_PORT)
  const { certificate, stated } = readTlsRecord(record)
  const observation = {
    reached: where.reached,
    port,
    baseProtocol: 'tcp' as const,
    time: readTime(record['timestamp']),
    stated: { ...where.stated, ...stated },
    ...(certificate !== undefined && { certificate }),
  }
  yield { kind: 'observation', observation }
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined || !('host' in first || 'ip' in first) || 'url' in first) return 0
  if ('probe_status' in first && 'port' in first) return 0.95
  const marks = ['tls_version', 'cipher', 'subject_dn', 'subject_cn', 'fingerprint_hash', 'tls_connection']
  return marks.filter((mark) => mark in first).length >= 2 ? 0.9 : 0
}

/** tlsx's JSON output. */
export const tlsxImporter: Importer = {
  name: 'tlsx',
  label: 'tlsx JSON lines (`tlsx -json -cert`)',
  detect,
  read: (input, options) => readMapped(input, options, [], map),
}
