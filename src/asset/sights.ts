// The imports that observed a record, and the addresses of a name that they observed (decision 47).
import type { Asset } from './asset.ts'
import type { AddressSight, ImportSight } from './column.ts'

/** How many imports a record remembers; beyond them the oldest become one entry with an empty id. */
export const KEPT_IMPORTS = 20
/** How many addresses a name keeps. */
export const KEPT_ADDRESSES = 64

type Sighted = Pick<Asset, 'imports' | 'firstseen' | 'lastupdatetime'>

/**
 * Merges the imports of both, without duplicates, oldest first. Observations from before version 6 of the schema, and of dropped
 * imports, have an empty import id.
 */
export function mergeImports(a: Sighted, b: Sighted): readonly ImportSight[] {
  const seen = new Map<string, ImportSight>()
  if (a.imports.length === 0 && b.imports.length === 0) return []
  for (const [id, first, last] of [...importsOf(a), ...importsOf(b)]) {
    const known = seen.get(id)
    seen.set(id, [id, Math.min(first, known?.[1] ?? first), Math.max(last, known?.[2] ?? last)])
  }
  return oldestFirst(seen.size > KEPT_IMPORTS ? withoutOldest([...seen.values()]) : [...seen.values()])
}

function oldestFirst(sights: readonly ImportSight[]): readonly ImportSight[] {
  return [...sights].sort((x, y) => x[2] - y[2] || (x[0] < y[0] ? -1 : 1))
}

/** It must stay known that a dropped import also observed the record: otherwise undoing the others would remove the record. */
function withoutOldest(sights: readonly ImportSight[]): readonly ImportSight[] {
  const named = oldestFirst(sights.filter(([id]) => id !== ''))
  const kept = named.slice(1 - KEPT_IMPORTS)
  const rest = sights.filter((sight) => !kept.includes(sight))
  const [first, last] = [rest.map(([, seen]) => seen), rest.map(([, , seen]) => seen)]
  return [['', Math.min(...first), Math.max(...last)], ...kept]
}

function importsOf({ imports, firstseen, lastupdatetime }: Sighted): readonly ImportSight[] {
  return imports.length > 0 ? imports : [['', firstseen, lastupdatetime]]
}

/** Addresses of one import accumulate; those of a newer import replace the others. */
export function mergeAddresses(
  a: readonly AddressSight[],
  b: readonly AddressSight[],
): readonly AddressSight[] {
  const [newestA, newestB] = [a[0], b[0]]
  if (newestA === undefined || newestB === undefined) return newestA === undefined ? b : a
  if (newestA[2] !== newestB[2]) return isNewer(newestA, newestB) ? a : b
  const seen = new Map<string, AddressSight>()
  for (const sight of [...a, ...b]) {
    const known = seen.get(sight[0])
    if (known === undefined || known[1] < sight[1]) seen.set(sight[0], sight)
  }
  return newestFirst([...seen.values()]).slice(0, KEPT_ADDRESSES)
}

/** Newest first; at the same time in the order of their texts. */
export function newestFirst(sights: readonly AddressSight[]): readonly AddressSight[] {
  return [...sights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function isNewer([, time, id]: AddressSight, [, other, otherId]: AddressSight): boolean {
  return time === other ? id > otherId : time > other
}

/** The addresses of a name that has several. */
export function ipsOf(addresses: readonly AddressSight[]): readonly string[] {
  return addresses.length > 1 ? addresses.map(([ip]) => ip) : []
}
