// One open port of naabu (projectdiscovery/naabu pkg/runner/output.go), with what service detection added to it.
import type { BaseProtocol, Stated } from '../../asset/index.ts'
import { readBaseProtocol } from '../../asset/index.ts'
import {
  cpeProduct,
  defined,
  type MapContext,
  type Mapped,
  numberAt,
  objectAt,
  objectsAt,
  overTls,
  type Product,
  reachedBy,
  rejected,
  skipped,
  statedProducts,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { type Json, type JsonObject, readPort, readTime } from '../text/index.ts'

/** Maps one record: a port, or a host with its ports, as naabu sends it to a receiver. */
export function* mapRecord(record: JsonObject, context: MapContext): Generator<Mapped> {
  if (!isHost(record)) return yield* mapPort(record, context)
  const ports = objectsAt(record, 'Ports')
  if (ports.length === 0) return yield skipped('a host without an open port')
  for (const port of ports) yield* mapPort(portOfHost(record, port), context)
}

/** Whether a record is a host as the program holds it (`HostResult`), under names of Go. */
export function isHost(record: JsonObject): boolean {
  return 'Ports' in record && ('IP' in record || 'Host' in record)
}

/** A port of a host as the JSON lines have it; older versions write the names of Go within ports too. */
function portOfHost(host: JsonObject, port: JsonObject): JsonObject {
  const transport = port['protocol'] ?? (port['Protocol'] === 1 ? 'udp' : 'tcp')
  return {
    ...objectAt(port, 'service'),
    ...{ host: textAt(host, 'Host') ?? '', ip: textAt(host, 'IP') ?? '', protocol: transport },
    ...{ port: port['port'] ?? port['Port'] ?? null, tls: port['tls'] ?? port['TLS'] ?? false },
  }
}

function* mapPort(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  const where = reachedBy(textAt(record, 'host'), textAt(record, 'ip'))
  if (where === undefined) return yield rejected('neither `host` nor `ip` says where it was')
  if (numberAt(portOf(record)) === 0) return yield skipped('a host without an open port')
  const port = readPort(portOf(record)) ?? options.port
  if (port === undefined) return yield rejected('no `port` between 1 and 65535')
  const observation = {
    reached: where.reached,
    port,
    baseProtocol: transportOf(record),
    time: readTime(record['timestamp']),
    stated: { ...where.stated, ...statedService(record) },
  }
  yield { kind: 'observation', observation }
}

/** Until 2.1.1 `port` was an object. */
function portOf(record: JsonObject): Json | undefined {
  const port = objectAt(record, 'port')
  return port === undefined ? record['port'] : (port['Port'] ?? port['port'])
}

function transportOf(record: JsonObject): BaseProtocol {
  const older = numberAt(record, 'port', 'Protocol')
  if (older !== undefined) return older === 1 ? 'udp' : 'tcp'
  return readBaseProtocol(textAt(record, 'protocol') ?? '') ?? 'tcp'
}

function statedService(record: JsonObject): Stated {
  const name = textAt(record, 'name')
  // A name from the table of port numbers is a guess, not an observation.
  const guessed = textAt(record, 'method') === 'table'
  const secure = record['tls'] === true || record['tls'] === 'true' || textAt(record, 'tunnel') === 'ssl'
  const provider = textAt(record, 'cdn-name') ?? textAt(record, 'cdn_name')
  return {
    ...defined<Stated>({
      protocol: name === undefined || guessed ? undefined : secure ? overTls(name) : name,
      os: textAt(record, 'os_type'),
      tag: provider === undefined ? [] : ['cdn', `cdn:${provider}`],
    }),
    ...statedProducts(productsOf(record)),
  }
}

function productsOf(record: JsonObject): readonly Product[] {
  const product = textAt(record, 'product')
  const device = textAt(record, 'device_type')
  const info = textAt(record, 'extra_info')
  if (product !== undefined) {
    const category = device === undefined ? [] : [device]
    return [{ product, version: textAt(record, 'version'), category, cpe: textsAt(record, 'cpes'), info }]
  }
  return textsAt(record, 'cpes').flatMap((cpe) => {
    const known = cpeProduct(cpe)
    return known === undefined ? [] : [{ ...known, cpe: [cpe] }]
  })
}
