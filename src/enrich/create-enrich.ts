// Enriches an observation to a record.
import { createHash } from 'node:crypto'
import {
  type Asset,
  bracketed,
  type Column,
  deriveColumns,
  ipsOf,
  KEPT_ADDRESSES,
  NO_TAGS,
  newestFirst,
  type Observation,
  observedFindings,
  type Page,
  type Recognise,
  type Stated,
  withStates,
  withTags,
} from '../asset/index.ts'
import { canonicalAddress, memoize } from '../util/index.ts'
import { createCertificateReader, fillCertificate, fillStatedCertificate } from './certificate-columns.ts'
import { bringsContent, changeOf } from './content.ts'
import { readCpe } from './cpe.ts'
import { type Draft, fill, startDraft } from './draft.ts'
import type { Enrich, EnrichContext, EnrichedRecord } from './enrich.ts'
import { isPort, readReached } from './identity.ts'
import { domainOf, domainsOf, fillLocation } from './location.ts'
import { iconHash } from './murmur.ts'
import { fillPage } from './page.ts'
import { cleanPicture, type Picture } from './picture/index.ts'
import { recognised } from './recognised.ts'
import { TextHasher } from './text.ts'

const REMEMBERED_DOMAINS = 50_000
const LAST_SECOND = 0xffff_ffff

/**
 * Creates an enrichment with small caches (a few megabytes); it can be used for any number of imports. Without `recognise` records
 * get only the products that sources state.
 */
export function createEnrich(recognise?: Recognise): Enrich {
  const hasher = new TextHasher()
  const domain = memoize(REMEMBERED_DOMAINS, domainOf)
  const readCertificate = createCertificateReader()
  return (observation, context) => {
    const name = readReached(observation.reached)
    if ('reason' in name) return name
    if (!isPort(observation.port))
      return { reason: `port \`${observation.port}\` is not a whole number from 1 to 65535` }
    const draft = startDraft(statedBy(observation, name.reached))
    fillIdentity(draft, observation, name.reached)
    fill(draft, 'is_domain', !name.isAddress)
    fill(draft, 'ip', name.isAddress ? name.reached : '')
    fill(draft, 'domain', name.isAddress ? '' : domain(name.reached))
    fill(draft, 'cname_domain', domainsOf(draft.asset.cname))
    fillLocation(draft, context.locator)
    const certificate = observation.certificate && readCertificate(observation.certificate)
    if (certificate) fillCertificate(draft, certificate, name.isAddress)
    else fillStatedCertificate(draft, name.isAddress)
    if (observation.icon !== undefined) fillIcon(draft, observation.icon)
    const picture = pictureOf(observation)
    if (picture !== undefined && 'sha256' in picture) fillPicture(draft, picture)
    fill(draft, 'structinfo', structinfoOf(draft))
    fill(draft, 'cpe', readCpe(draft.asset.structinfo))
    fillPage(draft, hasher, context.bodyLimit, observation.bodyLength)
    draft.asset.page_depth = pageDepth(draft.asset, observation.page)
    fillTimes(draft, observation, context, hasher)
    fillSightings(draft, observation, context.importId, name.isAddress)
    fillFindings(draft, observation, context.importId)
    // Sorted as in merged records, so that a repeated observation compares equal.
    draft.asset.stated = [...draft.stated].sort() as readonly Column[]
    const asset = withStates(deriveColumns(draft.asset), fractionOf(observation.time))
    const known = recognise === undefined ? asset : recognised(asset, recognise)
    return {
      asset: withTags(known, context.tagsOf?.(known.ip) ?? NO_TAGS),
      ...(picture !== undefined && { picture }),
    }
  }
}

/** What the source states, including the address of a captured page. */
function statedBy({ stated, page, port }: Observation, reached: string): Stated {
  return page === undefined
    ? stated
    : { protocol: page.scheme, link: pageLink(page, reached, port), ...stated }
}

function pageLink({ scheme, path }: Page, reached: string, port: number): string {
  const usual = scheme === 'https' ? 443 : 80
  return `${scheme}://${bracketed(reached)}${port === usual ? '' : `:${port}`}${path === '/' ? '' : path}`
}

