// Lines of Zeek's logs as services: what a sensor saw servers answer. The server is the responder of a connection.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  type CertificateFacts,
  defined,
  hexadecimalSerial,
  hostKeyFingerprints,
  type Mapped,
  numberAt,
  pathIn,
  readDistinguishedName,
  readHash,
  readProtocol,
  readTlsVersion,
  rejected,
  requestedName,
  serviceOf,
  skipped,
  statedCertificate,
  statedProducts,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { escapeControls, type Json, type JsonObject, readPort } from '../text/index.ts'

/** The logs about services. */
export const KINDS = ['conn', 'http', 'ssl', 'ssh', 'known_services', 'known_certs', 'software'] as const
type Kind = (typeof KINDS)[number]

/** The kind of a record: named in the file, else known by its fields. */
export function kindOf(record: JsonObject): Kind | undefined {
  const path = textAt(record, '_path')
  if (path !== undefined) return KINDS.find((kind) => kind === path)
  if ('host' in record && 'port_num' in record)
    return 'port_proto' in record ? 'known_services' : 'known_certs'
  if ('software_type' in record) return 'software'
  if (!('id.resp_h' in record)) return undefined
  if ('conn_state' in record) return 'conn'
  if ('user_agent' in record || 'trans_depth' in record) return 'http'
  if ('cipher' in record && 'established' in record) return 'ssl'
  return 'host_key' in record || ('server' in record && 'auth_attempts' in record) ? 'ssh' : undefined
}

/** Maps one record. */
export function mapRecord(record: JsonObject): Mapped {
  const kind = kindOf(record)
  switch (kind) {
    case 'conn':
      return mapConnection(record)
    case 'http':
      return mapPage(record)
    case 'ssl':
      return mapHandshake(record)
    case 'ssh':
      return mapShell(record)
    case 'known_services':
      return known(record, { stated: defined<Stated>({ protocol: protocolOf(textsAt(record, 'service')) }) })
    case 'known_certs':
      return known(record, { stated: statedCertificate(factsOf(record, 'issuer_subject')) })
    case 'software':
      return mapSoftware(record)
    case undefined: {
      const path = textAt(record, '_path')
      return path === undefined
        ? rejected('no line of a log of Zeek')
        : skipped(`a line of the log \`${path.slice(0, 40)}\``)
    }
  }
}

interface Facts {
  readonly stated: Stated
  readonly name?: string | undefined
  readonly page?: { readonly scheme: 'http' | 'https'; readonly path: string }
}

function responder(record: JsonObject, facts: Facts): Mapped {
  const { stated, name, page } = facts
  return serviceOf({
    ...{ name, address: addressOf(textAt(record, 'id.resp_h')), port: portOf(record['id.resp_p']) },
    ...{ transport: textAt(record, 'proto'), time: record['ts'], stated },
    ...(page !== undefined && { page }),
  })
}

function known(record: JsonObject, { stated }: Facts): Mapped {
  return serviceOf({
    ...{ address: addressOf(textAt(record, 'host')), port: portOf(record['port_num']) },
    ...{ transport: textAt(record, 'port_proto'), time: record['ts'], stated },
  })
}

function addressOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : canonicalAddress(text)
}

/** A port that is there and wrong stays wrong. */
function portOf(value: Json | undefined): Json {
  return readPort(value) ?? value ?? 0
}

/** States in which the responder took the connection; S0 and REJ are connections nobody took. */
const TAKEN = new Set(['SF', 'S1', 'S2', 'S3', 'RSTO', 'RSTR'])

