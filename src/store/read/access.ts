// Chooses how to search texts: prefilter with an index when few records remain to be read, else match all texts at once.
import type { ResolvedNode } from '../../query/index.ts'
import { type Access, type Probe, probeOf, probesOf, requiredProbesOf } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Generation } from './generation.ts'
import { LruCache } from './lru-cache.ts'
import { TEXT_INDEX } from './settings.ts'

/** Probing more texts than this costs more than a wrong choice. */
const MOST_PROBES = 4

const REMEMBERED = 1000

/** What the choice depends on. */
export interface AccessTuning {
  /** Above this share of the records a prefilter by an index does not pay. */
  readonly narrowBelow: number
  /** Among fewer records, matching a regular expression against all texts is faster than looking up its words. */
  readonly narrowExpressionsFrom: number
}

/** Makes the choice and caches it until a record changes. */
export class AccessChooser {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #tuning: AccessTuning
  readonly #shares: LruCache<Promise<number>>

  constructor(engine: Engine, generation: Generation, tuning: AccessTuning) {
    this.#engine = engine
    this.#generation = generation
    this.#tuning = tuning
    this.#shares = new LruCache(REMEMBERED)
  }

  /** Chooses how to search the texts of a query. */
  async choose(root: ResolvedNode, signal: AbortSignal | undefined): Promise<Access> {
    const probes = (await this.#worthwhile(probesOf(root))).slice(0, MOST_PROBES)
    const few = new Set<string>()
    for (const probe of probes) {
      if ((await this.#share(probe)) < this.#tuning.narrowBelow) few.add(probe.key)
      signal?.throwIfAborted()
    }
    const probed = new Set(probes.map(({ key }) => key))
    return { narrows: ({ key, optional }) => few.has(key) || (!probed.has(key) && optional !== true) }
  }

  /** Whether a condition that every match meets holds for less than this share of the records. */
  async isRare(root: ResolvedNode, share: number, signal: AbortSignal | undefined): Promise<boolean> {
    for (const probe of requiredProbesOf(root).slice(0, MOST_PROBES)) {
      if ((await this.#share(probe)) < share) return true
      signal?.throwIfAborted()
    }
    return false
  }

  async #worthwhile(probes: readonly Probe[]): Promise<readonly Probe[]> {
    if (probes.every(({ optional }) => optional !== true)) return probes
    const isLarge = (await this.#generation.records()) >= this.#tuning.narrowExpressionsFrom
    return isLarge ? probes : probes.filter(({ optional }) => optional !== true)
  }

  /** Shared by all concurrent callers, so no single one may cancel it. */
  #share(probe: Probe): Promise<number> {
    const key = `${this.#generation.number} ${probe.key}`
    const known = this.#shares.get(key)
    if (known !== undefined) return known
    const share = this.#measure(probe)
    this.#shares.set(key, share)
    share.catch(() => this.#shares.delete(key))
    return share
  }

  async #measure(probe: Probe): Promise<number> {
    const [[left = 0] = []] = await this.#engine.query<[number]>(probeOf(probe), { settings: TEXT_INDEX })
    return left / Math.max(1, await this.#generation.records())
  }
}