/** Products, versions and categories as one JSON text; `''` if none is known. */
function structinfoOf({ asset }: Draft): string {
  const { product, product_version: version, category } = asset
  if (product.length + version.length + category.length === 0) return ''
  return JSON.stringify({ product, version, category })
}

function fillIdentity({ asset }: Draft, { port, baseProtocol }: Observation, reached: string): void {
  asset.reached = reached
  asset.port = port
  asset.base_protocol = baseProtocol
}

function fillTimes(draft: Draft, observation: Observation, context: EnrichContext, hasher: TextHasher): void {
  const { asset } = draft
  const seen = seconds(observation.time) ?? seconds(context.defaultTime) ?? 0
  asset.lastupdatetime = seen
  asset.firstseen = Math.min(seconds(observation.firstSeen) ?? seen, seen)
  if (!bringsContent(observation, draft)) return
  asset.content_time = seen
  asset.content_import = context.importId
  asset.history = [changeOf(draft, hasher, seen)]
}

/** The screenshot, where it was read: one that is a path is not. */
function pictureOf({ screenshot }: Observation): EnrichedRecord['picture'] {
  return screenshot instanceof Uint8Array ? cleanPicture(screenshot) : undefined
}

function fillIcon(draft: Draft, icon: Uint8Array): void {
  fill(draft, 'icon_hash', iconHash(icon))
  fill(draft, 'icon_md5', createHash('md5').update(icon).digest('hex'))
}

function fillPicture({ asset }: Draft, { sha256, hash }: Picture): void {
  asset.screenshot = sha256
  asset.screenshot_hash = hash
}

/** Fills the imports that observed the record, and the addresses of a name. */
function fillSightings(
  { asset }: Draft,
  { addresses = [] }: Observation,
  importId: string,
  isAddress: boolean,
): void {
  const { firstseen, lastupdatetime, ip } = asset
  asset.imports = [[importId, firstseen, lastupdatetime]]
  if (isAddress) return
  const all = [ip, ...addresses.map((text) => canonicalAddress(text) ?? '')].filter((text) => text !== '')
  const kept = [...new Set(all)].slice(0, KEPT_ADDRESSES)
  asset.addresses = newestFirst(kept.map((text) => [text, lastupdatetime, importId] as const))
  asset.ips = ipsOf(asset.addresses)
}

function fillFindings({ asset }: Draft, { findings = [] }: Observation, importId: string): void {
  if (findings.length === 0) return
  const seen = asset.lastupdatetime
  Object.assign(asset, observedFindings(findings, importId, seen, seen))
}

/** Milliseconds of the second of a time. */
function fractionOf(milliseconds: number | undefined): number {
  return milliseconds !== undefined && milliseconds >= 0 ? Math.floor(milliseconds % 1000) : 0
}

/** A time in whole seconds; undefined for a value that a record cannot store as a time. */
function seconds(milliseconds: number | undefined): number | undefined {
  if (milliseconds === undefined || !(milliseconds >= 0)) return undefined
  const whole = Math.floor(milliseconds / 1000)
  return whole <= LAST_SECOND ? whole : undefined
}

/** Added to the depth of pages that represent a host only if there is no other: pictures, errors and anything but HTML. */
const POOR_PAGE = 0x4000

/** The number of path segments of a page, plus a penalty for a page that represents its host badly; 0 for anything but a page. */
function pageDepth(asset: Pick<Asset, 'status_code' | 'header'>, page: Page | undefined): number {
  if (page === undefined) return 0
  const segments = page.path.split('/').filter((segment) => segment !== '').length
  return Math.min(segments, POOR_PAGE - 1) + (isGood(asset) ? 0 : POOR_PAGE)
}

function isGood({ status_code, header }: Pick<Asset, 'status_code' | 'header'>): boolean {
  if (status_code !== null && status_code >= 400) return false
  if (status_code !== null && status_code >= 300) return true
  const type = /^content-type:[ \t]*([^;\s]*)/im.exec(header)?.[1]
  return type === undefined || type === '' || /^(text\/html|application\/xhtml\+xml)$/i.test(type)
}
