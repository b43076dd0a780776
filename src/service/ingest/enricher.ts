// What becomes of an observation: a record, or the reason why there is none.
import { type Asset, type ExclusionRule, exclusionFinder, type Observation } from '../../asset/index.ts'
import type { EnrichedRecord, Locator, TagsOf } from '../../enrich/index.ts'
import { enrichmentOf, locatorOf } from './prepared.ts'
import type { ReadRequest } from './read-request.ts'

/** Everything of a request that enrichment needs; plain data that can be passed to a thread. */
export type EnrichRequest = Pick<
  ReadRequest,
  'importId' | 'bodyLimit' | 'rules' | 'databases' | 'feeds' | 'exclusions' | 'now'
>

/** Why an observation does not become a record. */
export type NoRecord = { readonly reason: string } | { readonly excluded: ExclusionRule['kind'] }

/** The result for one observation. */
export type Outcome = { readonly asset: Asset; readonly picture?: EnrichedRecord['picture'] } | NoRecord

/** Enriches one observation; `defaultTime` is for those without a time (milliseconds UTC). */
export type Enricher = (observation: Observation, defaultTime: number) => Outcome

/** Opens the rules, databases and feeds of a request. `onPause` gets the start and the end of delays that no observation causes. */
export async function openEnricher(
  request: EnrichRequest,
  onPause: (paused: boolean) => void,
): Promise<Enricher> {
  const { importId, bodyLimit } = request
  const enrich = enrichmentOf(request.rules)
  const locator = patientLocator(locatorOf(request.databases), onPause)
  const tagsOf = (await openTags(request, onPause))?.(locator)
  const findExclusion = exclusionFinder(request.exclusions ?? [])
  return (observation, defaultTime) => {
    const enriched = enrich(observation, { locator, tagsOf, importId, defaultTime, bodyLimit })
    if ('reason' in enriched) return enriched
    const rule = findExclusion(enriched.asset)
    return rule === undefined ? enriched : { excluded: rule.kind }
  }
}

/** The tags of addresses by a locator. */
type OpenTags = (locator: Locator) => TagsOf

/** Loads the feeds; undefined without any. Loading takes long, and is not caused by an observation. */
async function openTags(
  { feeds, now }: EnrichRequest,
  onPause: (paused: boolean) => void,
): Promise<OpenTags | undefined> {
  if (feeds === undefined || feeds.feeds.length === 0) return undefined
  onPause(true)
  const { loadSourceSetHere, recordTags } = await import('../tag/index.ts')
  const sources = loadSourceSetHere(feeds)
  onPause(false)
  return ({ locate }) => recordTags({ sources, locate, now: Math.floor(now / 1000) }).tagsOf
}

/** The first lookup of an address family opens its databases: that takes long, and is not caused by an observation. */
function patientLocator(locator: Locator, onPause: (paused: boolean) => void): Locator {
  const opened = { four: false, six: false }
  const locate: Locator['locate'] = (ip) => {
    const family = ip.includes(':') ? 'six' : 'four'
    if (opened[family] || ip === '') return locator.locate(ip)
    opened[family] = true
    onPause(true)
    const found = locator.locate(ip)
    onPause(false)
    return found
  }
  return { ...locator, locate }
}
