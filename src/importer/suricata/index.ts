// Suricata: `eve.json`. Events of HTTP, TLS and SSH, and flows whose protocol was recognised; the server is the destination. A passive
// view: each event says that a service was there, none that it is gone.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  hexadecimalSerial,
  defined,
  type Mapped,
  numberAt,
  objectAt,
  readDistinguishedName,
  readHash,
  readMapped,
  readProtocol,
  readTlsVersion,
  rejected,
  serviceOf,
  skipped,
  statedCertificate,
  textAt,
  textsAt,
  requestedName,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { escapeControls, type JsonObject, peekObjects, readTime } from '../text/index.ts'

function* map(event: JsonObject): Generator<Mapped> {
  const type = textAt(event, 'event_type')
  if (type === undefined) return yield rejected('no `event_type`: not an event of Suricata')
  if (type === 'http') return yield mapPage(event)
  if (type === 'tls') return yield mapHandshake(event)
  if (type === 'ssh') return yield mapShell(event)
  yield type === 'flow' ? mapFlow(event) : skipped(`an event of the type \`${type.slice(0, 40)}\``)
}

interface Facts {
  readonly stated: Stated
  readonly name?: string | undefined
  readonly page?: { readonly scheme: 'http' | 'https'; readonly path: string }
}

function server(event: JsonObject, { stated, name, page }: Facts): Mapped {
  return serviceOf({
    ...{ name, address: canonicalAddress(textAt(event, 'dest_ip') ?? ''), port: event['dest_port'] ?? 0 },
    ...{ transport: textAt(event, 'proto'), time: textAt(event, 'timestamp'), stated },
    ...(page !== undefined && { page }),
  })
}

function mapPage(event: JsonObject): Mapped {
  const http = objectAt(event, 'http')
  const status = numberAt(http, 'status')
  if (status === undefined) return skipped('a request without an answer')
  const uri = textAt(http, 'url') ?? '/'
  // To a proxy the name of another server is sent.
  const proxied = !uri.startsWith('/') || textAt(http, 'http_method') === 'CONNECT'
  return server(event, {
    name: proxied ? undefined : requestedName(textAt(http, 'hostname')),
    stated: defined<Stated>({
      type: 'subdomain',
      protocol: 'http',
      status_code: proxied ? undefined : status,
    }),
    ...(!proxied && { page: { scheme: 'http', path: uri.split(/[?#]/, 1)[0] ?? '/' } }),
  })
}

function mapHandshake(event: JsonObject): Mapped {
  const tls = objectAt(event, 'tls')
  if (textAt(tls, 'version') === undefined) return skipped('a handshake without an answer')
  const facts = statedCertificate({
    subject: readDistinguishedName(textAt(tls, 'subject')),
    issuer: readDistinguishedName(textAt(tls, 'issuerdn')),
    serial: hexadecimalSerial(textAt(tls, 'serial')),
    sha1: textAt(tls, 'fingerprint')?.replaceAll(':', ''),
    notBefore: readTime(textAt(tls, 'notbefore')),
    notAfter: readTime(textAt(tls, 'notafter')),
    names: textsAt(tls, 'subjectaltname'),
  })
  return server(event, {
    name: requestedName(textAt(tls, 'sni')),
    stated: {
      ...facts,
      ...defined<Stated>({
        tls_version: readTlsVersion(textAt(tls, 'version')),
        tls_ja3s: readHash(textAt(tls, 'ja3s', 'hash')),
      }),
    },
  })
}

function mapShell(event: JsonObject): Mapped {
  const software = textAt(event, 'ssh', 'server', 'software_version')
  if (software === undefined) return skipped('a connection without a greeting')
  const version = textAt(event, 'ssh', 'server', 'proto_version') ?? '2.0'
  return server(event, {
    stated: defined<Stated>({
      protocol: 'ssh',
      banner: escapeControls(`SSH-${version}-${software}`),
      hassh: readHash(textAt(event, 'ssh', 'server', 'hassh', 'hash')),
    }),
  })
}

/** A flow of a protocol that both sides spoke. */
function mapFlow(event: JsonObject): Mapped {
  const protocol = readProtocol(textAt(event, 'app_proto'))
  const answered = (numberAt(event, 'flow', 'bytes_toclient') ?? 0) > 0
  if (protocol === undefined || protocol === 'failed' || !answered)
    return skipped('a flow without an answer in a known protocol')
  // TLS alone says nothing of what is inside.
  return server(event, { stated: protocol === 'tls' ? {} : { protocol } })
}

function detect(sample: Sample): number {
  const isEvent = (record: JsonObject): boolean =>
    'event_type' in record &&
    'timestamp' in record &&
    ('flow_id' in record || 'src_ip' in record || 'stats' in record)
  return peekObjects(sample).some(isEvent) ? 0.97 : 0
}

/** Suricata's events. */
export const suricataImporter: Importer = {
  name: 'suricata',
  label: 'Suricata events (`eve.json`: HTTP, TLS, SSH, flows)',
  detect,
  read: (input, options) => readMapped(input, options, [], map),
}
