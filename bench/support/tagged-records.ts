// Generated records on addresses that many feeds tag, with fingerprints and CPE names in as many different values as scans show.
import { buildSources } from '../../test/support/tag.ts'
import { createHash } from 'node:crypto'
import { type Asset, NOWHERE, type Recognise, type Stated } from '../../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../../test/support/generated/index.ts'
import { createEnrich, type TagsOf } from '../../src/enrich/index.ts'
import { recordTags } from '../../src/service/tag/index.ts'
import type { Store } from '../../src/store/index.ts'

/** The moment of these records, in milliseconds UTC. */
export const NOW = Date.parse('2026-11-20T12:00:00Z')

/** A locator without databases: the records state where they are. */
export const NO_LOCATOR = { locate: () => NOWHERE, databases: [] }

/** Public addresses, two records each. */
function addressOf(index: number): string {
  const number = Math.floor(index / 2)
  return `45.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/** The tags of feed `index`: a few clouds and delivery networks, Tor, scanners, VPNs, and block lists for the rest. */
function tagsOfFeed(index: number): readonly string[] {
  if (index === 0) return ['tor_exit']
  if (index < 10) return [`cloud:provider-${index}`]
  if (index < 14) return [`cdn:network-${index}`]
  if (index < 24) return [`scanner:scanner-${index}`]
  return index < 34 ? [`vpn:operator-${index}`] : [`list:list-${index}`]
}

/** Networks for clouds and delivery networks, single addresses for the others; `shift` moves them. */
function linesOf(feed: number, shift = 0): string {
  if (feed > 0 && feed < 14)
    return Array.from({ length: 40 }, (_, at) => `45.${at % 8}.${(at * 13 + feed * 17) & 255}.0/24`).join(
      '\n',
    )
  const step = feed === 0 ? 997 : 251
  return Array.from({ length: 500 }, (_, at) => addressOf(2 * (at * step + feed * 7 + shift))).join('\n')
}

/** The tags of this many feeds; `shift` moves the addresses of one of them. */
export function tagsFrom(feeds: number, shift: number): TagsOf {
  const inputs = Array.from({ length: feeds }, (_, feed) => ({
    ...{ name: `feed-${feed}`, kind: 'auto', tags: tagsOfFeed(feed), retrievedAt: NOW / 1000 - 3600 },
    bytes: Buffer.from(linesOf(feed, feed === 0 ? shift : 0)),
  }))
  return recordTags({ sources: buildSources(inputs), now: NOW / 1000 }).tagsOf
}

/** What fills a store. */
export interface Filling {
  readonly count: number
  readonly tagsOf: TagsOf
  readonly recognise?: Recognise | undefined
}

/** Fills an empty store. */
export async function fill(store: Store, { count, tagsOf, recognise }: Filling): Promise<void> {
  const enrich = createEnrich(recognise)
  const context = { locator: NO_LOCATOR, tagsOf, importId: 'bench', defaultTime: 0, bodyLimit: 1 << 20 }
  let batch: Asset[] = []
  let index = 0
  for (const one of generateObservations({ seed: 1, count, now: NOW, bodyLength: BENCHMARK_BODY_LENGTH })) {
    const own = { ip: addressOf(index), tag: [], ...fingerprintsOf(one.stated, index++) }
    const enriched = enrich({ ...one, stated: { ...one.stated, ...own } }, context)
    if ('asset' in enriched) batch.push(enriched.asset)
    if (batch.length < 10_000) continue
    await store.write(batch)
    batch = []
  }
  await store.write(batch)
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Fingerprints of TLS and SSH, scripts of pages, and CPE names with many versions: some frequent, some of a single record. */
function fingerprintsOf({ cert_sn, protocol, body, product = [] }: Stated, index: number): Stated {
  return {
    ...(cert_sn && {
      cert_sha256: hash(`certificate ${cert_sn}`),
      cert_key_sha256: hash(`key ${index % 3 === 0 ? index % 20_000 : cert_sn}`),
      jarm: hash(`jarm ${index % 900}`).slice(0, 62),
    }),
    ...(protocol === 'ssh' && {
      ssh_fingerprint: [1, 2, 3].map(
        (key) => `SHA256:${hash(`${key} ${index % 7 === 0 ? index % 500 : index}`).slice(0, 43)}`,
      ),
      hassh: hash(`hassh ${index % 300}`).slice(0, 32),
    }),
    ...(body && { js_md5: [hash(`a ${index % 4000}`).slice(0, 32), hash(`b ${index}`).slice(0, 32)] }),
    ...(product.length > 0 && { cpe: product.map((name) => cpeOf(name, index)) }),
  }
}

/** How many versions a product has. */
const VERSIONS = 400

function cpeOf(product: string, index: number): string {
  const name = product.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return `cpe:2.3:a:example:${name}:${index % 20}.${Math.floor(index / 20) % (VERSIONS / 20)}`
}
