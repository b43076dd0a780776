// The use cases: the newest records of a host, the values in them that identify it, and who else has these.
import { createHash } from 'node:crypto'
import { iconHash } from '../../enrich/index.ts'
import { type Field, fieldNamed } from '../../field/index.ts'
import { quote, readQuery } from '../../query/index.ts'
import type { Selection, SharedValue, Store } from '../../store/index.ts'
import type { Account } from '../account/index.ts'
import { conditionFor, type HostQuery, readHostQuery } from '../aggregate/index.ts'
import type { Admission } from '../search/index.ts'
import { unknownHost } from '../unknown-host.ts'
import { PIVOT_COLUMNS, pivotValues } from './fields.ts'
import { similarHosts } from './similar.ts'
import type { IconAnswer, Pivot, PivotsAnswer } from './types.ts'

/** An address or name, or one record by its `host`, transport and address. */
interface PivotsRequest {
  readonly host: string
  readonly baseProtocol?: string | undefined
  readonly ip?: string | undefined
}

/** What pivots need. */
interface PivotsContext {
  readonly store: Pick<Store, 'pick' | 'sharing'>
  readonly admission: Admission
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The use cases. They cost no coins. */
export interface Pivots {
  /** The pivots of a host. Fails with `host` when no record exists. */
  readonly of: (account: Account, asked: PivotsRequest, signal?: AbortSignal) => Promise<PivotsAnswer>
  /** Who shows an icon, by its bytes or its MD5. */
  readonly icon: (account: Account, icon: Uint8Array, signal?: AbortSignal) => Promise<IconAnswer>
}

/** Records of a host whose values are compared: the newest. */
const MOST_RECORDS = 100
/** A value that more hosts have makes no host similar. */
const RARE = 200
/** Records that are counted of a value that is not rare. */
const MOST_COUNTED = 1000

/** Opens pivots over a store. */
export function createPivots({ store, admission, now }: PivotsContext): Pivots {
  return {
    of: async (account, asked, signal) => {
      const host = readHostQuery(asked.host)
      if (host === undefined) throw unknownHost(asked.host)
      const work = { store, host, asked, now: now() }
      return admission.run(account.id, (slot) => pivotsOf({ ...work, signal: slot.signal }), signal)
    },
    icon: (account, icon, signal) =>
      admission.run(account.id, (slot) => sharingOfIcon(store, icon, now(), slot.signal), signal),
  }
}

const HASH = fieldNamed('icon_hash')
const MD5 = fieldNamed('icon_md5')
/** Hosts of which it is known whether they have records with each hash. */
const MOST_HOSTS = 10_000

/** By the hash that most sources state, and by the MD5 of those that state no other; or by a given MD5. */
async function sharingOfIcon(
  store: PivotsContext['store'],
  icon: Uint8Array,
  now: number,
  signal: AbortSignal,
): Promise<IconAnswer> {
  const shared = async (field: Field, value: string, condition: string): Promise<SharedValue> => {
    const query = readQuery(condition)
    const wanted = [{ field, values: [value] }]
    const [found] = await store.sharing({ query, since: undefined, now, wanted, most: MOST_HOSTS, signal })
    return found ?? { field, value, records: 0, hosts: 0, some: [] }
  }
  const given = givenMd5(icon)
  if (given !== undefined) return describe(await shared(MD5, given, '""'))
  const byHash = await shared(HASH, iconHash(icon), '""')
  const byMd5 = await shared(MD5, createHash('md5').update(icon).digest('hex'), 'icon_hash=""')
  const answer = describe(byHash)
  if (byMd5.records === 0) return answer
  const both = new Set(byHash.some)
  return {
    ...answer,
    condition: `${answer.condition} || ${describe(byMd5).condition}`,
    hosts: byHash.hosts + byMd5.hosts - byMd5.some.filter((host) => both.has(host)).length,
    records: byHash.records + byMd5.records,
  }
}

/** The MD5 where the bytes are one in hexadecimal digits, which no icon is. */
function givenMd5(bytes: Uint8Array): string | undefined {
  const text = bytes.length > 40 ? '' : Buffer.from(bytes).toString('latin1').trim()
  return /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : undefined
}

interface Work {
  readonly store: PivotsContext['store']
  readonly host: HostQuery
  readonly asked: PivotsRequest
  readonly now: number
  readonly signal: AbortSignal
}

async function pivotsOf({ store, host, asked, now, signal }: Work): Promise<PivotsAnswer> {
  const select = (text: string): Selection => ({ query: readQuery(text), since: undefined, now })
  const columns = PIVOT_COLUMNS
  const own = select(recordQuery(asked, host))
  const records = await store.pick({ ...own, columns, limit: MOST_RECORDS, signal })
  if (records.length === 0) throw unknownHost(asked.host)
  const wanted = pivotValues(records)
  const others = { ...select(`!(${host.text})`), signal }
  const found = await store.sharing({ ...others, wanted, most: RARE, bound: MOST_COUNTED })
  const counted = found.toSorted(
    (a, b) =>
      Number(a.isMore ?? false) - Number(b.isMore ?? false) || a.hosts - b.hosts || a.records - b.records,
  )
  const rare = counted.filter(({ hosts }) => hosts <= RARE)
  const alone = wanted.flatMap(({ field, values }) =>
    values
      .filter((value) => !found.some((one) => one.field === field && one.value === value))
      .map((value) => ({ field, value, records: 0, hosts: 0, some: [] })),
  )
  return {
    host: asked.baseProtocol === undefined ? host.name : asked.host,
    pivots: [...counted, ...alone].map(pivotOf),
    similar: [...similarHosts(rare)],
  }
}

function recordQuery({ host, baseProtocol, ip }: PivotsRequest, query: HostQuery): string {
  if (baseProtocol === undefined) return query.text
  const conditions = [`host==${quote(host)}`, `base_protocol==${quote(baseProtocol)}`]
  if (ip !== undefined) conditions.push(ip === '' ? 'ip=""' : `ip==${quote(ip)}`)
  return conditions.join(' && ')
}

function describe({ field, value, hosts, records }: SharedValue): IconAnswer {
  return { field: field.name, value, condition: conditionFor(field, value), hosts, records }
}

function pivotOf(value: SharedValue): Pivot {
  return { ...describe(value), more: value.isMore ?? false }
}
