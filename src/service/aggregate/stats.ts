// `search/stats`: the statistics of a query in the formats that programs of the hosted service read.
import { type Field, fieldNamed } from '../../field/index.ts'
import { printTime } from '../../util/index.ts'
import { narrowed } from './condition.ts'
import type { FacetsRequest } from './facets.ts'
import type { FacetsAnswer, FacetValue } from './types.ts'

/** A requested field, with the name as the caller spelled it. */
export interface StatsField {
  readonly name: string
  readonly field: Field
}

/** One value, the number of matches with it, and the narrowed query in base64. */
interface StatsEntry {
  readonly name: string
  readonly count: number
  readonly code: string
}

/** A country with its regions. */
interface StatsCountry extends StatsEntry {
  readonly name_code: string
  readonly regions: readonly StatsEntry[]
}

/** The statistics of a query. */
export interface Stats {
  /** Number of matches. */
  readonly size: number
  /** Numbers of different values. */
  readonly distinct: Readonly<Record<string, number>>
  readonly aggs: Readonly<Record<string, readonly (StatsEntry | StatsCountry)[]>>
  /** The hour in which the newest match was last seen; empty without matches. */
  readonly lastupdatetime: string
}

const COUNTRY = fieldNamed('country')
/** Part of every answer. */
const ALWAYS = [fieldNamed('ip'), fieldNamed('title')]

/** The facets from which statistics are built. */
export function facetsFor(fields: readonly StatsField[], size: number): FacetsRequest {
  return { fields: [...fields.map(({ field }) => field), ...ALWAYS], size, regions: true }
}

/** Builds the statistics from facets; `newest` is when the newest match was last seen (seconds). */
export function describeStats(
  text: string,
  fields: readonly StatsField[],
  found: FacetsAnswer,
  newest: number | undefined,
): Stats {
  const facetOf = (field: Field) => found.facets.find((facet) => facet.field === field.name)
  const distinct: Record<string, number> = Object.create(null)
  const aggs: Record<string, readonly StatsEntry[]> = Object.create(null)
  for (const field of ALWAYS) distinct[field.name] = facetOf(field)?.distinct ?? 0
  for (const { name, field } of fields) {
    const facet = facetOf(field)
    const key = field === COUNTRY ? 'countries' : name
    distinct[name] = facet?.distinct ?? 0
    aggs[key] = (facet?.values ?? []).map((value) =>
      field === COUNTRY ? countryOf(text, value) : entryOf(text, value),
    )
  }
  return { size: found.total, distinct, aggs, lastupdatetime: hourOf(newest) }
}

function entryOf(text: string, { value, count, condition }: FacetValue): StatsEntry {
  return { name: value, count, code: Buffer.from(narrowed(text, condition)).toString('base64') }
}

function countryOf(text: string, country: FacetValue): StatsCountry {
  const { value, label } = country
  const regions = (country.regions ?? []).map((region) => entryOf(text, region))
  return { ...entryOf(text, country), name: label ?? value, name_code: value, regions }
}

function hourOf(seconds: number | undefined): string {
  return seconds === undefined ? '' : printTime((seconds - (seconds % 3600)) * 1000)
}
