// Finds the hosts in a JSON value of any of Censys's interfaces.
import {
  type MapContext,
  type Mapped,
  objectAt,
  objectsAt,
  rejected,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'
import { isFirstHost, mapFirstHost } from './first.ts'
import { mapHost, mapWebProperty } from './host.ts'

/** Maps a host, a hit, an answer around one, or a host of a file keyed by address. */
export function* mapDocument(given: JsonObject, { key }: Pick<MapContext, 'key'>): Generator<Mapped> {
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
