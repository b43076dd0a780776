// What records say about addresses, computed record by record: the reference for `observe` of the stores.
import { type Asset, type Observed, UNKNOWN_ASSET } from '../../src/asset/index.ts'

const sorted = (texts: readonly string[]): string[] =>
  [...new Set(texts.filter((text) => text !== ''))].sort()

/** What the records say about each of the addresses; `now` in milliseconds. */
export function observeNaively(
  records: readonly Asset[],
  ips: ReadonlySet<string>,
  now: number,
): ReadonlyMap<string, Observed> {
  const sightings = records.flatMap((asset) => sightingsOf(asset)).filter(({ at }) => ips.has(at))
  const groups = Map.groupBy(sightings, ({ at }) => at)
  return new Map([...groups].map(([ip, group]) => [ip, observedOf(group, now)]))
}

interface SeenAt {
  readonly at: string
  readonly served: boolean
  readonly asset: Asset
}

/** A record at its own address, and as a name with only its domain at its other addresses. */
function sightingsOf(asset: Asset): readonly SeenAt[] {
  const { domain, ip, ips, addresses } = asset
  const others = addresses.filter(([at]) => ips.includes(at) && at !== ip)
  return [
    { at: ip, served: true, asset },
    ...others.map(([at, time]) => ({
      at,
      served: false,
      asset: { ...UNKNOWN_ASSET, reached: asset.reached, domain, firstseen: time, lastupdatetime: time },
    })),
  ]
}

function observedOf(sightings: readonly SeenAt[], now: number): Observed {
  const group = sightings.map(({ asset }) => asset)
  const served = sightings.flatMap((sighting) => (sighting.served ? [sighting.asset.lastupdatetime] : []))
  const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
  const today = new Date(now).toISOString().slice(0, 19).replace('T', ' ')
  const expired = group.some(({ cert_not_after: end }) => end !== '' && end < today)
  const selfSigned = group.some(
    (one) =>
      one.cert_issuer_cn !== '' &&
      one.cert_issuer_cn === one.cert_subject_cn &&
      one.cert_issuer_org === one.cert_subject_org,
  )
  const domains = sorted(group.map(({ domain }) => domain))
  return {
    ports: [...new Set(group.map(({ port }) => port).filter((port) => port > 0))].sort((a, b) => a - b),
    protocols: sorted(group.map(({ protocol }) => protocol.slice(0, 256))),
    products: sorted(group.flatMap(({ product }) => product.map((name) => name.slice(0, 256)))),
    titles: sorted(group.map(({ title }) => title.slice(0, 1024))),
    certNames: sorted(
      group.flatMap((one) => [one.cert_subject_cn, ...one.cert_domain].map((name) => name.slice(0, 256))),
    ),
    reverseNames: sorted(group.flatMap(({ ptr }) => ptr.map((name) => name.slice(0, 256)))),
    certStates: [
      ...(expired ? (['expired'] as const) : []),
      ...(selfSigned ? (['self_signed'] as const) : []),
    ],
    domains,
    domainCount: domains.length,
    hosts: sorted(
      sightings.map(({ at, asset: { reached } }) => (reached === at ? '' : reached.slice(0, 256))),
    ),
    first: day(Math.min(...group.map(({ firstseen }) => firstseen))),
    last: day(Math.max(...group.map(({ lastupdatetime }) => lastupdatetime))),
    records: group.length,
    served: { records: served.length, last: served.length === 0 ? '' : day(Math.max(...served)) },
    banners: sorted(group.map(({ banner }) => banner.slice(0, 256))),
    statedHoneypot: group.some(({ is_honeypot }) => is_honeypot === true),
  }
}
