// Every module but http: what the service says by itself, as text.
import type { BaseProtocol } from '../../asset/index.ts'
import {
  defined,
  type HashedAlgorithms,
  hasshOf,
  hostKeyFingerprints,
  type Mapped,
  NO_PORT,
  objectAt,
  overTls,
  reachedBy,
  readProtocol,
  rejected,
  statedProducts,
  textAt,
  textsAt,
} from '../fact/index.ts'
import {
  asObject,
  cutText,
  escapeControls,
  type Json,
  type JsonObject,
  printJson,
  wellFormed,
} from '../text/index.ts'
import type { Answer } from './answer.ts'
import { readHandshake } from './handshake.ts'

/** Modules whose service answers over UDP. */
const UDP = new Set(
  'bacnet cldap coap dtls ike ipmi l2tp mdns natpmp netbios ntp openvpn quic rip sip snmp ssdp stun tftp ubiquiti wsd'.split(
    ' ',
  ),
)
/** Protocols whose name is not their module's. */
const PROTOCOL: ReadonlyMap<string, string> = new Map(
  Object.entries({
    banner: '',
    cldap: 'ldap',
    jarm: '',
    siemens: 's7',
    // Follows from the certificate, and must not contradict `https` of an http module on the same port.
    tls: '',
  }),
)

/** Maps the answer of any module that is not http. */
export function* mapBanner(grab: Answer): Generator<Mapped> {
  const { module, result, time } = grab
  const where = reachedBy(grab.domain, grab.ip)
  const port = grab.port ?? grab.fallback
  if (port === undefined || where === undefined) return yield rejected(NO_PORT)
  const log = objectAt(result, 'tls', 'handshake_log') ?? objectAt(result, 'handshake_log')
  const { certificate, stated } = readHandshake(log)
  const banner = bannerOf(module, result)
  const observation = {
    reached: where.reached,
    port,
    baseProtocol: (UDP.has(module) ? 'udp' : 'tcp') as BaseProtocol,
    time,
    stated: defined({
      ...where.stated,
      protocol: protocolOf(module, result),
      banner: banner === undefined ? undefined : escapeControls(banner),
      os: module === 'redis' ? textAt(result, 'os') : undefined,
      jarm: module === 'jarm' ? textAt(result, 'fingerprint') : undefined,
      ssh_fingerprint: module === 'ssh' ? fingerprintsOf(result) : undefined,
      hassh: module === 'ssh' ? hasshOf(algorithmsOf(result)) : undefined,
      ...statedProducts(productsOf(result)),
      ...stated,
    }),
    ...(certificate !== undefined && { certificate }),
  }
  yield { kind: 'observation', observation }
}

function protocolOf(module: string, result: JsonObject): string | undefined {
  const upgraded = ['auth_tls', 'auth_ssl', 'starttls', 'stls'].some(
    (key) => textAt(result, key) !== undefined,
  )
  if (!upgraded && objectAt(result, 'tls') !== undefined && overTls(module) !== module) return overTls(module)
  return readProtocol(PROTOCOL.get(module) ?? module)
}

function bannerOf(module: string, result: JsonObject): string | undefined {
  const text = (...keys: string[]): string => keys.map((key) => textAt(result, key) ?? '').join('')
  switch (module) {
    case 'tls':
    case 'jarm':
      return undefined
    case 'smtp':
      return text('banner', textAt(result, 'ehlo') === undefined ? 'helo' : 'ehlo', 'help') || undefined
    case 'ssh':
      return sshBanner(result)
    case 'redis':
      return text('info_response') || describe(result)
    default:
      return textAt(result, 'banner') ?? describe(result)
  }
}

/** The identification, the banner shown before login, and the host key's fingerprint. */
function sshBanner(result: JsonObject): string | undefined {
  const key = objectAt(result, 'key_exchange', 'server_host_key')
  const fingerprint = textAt(key, 'fingerprint_sha256')
  const lines = [
    textAt(result, 'server_id', 'raw') ?? textAt(result, 'server_id_raw'),
    textAt(result, 'banner'),
    fingerprint && ['Host key:', textAt(key, 'algorithm'), `SHA256:${fingerprint}`].filter(Boolean).join(' '),
  ].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : lines.join('\r\n')
}

function fingerprintsOf(result: JsonObject): readonly string[] | undefined {
  const key = objectAt(result, 'key_exchange', 'server_host_key')
  const fingerprints = [textAt(key, 'fingerprint_sha256')]
  return hostKeyFingerprints([{ key: textAt(key, 'raw'), fingerprints }])
}

function algorithmsOf(result: JsonObject): HashedAlgorithms {
  const offered = (name: string): readonly string[] => textsAt(result, 'server_key_exchange', name)
  return {
    keyExchange: offered('kex_algorithms'),
    ciphers: offered('server_to_client_ciphers'),
    macs: offered('server_to_client_macs'),
    compression: offered('server_to_client_compression'),
  }
}

function productsOf(result: JsonObject) {
  const product = textAt(result, 'server_properties', 'product')
  return [{ product, version: textAt(result, 'server_properties', 'version') }]
}

/** Logs of the conversation itself, which say nothing that the other keys do not. */
const LEFT_OUT = /^(tls|handshake_log|raw|raw_.*|.*_packets|certificates)$/
const DEEPEST = 4
const LONGEST = 65536

/** One line per value with its path, in the order of the answer; undefined when there is none. */
function describe(result: JsonObject): string | undefined {
  const lines: string[] = []
  collect(result, '', 0, lines)
  return lines.length === 0 ? undefined : cutText(lines.join('\n'), LONGEST)
}

function collect(object: JsonObject, prefix: string, depth: number, lines: string[]): void {
  for (const key in object) {
    const value = object[key]
    if (value === undefined || value === null || value === '' || LEFT_OUT.test(key)) continue
    const path = prefix + wellFormed(key)
    const inner = asObject(value)
    if (inner !== undefined && depth < DEEPEST) collect(inner, `${path}.`, depth + 1, lines)
    else if (!isEmpty(value)) lines.push(`${path}: ${textOf(value)}`)
  }
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function textOf(value: Json): string {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map(textOf).join(', ')
  return wellFormed(printJson(value))
}
