// Searches: one page, every match, statistics.
import { type CallOptions, type Transport, toBase64 } from './transport.ts'
import type { FieldName, SearchAllAnswer, SearchNextAnswer, SearchStatsAnswer } from './types.ts'

/** What is searched for. */
export interface Selection {
  readonly query: string
  /** Whether records last seen more than one year ago are searched too. Default: no. */
  readonly full?: boolean
}

/** A record with the fields that were asked for; every value is a text, empty where nothing is known. */
export type SearchRecord<Name extends string = FieldName> = Readonly<Record<Name, string>>

/** A search for one page. */
export interface PageRequest<Name extends FieldName> extends Selection {
  readonly fields: readonly Name[]
  /** From 1. */
  readonly page?: number
  /** Records per page, 1 to 10000. Default: 100. */
  readonly size?: number
}

/** One page. */
export interface Page<Name extends FieldName> {
  /** Number of all matches. */
  readonly total: number
  readonly page: number
  readonly mode: 'normal' | 'extended'
  readonly records: readonly SearchRecord<Name>[]
  /** Coins this call cost. */
  readonly cost: number
}

/** Searches for one page, newest first. */
export async function searchPage<Name extends FieldName>(
  transport: Transport,
  { query, fields, page, size, full }: PageRequest<Name>,
  options: CallOptions,
): Promise<Page<Name>> {
  const parameters = { qbase64: toBase64(query), fields: fields.join(','), page, size, full }
  const answer = await transport.call<SearchAllAnswer>('POST', '/api/v1/search/all', parameters, options)
  return {
    total: answer.total,
    page: answer.page,
    mode: answer.mode,
    records: recordsOf(fields, answer.results),
    cost: answer.consumed_fpoint,
  }
}

/** A search for every match. */
export interface AllRequest<Name extends FieldName> extends Selection {
  readonly fields: readonly Name[]
  /** Records fetched at once, 1 to 10000. Default: 1000. */
  readonly size?: number
}

/** Every match, newest first, at any depth; each page costs one price. */
export async function* searchAll<Name extends FieldName>(
  transport: Transport,
  { query, fields, size = 1000, full }: AllRequest<Name>,
  options: CallOptions,
): AsyncGenerator<SearchRecord<Name>, void, undefined> {
  const parameters = { qbase64: toBase64(query), fields: fields.join(','), size, full }
  let next: string | undefined
  do {
    const answer = await transport.call<SearchNextAnswer>(
      'POST',
      '/api/v1/search/next',
      { ...parameters, next },
      options,
    )
    yield* recordsOf(fields, answer.results)
    next = answer.next
  } while (next !== '')
}

/** A question for the most frequent values. */
export interface StatsRequest extends Selection {
  readonly fields: readonly FieldName[]
  /** Values per field, 5 to 10000. Default: 5. */
  readonly size?: number
}

/** The most frequent values of fields among all matches. Costs nothing. */
export function searchStats(
  transport: Transport,
  { query, fields, size, full }: StatsRequest,
  options: CallOptions,
): Promise<SearchStatsAnswer> {
  const parameters = { qbase64: toBase64(query), fields: fields.join(','), size, full }
  return transport.call('POST', '/api/v1/search/stats', parameters, options)
}

// Accounts of dialect live get a single field without an array round it.
function recordsOf<Name extends FieldName>(
  fields: readonly Name[],
  rows: readonly (readonly string[] | string)[],
): readonly SearchRecord<Name>[] {
  return rows.map((row) => {
    const values = typeof row === 'string' ? [row] : row
    return Object.fromEntries(fields.map((name, index) => [name, values[index] ?? ''])) as SearchRecord<Name>
  })
}
