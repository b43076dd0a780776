// Summarizes the records of one address or name.
import type { Change } from '../../asset/index.ts'
import { type Asset, CONTENT_PARTS, type Column, sightingsOf } from '../../asset/index.ts'
import { parseAddress, printTime } from '../../util/index.ts'
import { certificateOf, gatherCertificates } from './certificate.ts'
import type { HostQuery } from './host-query.ts'
import { distinct } from './host-summary.ts'
import type {
  ContentPart,
  HostAnswer,
  HostChange,
  HostNetwork,
  HostPlace,
  HostProduct,
  HostService,
} from './types.ts'

/** The columns from which a host is described: none of the long ones. */
export const HOST_COLUMNS = [
  'host',
  'reached',
  'link',
  'ip',
  'ips',
  'port',
  'protocol',
  'base_protocol',
  'type',
  'title',
  'server',
  'status_code',
  'os',
  'product',
  'product_version',
  'category',
  'tag',
  'finding',
  'severity',
  'screenshot',
  'screenshot_hash',
  'domain',
  'country',
  'country_name',
  'province',
  'city',
  'latitude',
  'longitude',
  'as_number',
  'as_organization',
  'isp',
  'cloud_name',
  'cert_subject_cn',
  'cert_subject_org',
  'cert_issuer_cn',
  'cert_issuer_org',
  'cert_sn',
  'cert_domain',
  'cert_not_before',
  'cert_not_after',
  'cert_is_equal',
  'lastupdatetime',
  'firstseen',
  'history',
  'parts',
  'content_time',
  'content_import',
] as const satisfies readonly Column[]

/** A record of a host. */
export type HostRecord = Pick<Asset, (typeof HOST_COLUMNS)[number]>

/** The most entries of each list. */
const MOST_LISTED = 1000

/** The most identifiers of findings of a service. */
const MOST_FINDINGS = 50

/** Describes a host from its newest records, newest first; there is at least one. `now` in milliseconds. */
export function describeHost(
  { name, kind }: HostQuery,
  records: readonly HostRecord[],
  total: number,
  now: number,
): HostAnswer {
  const lists = {
    addresses: distinct(records.flatMap(({ ip, ips }) => [ip, ...ips])),
    names: distinct(records.flatMap(({ reached, ip }) => (reached === ip ? [] : [reached]))),
    domains: distinct(records.map(({ domain }) => domain)),
    operating_systems: distinct(records.map(({ os }) => os)),
  }
  const cut = total > records.length || Object.values(lists).some((list) => list.length > MOST_LISTED)
  return {
    name,
    kind,
    total,
    cut,
    addresses: lists.addresses.slice(0, MOST_LISTED),
    names: lists.names.slice(0, MOST_LISTED),
    domains: lists.domains.slice(0, MOST_LISTED),
    operating_systems: lists.operating_systems.slice(0, MOST_LISTED),
    place: placeOf(records),
    network: networkOf(records),
    firstseen: printTime(Math.min(...records.map(({ firstseen }) => firstseen)) * 1000),
    lastupdatetime: printTime(Math.max(...records.map(({ lastupdatetime }) => lastupdatetime)) * 1000),
    services: records.map((record) => serviceOf(record, now)),
    certificates: gatherCertificates(records, now),
  }
}

/** A host of which no record is known. */
export function hostWithoutRecords(name: string): HostAnswer {
  const kind = parseAddress(name.trim()) === undefined ? 'name' : 'address'
  const lists = { addresses: [], names: [], domains: [], operating_systems: [] }
  const times = { firstseen: '', lastupdatetime: '' }
  return {
    ...{ name, kind, total: 0, cut: false, place: null, network: null, services: [], certificates: [] },
    ...lists,
    ...times,
  }
}

/** The location of the host according to the newest record that has a country. */
function placeOf(records: readonly HostRecord[]): HostPlace | null {
  const known = records.find(({ country, latitude }) => country !== '' || latitude !== null)
  if (known === undefined) return null
  const { country, country_name, province, city, latitude, longitude } = known
  return { country, country_name, province, city, latitude, longitude }
}

function networkOf(records: readonly HostRecord[]): HostNetwork | null {
  const known = records.find(
    ({ as_number, as_organization, isp }) => as_number !== null || as_organization !== '' || isp !== '',
  )
  if (known === undefined) return null
  const { as_number, as_organization, isp, cloud_name } = known
  return { as_number, as_organization, isp, cloud_name }
}

function serviceOf(record: HostRecord, now: number): HostService {
  const { host, link, ip, port, protocol, base_protocol, type, title, server, status_code } = record
  return {
    host,
    link,
    ip,
    port,
    protocol,
    base_protocol,
    type,
    title,
    server,
    status_code,
    products: productsOf(record),
    tags: record.tag,
    findings: { severities: record.severity, identifiers: record.finding.slice(0, MOST_FINDINGS) },
    screenshot: record.screenshot,
    screenshot_hash: record.screenshot_hash,
    firstseen: printTime(record.firstseen * 1000),
    lastupdatetime: printTime(record.lastupdatetime * 1000),
    certificate: certificateOf(record, now),
    history: changesOf(record.history),
    parts: partsOf(record),
  }
}

/** When the current content of each part was last seen, latest first. */
function partsOf(record: HostRecord): HostService['parts'] {
  const sightings = sightingsOf(record)
  return CONTENT_PARTS.flatMap((part) => {
    const sighting = sightings.get(part)
    return sighting === undefined ? [] : [{ part, time: printTime(sighting.time * 1000) }]
  }).sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
}

/**
 * The products of a record; versions and categories are separate lists, which can be assigned to products only when they have the
 * same length.
 */
function productsOf({
  product,
  product_version,
  category,
}: Pick<Asset, 'product' | 'product_version' | 'category'>): readonly HostProduct[] {
  const version = (index: number): string =>
    product_version.length === product.length ? (product_version[index] ?? '') : ''
  const kind = (index: number): string => (category.length === product.length ? (category[index] ?? '') : '')
  return product.map((name, index) => ({ name, version: version(index), category: kind(index) }))
}

const PARTS = ['title', 'header', 'body', 'banner', 'cert'] as const satisfies readonly ContentPart[]

/** The times since when each content was seen, oldest first, and what differs from the previous one. */
function changesOf(history: readonly Change[]): readonly HostChange[] {
  return history.map((change, index) => {
    const before = history[index - 1]
    const changed = before === undefined ? [] : PARTS.filter((part) => before[part] !== change[part])
    return { time: printTime(change.time * 1000), changed }
  })
}
