// Chooses how to search texts: prefilter with an index when few records remain to be read, else match all texts at once.
import type { ResolvedNode } from '../../query/index.ts'
import {
  type Access,
  BY_INDEX,
  mostMatches,
  type Probe,
  probeOf,
  probesOf,
  requiredProbesOf,
  usesTextIndex,
  type WordFinder,
} from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Generation } from './generation.ts'
import { LruCache } from './lru-cache.ts'
import { TEXT_INDEX } from './settings.ts'
import { WordLists } from './word-lists.ts'

/** Probing more texts than this costs more than a wrong choice. */
const MOST_PROBES = 4

const REMEMBERED = 1000

/** What the choice depends on. */
export interface AccessTuning {
  /** Above this share of the records a prefilter by an index does not pay. */
  readonly narrowBelow: number
  /** Among fewer records, matching a regular expression against all texts is faster than looking up its words. */
  readonly narrowExpressionsFrom: number
  /** After so many milliseconds without a change lists of words are read; with 0 searches wait for them. */
  readonly wordListsAfter: number
}

/** Makes the choice and caches it until a record changes. */
export class AccessChooser {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #tuning: AccessTuning
  readonly #shares: LruCache<Promise<number>>
  readonly #wordLists: WordLists

  constructor(engine: Engine, generation: Generation, tuning: AccessTuning) {
    this.#wordLists = new WordLists(engine, generation, tuning.wordListsAfter)
    this.#engine = engine
    this.#generation = generation
    this.#tuning = tuning
    this.#shares = new LruCache(REMEMBERED)
  }

  /** Chooses how to search the texts of a query. */
  async choose(root: ResolvedNode, signal: AbortSignal | undefined): Promise<Access> {
    const probes = (await this.#worthwhile(probesOf(root))).slice(0, MOST_PROBES)
    const few = new Set<string>()
    const lists = await this.#listsFor(root)
    for (const probe of probes) {
      if (await this.#isBelow(this.#tuning.narrowBelow, probe, lists)) few.add(probe.key)
      signal?.throwIfAborted()
    }
    const probed = new Set(probes.map(({ key }) => key))
    return {
      narrows: ({ key, optional }) => few.has(key) || (!probed.has(key) && optional !== true),
      ...(lists && { lists }),
    }
  }

  /** Uses every index and asks the engine nothing before: for few matches. */
  async byIndex(root: ResolvedNode): Promise<Access> {
    const lists = await this.#listsFor(root)
    return { ...BY_INDEX, ...(lists && { lists }) }
  }

  async #listsFor(root: ResolvedNode): Promise<WordFinder | undefined> {
    return usesTextIndex(root) ? this.#wordLists.finder() : undefined
  }

  /** A bound of the number of matches. */
  async mostMatches(root: ResolvedNode): Promise<number> {
    const lists = await this.#listsFor(root)
    return lists === undefined ? Number.POSITIVE_INFINITY : mostMatches(root, lists)
  }

  /** Whether a condition that every match meets holds for less than this share of the records. */
  async isRare(root: ResolvedNode, share: number, signal: AbortSignal | undefined): Promise<boolean> {
    const lists = await this.#listsFor(root)
    for (const probe of requiredProbesOf(root).slice(0, MOST_PROBES)) {
      if (await this.#isBelow(share, probe, lists)) return true
      signal?.throwIfAborted()
    }
    return false
  }

  async #isBelow(share: number, probe: Probe, lists: WordFinder | undefined): Promise<boolean> {
    const most = lists === undefined ? undefined : probe.most?.(lists)
    if (most !== undefined && most < share * (await this.#generation.records())) return true
    return (await this.#share(probe)) < share
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
