// Where an address is, as search engines state it.
import type { Stated } from '../../asset/index.ts'
import type { Json } from '../text/index.ts'
import { defined, numberAt } from './at.ts'
import { readAsNumber, readCountry } from './spelling.ts'

/** The location and network of an address as an engine states them; values of a wrong type are left out. */
interface LocationFacts {
  readonly country?: string | undefined
  readonly countryName?: string | undefined
  readonly province?: string | undefined
  readonly city?: string | undefined
  readonly latitude?: Json | undefined
  readonly longitude?: Json | undefined
  readonly isp?: string | undefined
  readonly asNumber?: Json | undefined
  readonly asOrganization?: string | undefined
}

/** The columns of a location. */
export function statedLocation(facts: LocationFacts): Stated {
  const latitude = numberAt(facts.latitude)
  const longitude = numberAt(facts.longitude)
  return defined<Stated>({
    country: readCountry(facts.country),
    country_name: facts.countryName,
    province: facts.province,
    city: facts.city,
    isp: facts.isp,
    as_number: readAsNumber(facts.asNumber),
    as_organization: facts.asOrganization,
    // 0, 0 means unknown.
    ...(latitude !== undefined &&
      longitude !== undefined &&
      (latitude !== 0 || longitude !== 0) &&
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180 && { latitude, longitude }),
  })
}
