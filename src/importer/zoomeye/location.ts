// Where and in whose network a result is.
import type { Stated } from '../../asset/index.ts'
import { defined, numberAt, objectAt, readAsNumber, readCountry, textAt } from '../fact/index.ts'
import type { Json, JsonObject } from '../text/index.ts'

/** Columns from `geoinfo`; names of networks are where an anycast address has no place. */
export function statedGeography(match: JsonObject): Stated {
  const geo = objectAt(match, 'geoinfo')
  const country = readCountry(textAt(geo, 'country', 'code'))
  const latitude = numberAt(geo, 'location', 'lat')
  const longitude = numberAt(geo, 'location', 'lon')
  return defined<Stated>({
    ...(country !== undefined && {
      country,
      country_name: known(textAt(geo, 'country', 'names', 'en')),
      province: known(textAt(geo, 'subdivisions', 'names', 'en')),
      city: known(textAt(geo, 'city', 'names', 'en')),
    }),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
    isp: known(textAt(geo, 'isp')),
    as_number: readAsNumber(geo?.['asn']),
    as_organization: known(textAt(geo, 'aso') ?? textAt(geo, 'organization')),
  })
}

/** The text, unless it is ZoomEye's word for "not known". */
export function known(text: string | undefined): string | undefined {
  return text === undefined || /^(unknown|none|null|n\/a|-)$/i.test(text) ? undefined : text
}

/** The verdict on honeypots, 0 or 1. */
export function honeypotOf(value: Json | undefined): boolean | undefined {
  const flag = numberAt(value)
  return flag === 0 ? false : flag === 1 ? true : undefined
}
