// The parts of a record: columns that mean something only together, and are therefore taken from one observation together.
import type { Asset, Column } from './asset.ts'

/** Parts that belong to the content: across imports they are replaced all at once. */
export const CONTENT_PARTS = {
  title: ['title'],
  header: ['header', 'header_hash'],
  body: ['body', 'body_hash', 'body_full_length'],
  server: ['server'],
  status: ['status_code'],
  link: ['link'],
  protocol: ['protocol'],
  type: ['type'],
  banner: ['banner', 'banner_hash'],
  certificate: [
    'cert',
    'cert_subject_cn',
    'cert_subject_org',
    'cert_issuer_cn',
    'cert_issuer_org',
    'cert_sn',
    'cert_domain',
    'cert_not_before',
    'cert_not_after',
    'cert_is_match',
    'cert_is_equal',
  ],
  product: ['product', 'product_version', 'category', 'structinfo'],
  os: ['os'],
  tag: ['tag'],
  icp: ['icp'],
  fid: ['fid'],
  icon: ['icon_hash'],
  jarm: ['jarm'],
  tls: ['tls_version'],
  ja3s: ['tls_ja3s'],
  honeypot: ['is_honeypot'],
  fraud: ['is_fraud'],
} as const satisfies Record<string, readonly Column[]>

/** Parts that describe where the service is: they follow the newest observation that knows them, whatever the import. */
export const SHARED_PARTS = {
  place: [
    'ip',
    'is_ipv6',
    'country',
    'country_name',
    'province',
    'city',
    'latitude',
    'longitude',
    'isp',
    'as_number',
    'as_organization',
    'is_cloud',
    'cloud_name',
  ],
  cname: ['cname'],
  domain: ['domain', 'is_domain'],
} as const satisfies Record<string, readonly Column[]>

/** The parts of a page, in which a capture of one page is never mixed with another. */
export const PAGE_PARTS = ['title', 'header', 'body', 'server', 'status', 'link'] as const

/** The name of a part. */
export type Part = keyof typeof CONTENT_PARTS | keyof typeof SHARED_PARTS

/** The columns of a part. */
export function columnsOf(part: Part): readonly Column[] {
  return part in SHARED_PARTS
    ? SHARED_PARTS[part as keyof typeof SHARED_PARTS]
    : CONTENT_PARTS[part as keyof typeof CONTENT_PARTS]
}

/** Values that `settle` derives from the rest unless a source states them: only a statement counts as one. */
const DERIVED: ReadonlySet<Part> = new Set(['link', 'protocol', 'type'])

/** Whether a source stated any column of the part. */
export function isStated(asset: Asset, part: Part): boolean {
  return columnsOf(part).some((column) => asset.stated.includes(column))
}

/** Whether the record knows anything of the part; what a source stated counts also when it is empty. */
export function isPresent(asset: Asset, part: Part): boolean {
  if (isStated(asset, part)) return true
  return !DERIVED.has(part) && columnsOf(part).some((column) => !isUnknown(asset[column]))
}

function isUnknown(value: Asset[Column]): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether the record shows one captured page, and not what several observations said of a service. */
export function isCapture(asset: Asset): boolean {
  return asset.link !== '' && asset.stated.includes('link')
}
