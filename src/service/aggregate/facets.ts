// The most frequent values of fields among the matches of a query.
import { type Field, fieldNamed } from '../../field/index.ts'
import type { CountedValue, Dimension, Facet, Facets } from '../../store/index.ts'
import { conditionFor } from './condition.ts'
import { countryName } from '../../enrich/index.ts'
import type { FacetSummary, FacetsAnswer, FacetValue } from './types.ts'

/** The fields to count, and how many values of each are returned. */
export interface FacetsRequest {
  readonly fields: readonly Field[]
  readonly size: number
  /** Whether countries are returned with their regions. */
  readonly regions: boolean
}

const COUNTRY = fieldNamed('country')
const REGION = fieldNamed('province')
const NETWORK = fieldNamed('as_number')

/** The dimensions that the store counts: every field once, and the regions last. */
export function dimensionsOf({ fields, regions }: FacetsRequest): readonly Dimension[] {
  const dimensions: Dimension[] = [...new Set(fields)].map((field) => ({ field }))
  return regions && fields.includes(COUNTRY)
    ? [...dimensions, { field: REGION, within: COUNTRY }]
    : dimensions
}

/** The numbers of the networks among the values found. */
export function networksIn({ facets }: Facets, dimensions: readonly Dimension[]): readonly number[] {
  const found = facets.find(({ dimension }) => dimensions[dimension]?.field === NETWORK)
  return found?.values.map(({ value }) => Number(value)) ?? []
}

/** Builds the answer for every requested field, in that order. */
export function describeFacets(
  found: Facets,
  asked: FacetsRequest,
  networks: ReadonlyMap<number, string>,
): FacetsAnswer {
  const dimensions = dimensionsOf(asked)
  const regions = new Map<string, Facet>()
  for (const facet of found.facets)
    if (dimensions[facet.dimension]?.within === COUNTRY) regions.set(facet.inside, facet)
  const facets = [...new Set(asked.fields)].map((field, index): FacetSummary => {
    const facet = found.facets.find(({ dimension }) => dimension === index)
    const values = facet?.values.map((value) => ({
      ...describeValue(field, value, networks),
      ...(asked.regions &&
        field === COUNTRY && { regions: regionsOf(value.value, regions.get(value.value)) }),
    }))
    return { field: field.name, distinct: facet?.distinct ?? 0, values: values ?? [] }
  })
  return { total: found.records, addresses: found.addresses, facets }
}

function describeValue(
  field: Field,
  { value, count }: CountedValue,
  networks: ReadonlyMap<number, string>,
): FacetValue {
  const label = labelOf(field, value, networks)
  return { value, count, ...(label !== '' && { label }), condition: conditionFor(field, value) }
}

function labelOf(field: Field, value: string, networks: ReadonlyMap<number, string>): string {
  if (field === COUNTRY) return countryName(value)
  return field === NETWORK ? (networks.get(Number(value)) ?? '') : ''
}

function regionsOf(country: string, facet: Facet | undefined): readonly FacetValue[] {
  const inside = conditionFor(COUNTRY, country)
  return (facet?.values ?? []).map(({ value, count }) => ({
    value,
    count,
    condition: `${inside} && ${conditionFor(REGION, value)}`,
  }))
}
