// Locations by address from an MMDB file of cities. Two layouts are supported: the flat one of the ip-location-db packages and the
// nested one of GeoLite2, GeoIP2 and DB-IP's files.
import { readFileSync } from 'node:fs'
import { Reader } from 'maxmind'
import type { Location } from '../../asset/index.ts'
import { isObject, textOrEmpty } from '../../util/index.ts'
import { countryName } from './country.ts'

/** The location of an address; unknown is `''` or null. */
interface CityLocation extends Omit<Location, 'as_number' | 'as_organization' | 'as_range'> {
  /** `''` for files without providers, such as the bundled ones. */
  readonly isp: string
}

/** Finds the location of an address (canonical text); undefined if unknown. */
export type FindCity = (ip: string) => CityLocation | undefined

/** Opens the bytes of the file at a path. Throws when they are not an MMDB file. */
export function openCityFile(path: string, bytes: Uint8Array = readFileSync(path)): FindCity {
  const reader = openReader(path, bytes)
  return (ip) => {
    const found: unknown = reader.get(ip)
    return isObject(found) ? readCity(found) : undefined
  }
}

function openReader(path: string, bytes: Uint8Array): Reader<Record<string, never>> {
  try {
    return new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    throw new Error(`\`${path}\` is not an MMDB file`, { cause: error })
  }
}

type Fields = Readonly<Record<string, unknown>>

function readCity(found: Fields): CityLocation {
  const location = 'country_code' in found ? flat(found) : nested(found)
  return { ...location, country_name: countryName(location.country) || location.country_name }
}

function flat(found: Fields): CityLocation {
  return {
    country: textOrEmpty(found['country_code']),
    country_name: '',
    province: textOrEmpty(found['state1']),
    city: textOrEmpty(found['city']),
    latitude: degrees(found['latitude']),
    longitude: degrees(found['longitude']),
    isp: textOrEmpty(found['isp']),
  }
}

function nested(found: Fields): CityLocation {
  const part = (value: unknown): Fields => (isObject(value) ? value : {})
  const country = part(found['country'])
  const divisions = found['subdivisions']
  const location = part(found['location'])
  return {
    country: textOrEmpty(country['iso_code']),
    country_name: englishName(country),
    province: Array.isArray(divisions) ? englishName(part(divisions[0])) : '',
    city: englishName(part(found['city'])),
    latitude: degrees(location['latitude']),
    longitude: degrees(location['longitude']),
    isp: textOrEmpty(part(found['traits'])['isp']),
  }
}

function englishName(part: Fields): string {
  const names = part['names']
  return isObject(names) ? textOrEmpty(names['en']) : ''
}

/** Four decimals, about ten metres: the file stores 32-bit floats, whose further digits are noise. */
function degrees(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 : null
}
