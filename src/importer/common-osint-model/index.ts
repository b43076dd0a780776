// The flat form in which the library common-osint-model keeps answers of Shodan and Censys: keys such as `443.http.headers.server`.
import { type Mapped, reachedBy, readMapped, rejected, skipped, textAt } from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type Json, type JsonObject, peekObjects, readPort } from '../text/index.ts'
import { observeService, statedHost } from './service.ts'

const SERVICE_KEY = /^(\d{1,5})\.([a-z_][a-z0-9_.]*)$/

/** The keys of each port, without the port. */
function servicesOf(record: JsonObject): ReadonlyMap<string, Record<string, Json>> {
  const services = new Map<string, Record<string, Json>>()
  for (const key in record) {
    const [, port, inner] = SERVICE_KEY.exec(key) ?? []
    if (port === undefined || inner === undefined) continue
    const service = services.get(port) ?? {}
    services.set(port, service)
    service[inner] = record[key] ?? null
  }
  return services
}

function* map(record: JsonObject): Generator<Mapped> {
  const where = reachedBy(undefined, textAt(record, 'ip'))
  if (where === undefined) return yield rejected('no usable `ip`')
  const services = servicesOf(record)
  if (services.size === 0) return yield skipped('a host without services')
  const common = statedHost(record)
  for (const [digits, service] of services) {
    const port = readPort(digits)
    if (port === undefined) yield rejected(`\`${digits}\` is not a port between 1 and 65535`)
    else {
      const { stated, ...parts } = observeService(service)
      yield {
        kind: 'observation',
        observation: { reached: where.reached, port, stated: { ...common, ...stated }, ...parts },
      }
    }
  }
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  const keys = Object.keys(first)
  const marked = keys.some((key) => /^\d{1,5}\.(banner|timestamp|http\.|tls\.|ssh\.|dns)/.test(key))
  return 'ip' in first && marked ? 0.95 : 0
}

/** Files of common-osint-model. */
export const commonOsintModelImporter: Importer = {
  name: 'common-osint-model',
  label: 'flattened answers of Shodan and Censys by common-osint-model',
  detect,
  read: (input, options) => readMapped(input, options, [], map),
}
