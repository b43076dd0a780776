// The imports that observed a record, and the addresses of a name that they observed.
import type { Asset } from './asset.ts'
import type { AddressSighting, ImportSighting } from './column.ts'

/** How many imports a record remembers; beyond them the oldest become one entry with an empty id. */
const KEPT_IMPORTS = 20
/** How many addresses a name keeps. */
export const KEPT_ADDRESSES = 64

type WithSightings = Pick<Asset, 'imports' | 'firstseen' | 'lastupdatetime'>

/**
 * Merges the imports of both, without duplicates, oldest first. Observations from before version 6 of the schema, and of dropped
 * imports, have an empty import id.
 */
export function mergeImports(a: WithSightings, b: WithSightings): readonly ImportSighting[] {
  const seen = new Map<string, ImportSighting>()
  if (a.imports.length === 0 && b.imports.length === 0) return []
  for (const [id, first, last] of [...importsOf(a), ...importsOf(b)]) {
    const known = seen.get(id)
    seen.set(id, [id, Math.min(first, known?.[1] ?? first), Math.max(last, known?.[2] ?? last)])
  }
  return oldestFirst(seen.size > KEPT_IMPORTS ? withoutOldest([...seen.values()]) : [...seen.values()])
}

function oldestFirst(sightings: readonly ImportSighting[]): readonly ImportSighting[] {
  return [...sightings].sort((x, y) => x[2] - y[2] || (x[0] < y[0] ? -1 : 1))
}

/** It must stay known that a dropped import also observed the record: otherwise undoing the others would remove the record. */
function withoutOldest(sightings: readonly ImportSighting[]): readonly ImportSighting[] {
  const named = oldestFirst(sightings.filter(([id]) => id !== ''))
  const kept = named.slice(1 - KEPT_IMPORTS)
  const rest = sightings.filter((sighting) => !kept.includes(sighting))
  const [first, last] = [rest.map(([, seen]) => seen), rest.map(([, , seen]) => seen)]
  return [['', Math.min(...first), Math.max(...last)], ...kept]
}

function importsOf({ imports, firstseen, lastupdatetime }: WithSightings): readonly ImportSighting[] {
  return imports.length > 0 ? imports : [['', firstseen, lastupdatetime]]
}

/** Addresses of one import accumulate; those of a newer import replace the others. */
export function mergeAddresses(
  a: readonly AddressSighting[],
  b: readonly AddressSighting[],
): readonly AddressSighting[] {
  const [newestA, newestB] = [a[0], b[0]]
  if (newestA === undefined || newestB === undefined) return newestA === undefined ? b : a
  if (newestA[2] !== newestB[2]) return isNewer(newestA, newestB) ? a : b
  const seen = new Map<string, AddressSighting>()
  for (const sighting of [...a, ...b]) {
    const known = seen.get(sighting[0])
    if (known === undefined || known[1] < sighting[1]) seen.set(sighting[0], sighting)
  }
  return newestFirst([...seen.values()]).slice(0, KEPT_ADDRESSES)
}

/** Newest first; at the same time in the order of their texts. */
export function newestFirst(sightings: readonly AddressSighting[]): readonly AddressSighting[] {
  return [...sightings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function isNewer([, time, id]: AddressSighting, [, other, otherId]: AddressSighting): boolean {
  return time === other ? id > otherId : time > other
}

/** The addresses of a name that has several. */
export function ipsOf(addresses: readonly AddressSighting[]): readonly string[] {
  return addresses.length > 1 ? addresses.map(([ip]) => ip) : []
}
