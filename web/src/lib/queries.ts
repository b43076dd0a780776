// The calls behind the search and the host page, asked once and kept while the page is open.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { checkQuery } from '../../../src/query/index.ts'
import type { SearchAddress } from './address.ts'
import { CallError, call } from './api.ts'
import type { RecordName } from './open-record.ts'
import { keepPaid, readPaid } from './paid-answer.ts'
import type { SearchAnswer } from './record.ts'
import { useSession } from './session.ts'
import type { CountedValue } from './suggest.ts'
import type {
  LookAlikesAnswer,
  CrossTableAnswer,
  SavedSearchesAnswer,
  SharedSearchesAnswer,
  ValuesAnswer,
  InfoMyAnswer,
  ExplainAnswer,
  FacetsAnswer,
  ProvenanceAnswer,
  RecordAnswer,
  TimelineAnswer,
} from './answer-types.ts'

const KEPT = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

let isLoaded = false

/** Asks for records. The first search after the page was loaded takes the answer that was paid before. */
async function askOnce(
  account: string,
  asked: Omit<SearchAddress, 'view'>,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const key = JSON.stringify([account, asked])
  const paid = isLoaded ? undefined : readPaid<SearchAnswer>(key)
  isLoaded = true
  if (paid !== undefined) return paid
  const answer = await call<SearchAnswer>('POST', 'search', { ...asked }, signal)
  keepPaid(key, answer)
  return answer
}

/** A page of records. */
export function useSearch({ query, page, full, size, collapse }: SearchAddress) {
  const account = useSession().data?.account?.email ?? ''
  return useQuery({
    queryKey: ['search', query, page, full, size, collapse],
    queryFn: ({ signal }) => askOnce(account, { query, page, full, size, collapse }, signal),
    enabled: query !== '' && checkQuery(query) === undefined,
    placeholderData: keepPreviousData,
    // A search may cost coins: it is repeated when somebody asks for it, not by itself.
    ...KEPT,
  })
}

/** Stops the search that is waited for; the answer before it stays. */
export function useStopSearch(): () => void {
  const client = useQueryClient()
  return () => void client.cancelQueries({ queryKey: ['search'] })
}

/** The most frequent values of fields, once the records are there. */
export function useFacets(
  { query, full }: SearchAddress,
  fields: readonly string[],
  size: number,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['facets', query, full, fields, size],
    queryFn: ({ signal }) => call<FacetsAnswer>('POST', 'facets', { query, full, fields, size }, signal),
    enabled,
    placeholderData: keepPreviousData,
    ...KEPT,
  })
}

/** How often the values of two fields occur together. */
export function useCross({ query, full }: SearchAddress, rows: string, columns: string, size: number) {
  return useQuery({
    queryKey: ['cross', query, full, rows, columns, size],
    queryFn: ({ signal }) =>
      call<CrossTableAnswer>('POST', 'cross', { query, full, rows, columns, size }, signal),
    placeholderData: keepPreviousData,
    ...KEPT,
  })
}

/** How many of the matches show the pages with these hashes. */
export function useLookAlikes({ query, full }: SearchAddress, hashes: readonly string[]) {
  return useQuery({
    queryKey: ['look-alikes', query, full, hashes],
    queryFn: ({ signal }) =>
      call<LookAlikesAnswer>('POST', 'look-alikes', { query, full, hashes: hashes.join(',') }, signal),
    enabled: hashes.length > 0,
    ...KEPT,
  })
}

/** The exact number of matches of a query; nothing is asked for what is not a query. */
export function useTotal(query: string, full: boolean) {
  return useQuery({
    queryKey: ['total', query, full],
    queryFn: ({ signal }) =>
      call<FacetsAnswer>('POST', 'facets', { query, full, fields: ['port'], size: 1 }, signal),
    enabled: query !== '' && checkQuery(query) === undefined,
    ...KEPT,
  })
}

/** Why a query finds nothing. */
export function useExplanation({ query, full }: SearchAddress) {
  return useQuery({
    queryKey: ['explain', query, full],
    queryFn: ({ signal }) => call<ExplainAnswer>('POST', 'explain', { query, full }, signal),
    ...KEPT,
  })
}

/** When the matches were last seen, once the records are there. */
export function useTimeline({ query, full }: SearchAddress, enabled: boolean) {
  return useQuery({
    queryKey: ['timeline', query, full],
    queryFn: ({ signal }) => call<TimelineAnswer>('POST', 'timeline', { query, full }, signal),
    enabled,
    placeholderData: keepPreviousData,
    ...KEPT,
  })
}

/** A long field of a record, when somebody looks. */
export function useRecordField(
  record: { readonly host: string; readonly base_protocol: string; readonly ip: string },
  field: string,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['record', record.host, record.base_protocol, field],
    queryFn: ({ signal }) => call<RecordAnswer>('POST', 'record', { ...record, fields: [field] }, signal),
    enabled,
    ...KEPT,
  })
}

/** All fields of a record. */
export function useWholeRecord(record: RecordName, fields: readonly string[]) {
  return useQuery({
    queryKey: ['record', record.host, record.base_protocol, record.ip, 'all'],
    queryFn: ({ signal }) => call<RecordAnswer>('POST', 'record', { ...record, fields }, signal),
    ...KEPT,
  })
}

/** Which imports observed a record. */
export function useProvenance(record: {
  readonly host: string
  readonly base_protocol: string
  readonly ip: string
}) {
  return useQuery({
    queryKey: ['provenance', record.host, record.base_protocol, record.ip],
    queryFn: ({ signal }) => call<ProvenanceAnswer>('POST', 'provenance', record, signal),
    ...KEPT,
  })
}

/** What the account may do and has. */
export function useAccount() {
  return useQuery({ queryKey: ['account'], queryFn: () => call<InfoMyAnswer>('GET', 'account') })
}

/** The searches of the account. */
export function useSavedSearches() {
  return useQuery({
    queryKey: ['searches'],
    queryFn: () => call<SavedSearchesAnswer>('GET', 'searches'),
    staleTime: 60_000,
  })
}

/** The searches that other accounts share. */
export function useSharedSearches() {
  return useQuery({
    queryKey: ['searches', 'shared'],
    queryFn: () => call<SharedSearchesAnswer>('GET', 'searches/shared'),
    staleTime: 60_000,
  })
}

/** Values that records hold and that begin with what was written; none when the server has no answer. */
export async function findValues(
  field: string,
  prefix: string,
  signal: AbortSignal,
): Promise<readonly CountedValue[]> {
  try {
    const { values } = await call<ValuesAnswer>('POST', 'values', { field, prefix }, signal)
    return values
  } catch (error) {
    // Writing goes on without the list.
    if (error instanceof CallError || signal.aborted) return []
    throw error
  }
}
