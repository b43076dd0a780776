// IVRE: hosts as `ivre scancli --json` prints them. They were made of Nmap's and masscan's XML, and each port is read as that again.
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  listAt,
  type Mapped,
  numberAt,
  objectAt,
  objectsAt,
  reachedBy,
  readMapped,
  rejected,
  reverseNames,
  skipped,
  statedLocation,
  textAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { readPortElement } from '../nmap/port.ts'
import { element } from '../nmap/translated.ts'
import { type Json, type JsonObject, peekObjects, readTime, type XmlElement } from '../text/index.ts'

/** IPv4 addresses are numbers in older exports. */
function addressOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return canonicalAddress(value)
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffff_ffff)
    return undefined
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) & 255).join('.')
}

/** Only a name that the user gave was reached; the others were looked up. */
function nameOf(host: JsonObject): string | undefined {
  return textAt(
    objectsAt(host, 'hostnames').find((entry) => textAt(entry, 'type') === 'user'),
    'name',
  )
}

function statedNames(host: JsonObject): Stated {
  const named = objectsAt(host, 'hostnames').filter((entry) => textAt(entry, 'type') === 'PTR')
  return defined<Stated>({ ptr: reverseNames(named.flatMap((entry) => textAt(entry, 'name') ?? [])) })
}

function portElement(port: JsonObject): XmlElement {
  const text = (key: string): string | undefined => {
    const value = port[key]
    return typeof value === 'number' ? String(value) : textAt(port, key)
  }
  const service = {
    ...{ name: text('service_name') ?? '', method: text('service_method'), tunnel: text('service_tunnel') },
    ...{
      product: text('service_product'),
      version: text('service_version'),
      extrainfo: text('service_extrainfo'),
    },
    ...{
      ostype: text('service_ostype'),
      devicetype: text('service_devicetype'),
      servicefp: text('service_servicefp'),
    },
  }
  const scripts = objectsAt(port, 'scripts').map((script) =>
    element('script', { id: textAt(script, 'id') ?? '', output: textAt(script, 'output') ?? '' }, 1),
  )
  return element('port', { portid: text('port'), protocol: text('protocol') }, 1, [
    element('state', { state: text('state_state') ?? 'unknown' }, 1),
    ...(service.name === '' ? [] : [element('service', service, 1)]),
    ...scripts,
  ])
}

function* map(host: JsonObject): Generator<Mapped> {
  const where = reachedBy(nameOf(host), addressOf(host['addr']))
  if (where === undefined) return yield rejected('no usable `addr`')
  const time = readTime(host['endtime']) ?? readTime(host['starttime'])
  const ports = objectsAt(host, 'ports').filter((port) => port['port'] !== -1)
  if (ports.length === 0) return yield skipped('host without a listed port')
  const location = locationOf(host)
  const names = statedNames(host)
  for (const port of ports) {
    const read = readPortElement(portElement(port))
    if (read.kind === 'skip') yield skipped(read.reason)
    else if (read.kind === 'bad') yield rejected(read.reason)
    else {
      const { stated, ...part } = read.part
      const all = { ...where.stated, ...names, ...osOf(host), ...location, ...stated }
      yield { kind: 'observation', observation: { reached: where.reached, time, ...part, stated: all } }
    }
  }
}

/** The best guess at the operating system, where Nmap was nearly sure of it. */
function osOf(host: JsonObject): { readonly os?: string } {
  const sure = objectsAt(host, 'os', 'osmatch').find((match) => (numberAt(match, 'accuracy') ?? 0) >= 90)
  const os = textAt(sure, 'name')
  return os === undefined ? {} : { os }
}

function locationOf(host: JsonObject) {
  const infos = objectAt(host, 'infos')
  const [latitude, longitude] = listAt(infos, 'coordinates')
  return statedLocation({
    country: textAt(infos, 'country_code'),
    countryName: textAt(infos, 'country_name'),
    city: textAt(infos, 'city'),
    asNumber: infos?.['as_num'],
    asOrganization: textAt(infos, 'as_name'),
    ...{ latitude, longitude },
  })
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined || !('addr' in first)) return 0
  const own = ['state_reason_ttl', 'schema_version', 'openports', 'starttime', 'endtime', 'ports'].filter(
    (key) => key in first,
  )
  return own.length >= 2 ? 0.97 : 0
}

/** IVRE's hosts. */
export const ivreImporter: Importer = {
  name: 'ivre',
  label: 'IVRE hosts (`ivre scancli --json`)',
  detect,
  read: (input, options) => readMapped(input, options, [], map, ['ports']),
}
