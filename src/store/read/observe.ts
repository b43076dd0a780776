// What the records show of addresses, for tagging: one statement for all addresses of a task. A record describes its newest
// address. Other addresses of a name get its domain and the time of the sighting, and nothing that was observed at
// the newest one.
import type { Column, Observed } from '../../asset/index.ts'
import { type Fragment, join, sql, text } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { ObserveOptions } from '../store.ts'

/** Bounds of what is reported for one address. */
const MOST = { ports: 100, words: 50, names: 20, banner: 256, banners: 10, name: 256, title: 1024 } as const

type Row = readonly [
  ip: string,
  ports: readonly number[],
  protocols: readonly string[],
  products: readonly string[],
  titles: readonly string[],
  names: readonly (readonly string[])[],
  expired: number,
  selfSigned: number,
  domains: readonly string[],
  domainCount: number | string,
  hosts: readonly string[],
  first: number,
  last: number,
  records: number | string,
  servedLast: number,
  served: number | string,
  banners: readonly string[],
  honeypot: number,
  reverseNames: readonly string[],
]

/** Collects the records of the addresses. An address without a record is absent from the result. */
export async function observe(
  engine: Engine,
  ips: readonly string[],
  visible: Fragment | undefined,
  { now, signal }: ObserveOptions,
): Promise<ReadonlyMap<string, Observed>> {
  if (ips.length === 0) return new Map()
  const rows = await engine.query<Row>(statement(ips, visible, now), {
    ...(signal !== undefined && { signal }),
    maxExecutionSeconds: 0,
  })
  return new Map(rows.map((row) => [row[0], toObserved(row)]))
}

function statement(ips: readonly string[], visible: Fragment | undefined, now: number): Fragment {
  const today = text(new Date(now).toISOString().slice(0, 19).replace('T', ' '))
  const distinct = (most: number, what: string, when = `${what} != ''`): Fragment => ({
    parts: [`groupUniqArrayIf(${most})(${what}, ${when})`],
  })
  const names = `arrayConcat([cert_subject_cn], arraySlice(cert_domain, 1, ${MOST.names}))`
  return sql`SELECT at, ${distinct(MOST.ports, 'port', 'port > 0')}, ${distinct(MOST.words, start('protocol', MOST.name), `protocol != ''`)},
    groupUniqArrayArray(${number(MOST.words)})(${starts('product', MOST.name)}), ${distinct(MOST.words, start('title', MOST.title), `title != ''`)},
    groupUniqArrayIf(${number(MOST.names)})(${starts(names, MOST.name)}, cert_subject_cn != '' OR notEmpty(cert_domain)),
    max(cert_not_after != '' AND cert_not_after < ${today}),
    max(cert_issuer_cn != '' AND cert_issuer_cn = cert_subject_cn AND cert_issuer_org = cert_subject_org),
    ${distinct(MOST.names, 'domain')}, uniqExactIf(domain, domain != ''),
    ${distinct(MOST.names, start('reached', MOST.name), 'reached != at')},
    min(first), max(last), count(), maxIf(last, served), countIf(served),
    ${distinct(MOST.banners, start('banner', MOST.banner), `banner != ''`)},
    max(ifNull(is_honeypot, false)), groupUniqArrayArray(${number(MOST.names)})(${starts('ptr', MOST.name)})
    FROM (${servedAt(ips, visible)} UNION ALL ${alsoAt(ips, visible)}) GROUP BY at`
}

/** What a record says of its newest address only, with the value for a record that says nothing. */
const SAYS = {
  port: 'toUInt16(0)',
  protocol: "''",
  product: 'emptyArrayString()',
  title: "''",
  cert_subject_cn: "''",
  cert_subject_org: "''",
  cert_issuer_cn: "''",
  cert_issuer_org: "''",
  cert_domain: 'emptyArrayString()',
  cert_not_after: "''",
  banner: "''",
  is_honeypot: 'false',
  ptr: 'emptyArrayString()',
} as const satisfies Partial<Record<Column, string>>

const SHOWN: Fragment = { parts: ['1'] }

/** The records of the addresses. */
function servedAt(ips: readonly string[], visible: Fragment = SHOWN): Fragment {
  const columns: Fragment = { parts: [Object.keys(SAYS).join(', ')] }
  return sql`SELECT ip AS at, true AS served, reached, domain, firstseen AS first, lastupdatetime AS last, ${columns}
    FROM records WHERE ip IN (SELECT arrayJoin(${listOf(ips)})) AND ${visible}`
}

/** Names that list one of the addresses among several, each as if seen at that address. */
function alsoAt(ips: readonly string[], visible: Fragment = SHOWN): Fragment {
  const nothing: Fragment = {
    parts: [
      Object.entries(SAYS)
        .map(([column, value]) => `${value} AS ${column}`)
        .join(', '),
    ],
  }
  const list = listOf(ips)
  const indexed = ips.length > MOST_INDEXED ? SHOWN : sql`hasAny(ips, ${list})`
  return sql`SELECT sighting.1 AS at, false AS served, reached, domain, sighting.2 AS first, sighting.2 AS last, ${nothing}
    FROM (SELECT reached, domain, ip, arrayJoin(JSONExtract(addresses, 'Array(Tuple(String, UInt32, String))')) AS sighting
      FROM records WHERE notEmpty(ips) AND ${indexed} AND ${visible})
    WHERE sighting.1 != ip AND sighting.1 IN (SELECT arrayJoin(${list}))`
}

/** An index finds this many addresses; for more, reading the lists costs less, because nearly all are empty. */
const MOST_INDEXED = 100

const start = (text: string, length: number): string => `substringUTF8(${text}, 1, ${length})`

const starts = (list: string, length: number): Fragment => ({
  parts: [`arrayMap(one -> ${start('one', length)}, ${list})`],
})

/**
 * A server accepts at most 128 KiB as one value:
 * https://clickhouse.com/docs/en/operations/settings/settings#http_max_field_value_size
 */
const ADDRESSES_OF_VALUE = 2000

function listOf(ips: readonly string[]): Fragment {
  const pieces: Fragment[] = []
  for (let at = 0; at < ips.length; at += ADDRESSES_OF_VALUE)
    pieces.push(sql`splitByChar(',', ${text(ips.slice(at, at + ADDRESSES_OF_VALUE).join(','))})`)
  return sql`arrayConcat(${join(pieces, ', ')})`
}

const number = (value: number): Fragment => ({ parts: [String(value)] })

function toObserved(row: Row): Observed {
  const [, ports, protocols, products, titles, names, expired, selfSigned, domains, domainCount, hosts] = row
  const [, , , , , , , , , , , first, last, records, servedLast, served, banners, honeypot, reverseNames] =
    row
  return {
    ports: ports.toSorted((a, b) => a - b),
    protocols: protocols.toSorted(),
    products: products.filter((one) => one !== '').toSorted(),
    titles: titles.toSorted(),
    certNames: [...new Set(names.flat().filter((one) => one !== ''))].toSorted().slice(0, MOST.names),
    certStates: [
      ...(Number(expired) > 0 ? (['expired'] as const) : []),
      ...(Number(selfSigned) > 0 ? (['self_signed'] as const) : []),
    ],
    domains: domains.toSorted(),
    domainCount: Number(domainCount),
    hosts: hosts.toSorted(),
    first: day(first),
    last: day(last),
    records: Number(records),
    served: { records: Number(served), last: Number(served) === 0 ? '' : day(servedLast) },
    banners: banners.toSorted(),
    statedHoneypot: Boolean(Number(honeypot)),
    reverseNames: reverseNames.filter((one) => one !== '').toSorted(),
  }
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
