// What a host's document says about all of its services.
import type { Stated } from '../../asset/index.ts'
import { defined, listAt, objectAt, reverseNames, statedLocation, textAt, textsAt } from '../fact/index.ts'
import type { Json, JsonObject } from '../text/index.ts'

/** Location, network and operating system of a host. */
export function statedHost(host: JsonObject): Stated {
  const location = objectAt(host, 'location')
  const network = objectAt(host, 'autonomous_system')
  const point = objectAt(location, 'coordinates') ?? location
  return {
    ...statedLocation({
      country: textAt(location, 'country_code'),
      countryName: textAt(location, 'country'),
      province: textAt(location, 'province'),
      city: textAt(location, 'city'),
      latitude: point?.['latitude'],
      longitude: point?.['longitude'],
      asNumber: network?.['asn'],
      asOrganization:
        textAt(network, 'organization') ?? textAt(network, 'name') ?? textAt(network, 'description'),
    }),
    ...defined<Stated>({
      ptr: reverseNames(textsAt(host, 'dns', 'reverse_dns', 'names')),
      os: textAt(host, 'operating_system', 'product') ?? textAt(host, 'metadata', 'os'),
    }),
  }
}

/** Labels of a service: texts, or objects with a `value` on the Platform. */
export function labelsOf(record: Json | undefined): readonly string[] {
  return listAt(record, 'labels').flatMap((label) => textAt(label) ?? textAt(label, 'value') ?? [])
}