function mapConnection(record: JsonObject): Mapped {
  const state = textAt(record, 'conn_state') ?? ''
  const transport = textAt(record, 'proto')
  if (transport !== 'tcp' && transport !== 'udp')
    return skipped(`a connection over ${transport?.slice(0, 20) ?? 'nothing known'}`)
  if (!TAKEN.has(state))
    return skipped(`a connection in the state ${state.slice(0, 20)}, which no service took`)
  // Without a service an answer over UDP may be that of a client.
  const service = textAt(record, 'service')
  if (transport === 'udp' && service === undefined)
    return skipped('an exchange over UDP of an unknown protocol')
  const bytes = numberAt(record, 'resp_bytes')
  if (service === undefined && bytes === 0) return skipped('a connection over which no service sent anything')
  return responder(record, { stated: defined<Stated>({ protocol: protocolOf(service?.split(',') ?? []) }) })
}

/** Several names stand for layers, such as `smtp` and `ssl`; TLS alone says nothing of what is inside. */
function protocolOf(services: readonly string[]): string | undefined {
  const names = services.map((name) => name.toLowerCase())
  const secure = names.includes('ssl') || names.includes('tls')
  const inner = names.find((name) => name !== 'ssl' && name !== 'tls')
  if (inner === 'http' && secure) return 'https'
  return readProtocol(inner)
}

function mapPage(record: JsonObject): Mapped {
  const status = numberAt(record, 'status_code')
  if (status === undefined) return skipped('a request without an answer')
  const uri = textAt(record, 'uri') ?? '/'
  // To a proxy the name of another server is sent.
  const proxied = !uri.startsWith('/') || textAt(record, 'method') === 'CONNECT'
  return responder(record, {
    name: proxied ? undefined : requestedName(textAt(record, 'host')),
    stated: defined<Stated>({
      type: 'subdomain',
      protocol: 'http',
      status_code: proxied ? undefined : status,
    }),
    ...(!proxied && { page: { scheme: 'http', path: pathIn(uri) } }),
  })
}

function factsOf(record: JsonObject, issuer: string): CertificateFacts {
  return {
    subject: readDistinguishedName(textAt(record, 'subject')),
    issuer: readDistinguishedName(textAt(record, issuer)),
    serial: hexadecimalSerial(textAt(record, 'serial')),
    names: textsAt(record, 'san.dns'),
  }
}

function mapHandshake(record: JsonObject): Mapped {
  const version = textAt(record, 'version')
  if (version === undefined) return skipped('a handshake without an answer')
  const inside = textAt(record, 'next_protocol')
  return responder(record, {
    name: requestedName(textAt(record, 'server_name')),
    stated: {
      ...statedCertificate(factsOf(record, 'issuer')),
      ...defined<Stated>({
        protocol: inside !== undefined && /^(h2|http\/1\.[01])$/.test(inside) ? 'https' : undefined,
        tls_version: readTlsVersion(version),
        tls_ja3s: readHash(textAt(record, 'ja3s')),
      }),
    },
  })
}

function mapShell(record: JsonObject): Mapped {
  const banner = textAt(record, 'server')
  if (banner === undefined) return skipped('a connection without a greeting')
  return responder(record, {
    stated: defined<Stated>({
      protocol: 'ssh',
      banner: escapeControls(banner),
      ssh_fingerprint: hostKeyFingerprints([
        { fingerprints: [textAt(record, 'host_key'), textAt(record, 'host_key_fingerprint')] },
      ]),
      hassh: readHash(textAt(record, 'hasshServer')),
    }),
  })
}

/** Software of servers; that of clients has no port. */
function mapSoftware(record: JsonObject): Mapped {
  if (record['host_p'] === undefined || record['host_p'] === '') return skipped('software without a port')
  const product = textAt(record, 'name')
  const parts = ['version.major', 'version.minor', 'version.minor2', 'version.minor3'].map(
    (key) => record[key],
  )
  const known = parts.filter((part) => part !== undefined && part !== null && part !== '')
  const version = known.length === 0 ? undefined : known.join('.')
  return serviceOf({
    ...{ address: addressOf(textAt(record, 'host')), port: portOf(record['host_p']), time: record['ts'] },
    stated: {
      ...statedProducts([{ product, version }]),
    },
  })
}
