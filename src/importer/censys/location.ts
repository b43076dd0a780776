// What a host's document says about all of its services.
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  listAt,
  numberAt,
  objectAt,
  readAsNumber,
  readCountry,
  reverseNames,
  textAt,
  textsAt,
} from '../fact/index.ts'
import type { Json, JsonObject } from '../text/index.ts'

/** MapContext, network and operating system of a host. */
export function statedHost(host: JsonObject): Stated {
  const location = objectAt(host, 'location')
  const network = objectAt(host, 'autonomous_system')
  const point = objectAt(location, 'coordinates') ?? location
  const latitude = numberAt(point, 'latitude')
  const longitude = numberAt(point, 'longitude')
  return defined<Stated>({
    country: readCountry(textAt(location, 'country_code')),
    country_name: textAt(location, 'country'),
    province: textAt(location, 'province'),
    city: textAt(location, 'city'),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    as_number: readAsNumber(network?.['asn']),
    as_organization:
      textAt(network, 'organization') ?? textAt(network, 'name') ?? textAt(network, 'description'),
    ptr: reverseNames(textsAt(host, 'dns', 'reverse_dns', 'names')),
    os: textAt(host, 'operating_system', 'product') ?? textAt(host, 'metadata', 'os'),
  })
}

/** Labels of a service: texts, or objects with a `value` on the Platform. */
export function labelsOf(record: Json | undefined): readonly string[] {
  return listAt(record, 'labels').flatMap((label) => textAt(label) ?? textAt(label, 'value') ?? [])
}
