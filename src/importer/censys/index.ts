// Censys: hosts of Search 2.0 (views, search hits, files keyed by address), of the first API and of the Platform (v3).
import {
  type MapContext,
  type Mapped,
  objectAt,
  objectsAt,
  readMapped,
  rejected,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { isFirstHost, mapFirstHost } from './first.ts'
import { mapHost, mapWebProperty } from './host.ts'

/** Services name themselves in Censys's way; where none is to be seen, what is beside them decides. */
function looksLikeHost(record: JsonObject | undefined): boolean {
  if (record === undefined || textAt(record, 'ip') === undefined || !('services' in record)) return false
  const service = objectsAt(record, 'services')[0]
  if (service !== undefined) return 'service_name' in service || 'transport_protocol' in service
  return 'autonomous_system' in record && 'location' in record
}

/** The host inside the wrappers of the interfaces. */
function hostWithin(record: JsonObject): JsonObject | undefined {
  const result = objectAt(record, 'result') ?? record
  const hit = objectsAt(result, 'hits')[0] ?? result
  return objectAt(hit, 'host_v1', 'resource') ?? objectAt(hit, 'resource') ?? hit
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const hit = objectsAt(first, 'result', 'hits')[0] ?? objectsAt(first, 'hits')[0] ?? first
  if (objectAt(hit, 'host_v1') ?? objectAt(hit, 'webproperty_v1')) return 0.97
  if (looksLikeHost(hostWithin(first)) || isFirstHost(first)) return 0.95
  const [inner] = Object.values(first)
  return looksLikeHost(objectAt(inner)) ? 0.95 : 0
}

/** Where a host has its services, within the wrappers of the interfaces. */
const SERVICES = ['services', 'resource.services', 'host_v1.resource.services'].flatMap((path) => [
  path,
  `result.${path}`,
])

/** Censys's exports. */
export const censysImporter: Importer = {
  name: 'censys',
  label: 'Censys hosts (`censys search -o FILE`, `censys view`, API answers of v1, v2 and the Platform)',
  detect,
  read: (input, options) => readMapped(input, options, ['result.hits', 'hits'], mapDocument, SERVICES),
}

/** Maps a host, a hit, an answer around one, or a host of a file keyed by address. */
function* mapDocument(given: JsonObject, { key }: Pick<MapContext, 'key'>): Generator<Mapped> {
  // The key of a host is its address, which need not be in it again.
  const record = key === undefined || 'ip' in given ? given : { ip: key, ...given }
  const web = objectAt(record, 'webproperty_v1', 'resource')
  if (web !== undefined) return yield* mapWebProperty(web)
  const host = resourceOf(record)
  if (isFirstHost(host)) return yield* mapFirstHost(host)
  if (Array.isArray(host['services'])) return yield* mapHost(host)
  if (Array.isArray(host['endpoints']) && 'hostname' in host) return yield* mapWebProperty(host)
  yield withoutHost(record, host)
}

function resourceOf(record: JsonObject): JsonObject {
  const result = objectAt(record, 'host_v1') ?? objectAt(record, 'result') ?? record
  return objectAt(result, 'resource') ?? result
}

function withoutHost(record: JsonObject, host: JsonObject): Mapped {
  const problem = textAt(record, 'error') ?? textAt(record, 'detail') ?? textAt(record, 'error_message')
  if (problem !== undefined) return rejected(`the answer is an error: \`${problem.slice(0, 200)}\``)
  if (Array.isArray(host['hits']) && objectsAt(host, 'hits').length === 0)
    return skipped('an answer without hits')
  if ('certificate_v1' in record || 'fingerprint_sha256' in host || 'parsed' in host)
    return skipped('a certificate, which names no service')
  if (textAt(host, 'ip') !== undefined) return skipped('a host without services')
  return rejected('neither `services` nor ports: not a host of Censys')
}
