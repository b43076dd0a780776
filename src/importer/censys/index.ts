// Censys: hosts of Search 2.0 (views, search hits, files keyed by address), of the first API and of the Platform (v3).
import { objectAt, objectsAt, readMapped, textAt } from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { mapDocument } from './document.ts'
import { isFirstHost } from './first.ts'

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
