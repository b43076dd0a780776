// A record in the making: what the source stated is in it from the start and never changes; the rest may be filled.
import type { Asset, Column, Stated } from '../asset/index.ts'
import { cleanValue } from './clean.ts'
import { bounded } from './short.ts'

/** A record that is still being filled. */
export interface Draft {
  readonly asset: { -readonly [Key in Column]: Asset[Key] }
  readonly stated: ReadonlySet<string>
}

/** A record of which nothing is known. */
export const UNKNOWN: Asset = Object.freeze({
  reached: '',
  port: 0,
  base_protocol: 'tcp',
  host: '',
  link: '',
  ip: '',
  domain: '',
  protocol: '',
  type: '',
  title: '',
  header: '',
  body: '',
  banner: '',
  cert: '',
  server: '',
  status_code: null,
  os: '',
  structinfo: '',
  product: [],
  product_version: [],
  category: [],
  tag: [],
  cname: [],
  icp: '',
  fid: '',
  icon_hash: '',
  jarm: '',
  country: '',
  country_name: '',
  province: '',
  city: '',
  latitude: null,
  longitude: null,
  isp: '',
  as_number: null,
  as_organization: '',
  cert_subject_cn: '',
  cert_subject_org: '',
  cert_issuer_cn: '',
  cert_issuer_org: '',
  cert_sn: '',
  cert_domain: [],
  cert_not_before: '',
  cert_not_after: '',
  cert_is_match: null,
  cert_is_equal: null,
  tls_version: '',
  tls_ja3s: '',
  header_hash: '',
  body_hash: '',
  banner_hash: '',
  is_ipv6: null,
  is_domain: null,
  is_honeypot: null,
  is_fraud: null,
  is_cloud: null,
  cloud_name: '',
  lastupdatetime: 0,
  firstseen: 0,
  content_time: null,
  content_import: '',
  page_depth: 0,
  body_full_length: null,
  stated: [],
  history: [],
})

/** Sets a column unless the source stated it. */
export function fill<Key extends Column>(draft: Draft, column: Key, value: Asset[Key]): void {
  if (!draft.stated.has(column)) draft.asset[column] = bounded(column, value)
}

/** A draft that holds what a source states; a value that cannot be one of its column counts as absent. */
export function startDraft(source: Stated): Draft {
  const asset = { ...UNKNOWN }
  const stated = new Set<string>()
  for (const column of Object.keys(source) as (keyof Stated)[]) {
    if (take(asset, column, source[column])) stated.add(column)
  }
  return { asset, stated }
}

function take<Key extends keyof Stated>(asset: Draft['asset'], column: Key, value: Stated[Key]): boolean {
  const clean = cleanValue<Asset[Key]>(column, value)
  if (clean === undefined) return false
  asset[column] = bounded(column, clean)
  return true
}
