// The use cases that count: facets, statistics, time lines, crossed fields, look-alikes and hosts.
import { AppError } from '../../error/index.ts'
import { type Field, fieldNamed, printValue } from '../../field/index.ts'
import { fieldsOf, quote, readQuery, type ResolvedQuery } from '../../query/index.ts'
import type { Selection, Store } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Account, AccountService } from '../account/index.ts'
import { checkPermission, type Admission, type Slot } from '../search/index.ts'
import { type CrossRequest, countCross } from './cross.ts'
import { describeFacets, dimensionsOf, type FacetsRequest, networksIn } from './facets.ts'
import { describeHost, HOST_COLUMNS, type HostRecord } from './host.ts'
import { type HostQuery, readHostQuery } from './host-query.ts'
import { BY_HOUR, DAY, isShort, toTimeline } from './timeline.ts'
import { countLookAlikes } from './look-alike.ts'
import { describeStats, facetsFor, type Stats, type StatsField } from './stats.ts'
import type {
  CrossAnswer,
  FacetsAnswer,
  HostAnswer,
  LookAlikesAnswer,
  RecordAnswer,
  TimelineAnswer,
  ValuesAnswer,
} from './types.ts'

/** The context of the aggregating use cases. */
interface AggregateContext {
  readonly store: Store
  /** The account whose stored lists queries may use; none by default. */
  readonly accounts?: Pick<AccountService, 'readAccountQuery'>
  readonly admission: Admission
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** A requested query, and whether it includes records older than one year. */
export interface QueryRequest {
  readonly text: string
  readonly full: boolean
}

/** Identifies a record: its `host`, its transport, and its address if known. */
interface RecordRequest {
  readonly host: string
  readonly base_protocol: string
  readonly ip: string | undefined
  readonly fields: readonly Field[]
}

/** The use cases that count and aggregate. They cost no coins; permissions and limits are those of a search. */
export interface Aggregate {
  readonly facets: (
    account: Account,
    query: QueryRequest,
    asked: FacetsRequest,
    signal?: AbortSignal,
  ) => Promise<FacetsAnswer>
  readonly cross: (
    account: Account,
    query: QueryRequest,
    asked: CrossRequest,
    signal?: AbortSignal,
  ) => Promise<CrossAnswer>
  readonly lookAlikes: (
    account: Account,
    query: QueryRequest,
    hashes: readonly string[],
    signal?: AbortSignal,
  ) => Promise<LookAlikesAnswer>
  readonly timeline: (account: Account, query: QueryRequest, signal?: AbortSignal) => Promise<TimelineAnswer>
  readonly stats: (
    account: Account,
    query: QueryRequest,
    fields: readonly StatsField[],
    size: number,
    signal?: AbortSignal,
  ) => Promise<Stats>
  /** Returns at most `most` services. Fails with code `host` when no record exists. */
  readonly host: (account: Account, name: string, most: number, signal?: AbortSignal) => Promise<HostAnswer>
  /** Fails with code `host` when no such record exists. */
  readonly record: (account: Account, asked: RecordRequest, signal?: AbortSignal) => Promise<RecordAnswer>
  readonly values: (
    account: Account,
    field: Field,
    prefix: string,
    signal?: AbortSignal,
  ) => Promise<ValuesAnswer>
}

const MOST_VALUES = 10

/** The aggregating use cases over a store. */
export function createAggregate(context: AggregateContext): Aggregate {
  const { store, admission } = context
  return {
    facets: async (account, query, asked, signal) => {
      const selection = await select(context, account, query, asked.fields)
      return admission.run(account.id, (slot) => countFacets(store, selection, asked, slot.signal), signal)
    },
    cross: async (account, query, asked, signal) => {
      const selection = await select(context, account, query, [asked.rows, asked.columns])
      const read = (text: string) => readAccountQuery(context, account, text)
      const count = ({ signal }: Slot) => countCross(store, read, query.text, selection, asked, signal)
      return admission.run(account.id, count, signal)
    },
    lookAlikes: async (account, query, hashes, signal) => {
      const selection = await select(context, account, query, [])
      const read = (text: string) => readAccountQuery(context, account, text)
      const count = ({ signal }: Slot) => countLookAlikes(store, read, query.text, selection, hashes, signal)
      return admission.run(account.id, count, signal)
    },
    stats: async (account, query, fields, size, signal) => {
      const asked = facetsFor(fields, size)
      const selection = await select(context, account, query, asked.fields)
      const count = async ({ signal }: Slot): Promise<Stats> => {
        const found = await countFacets(store, selection, asked, signal)
        const columns = ['lastupdatetime'] as const
        const [newest] = await store.pick({ ...selection, columns, limit: 1, signal })
        return describeStats(query.text, fields, found, newest?.lastupdatetime)
      }
      return admission.run(account.id, count, signal)
    },
    timeline: async (account, query, signal) => {
      const selection = await select(context, account, query, [])
      const count = async ({ signal }: Slot): Promise<TimelineAnswer> => {
        const days = await store.times(selection, DAY, signal)
        if (!isShort(days)) return toTimeline(days, DAY)
        return toTimeline(await store.times(selection, BY_HOUR, signal), BY_HOUR)
      }
      return admission.run(account.id, count, signal)
    },
    host: async (account, name, most, signal) => {
      const host = readHostQuery(name)
      if (host === undefined) throw unknownHost(name)
      return admission.run(account.id, (slot) => gatherHost(context, host, most, slot.signal), signal)
    },
    record: (account, asked, signal) =>
      admission.run(account.id, (slot) => readRecord(context, account, asked, slot.signal), signal),
    values: async (account, field, prefix, signal) => {
      checkPermission([field], account.level)
      const find = ({ signal }: Slot) => store.values({ field, prefix, limit: MOST_VALUES, signal })
      return admission.run(account.id, find, signal)
    },
  }
}

async function readAccountQuery({ accounts }: AggregateContext, account: Account, text: string) {
  return (await accounts?.readAccountQuery(account.id, text)) ?? readQuery(text)
}

async function select(
  context: AggregateContext,
  account: Account,
  { text, full }: QueryRequest,
  fields: readonly Field[],
): Promise<Selection> {
  const query = await readAccountQuery(context, account, text)
  checkPermission([...fields, ...fieldsOf(query)], account.level)
  const time = context.now()
  return { query, since: full ? undefined : Math.floor(oneYearBefore(time) / 1000), now: time }
}

/** The error for an address or name without a record. */
function unknownHost(name: string): AppError {
  const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name
  return new AppError('host', `[-4] Params Error: no record of host \`${shown}\` is known`)
}

async function countFacets(
  store: Store,
  selection: Selection,
  asked: FacetsRequest,
  signal: AbortSignal,
): Promise<FacetsAnswer> {
  const dimensions = dimensionsOf(asked)
  const found = await store.facets({ ...selection, dimensions, size: asked.size, signal })
  const networks = await store.networkNames(networksIn(found, dimensions), signal)
  return describeFacets(found, asked, networks)
}

async function gatherHost(
  { store, now }: AggregateContext,
  host: HostQuery,
  most: number,
  signal: AbortSignal,
): Promise<HostAnswer> {
  const time = now()
  const selection = { query: readQuery(host.text), since: undefined, now: time }
  const request = { ...selection, columns: HOST_COLUMNS, limit: most, signal }
  const records: readonly HostRecord[] = await store.pick(request)
  if (records.length === 0) throw unknownHost(host.name)
  const isCut = records.length === most
  const total = isCut ? await store.count(selection, signal) : records.length
  return describeHost(host, records, Math.max(total, records.length), time)
}

async function readRecord(
  { store, now }: AggregateContext,
  account: Account,
  { host, base_protocol, ip, fields }: RecordRequest,
  signal: AbortSignal,
): Promise<RecordAnswer> {
  checkPermission(fields, account.level)
  const time = now()
  const conditions = [`host==${quote(host)}`, `base_protocol==${quote(base_protocol)}`]
  if (ip !== undefined) conditions.push(ip === '' ? 'ip=""' : `ip==${quote(ip)}`)
  const query = readQuery(conditions.join(' && '))
  const columns = [...new Set([...IDENTIFYING, ...fields.map(({ column }) => column)])]
  const [record] = await store.pick({
    query,
    since: undefined,
    now: time,
    columns,
    limit: 1,
    signal,
  })
  if (record === undefined) throw unknownHost(host)
  const values = fields.map((field) => [field.name, printValue(record, field, time)] as const)
  const fromLists = fields.filter((field) => field.fromLists)
  const listed = fromLists.length === 0 ? [] : await readFromLists(store, query, fromLists, time, signal)
  return {
    host: record.host,
    ip: record.ip,
    base_protocol: record.base_protocol,
    lastupdatetime: printValue(record, LAST_SEEN, time),
    fields: Object.fromEntries([...values, ...listed]),
    body_full_length: record.body_full_length,
  }
}

/** Values that no column stores. */
async function readFromLists(
  store: Store,
  query: ResolvedQuery,
  fields: readonly Field[],
  now: number,
  signal: AbortSignal,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const { rows } = await store.page({ query, since: undefined, now, fields, offset: 0, limit: 1, signal })
  return fields.map(({ name }, index) => [name, rows[0]?.[index] ?? ''] as const)
}

const LAST_SEEN = fieldNamed('lastupdatetime')
const IDENTIFYING = ['host', 'ip', 'base_protocol', 'lastupdatetime', 'body_full_length'] as const
