// Maps the rows of a counting statement to facets.
import { fieldNamed } from '../../field/index.ts'
import type { Dimension, Facet, Facets } from '../store.ts'

/** A row of a counting statement. */
export type FacetRow = readonly [
  dimension: number,
  inside: string,
  matches: number | string,
  distinct: number | string,
  top: readonly (readonly [negated: number | string, value: string])[],
]

const ADDRESS: Dimension = { field: fieldNamed('ip') }

/** Adds the addresses as the first dimension: their rows also contain the number of matches. */
export function withAddresses(dimensions: readonly Dimension[]): readonly Dimension[] {
  return [ADDRESS, ...dimensions]
}

/** The facets of all dimensions except the addresses. */
export function toFacets(rows: readonly FacetRow[], size: number): Facets {
  const addresses = rows.find(([dimension]) => dimension === 0)
  const facets = rows
    .filter(([dimension]) => dimension > 0)
    .map((row) => toFacet(row, size))
    .filter(({ distinct }) => distinct > 0)
    .sort((a, b) => a.dimension - b.dimension || (a.inside < b.inside ? -1 : 1))
  return { records: Number(addresses?.[2] ?? 0), addresses: Number(addresses?.[3] ?? 0), facets }
}

function toFacet([dimension, inside, , distinct, top]: FacetRow, size: number): Facet {
  const values = top.slice(0, size).map(([negated, value]) => ({ value, count: -Number(negated) }))
  return { dimension: dimension - 1, inside, distinct: Number(distinct), values }
}
