// Chooses how texts are looked for: by narrowing with an index when few records are left to read, else in all texts at once.
import type { ResolvedNode } from '../../query/index.ts'
import { type Access, type Probe, probeOf, probesOf } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Generation } from './generation.ts'
import { Recent } from './recent.ts'
import { TEXT_INDEX } from './settings.ts'

/** Probing more texts than these costs more than a wrong choice. */
const MOST_PROBES = 4

const REMEMBERED = 1000

/** Chooses, and remembers what it found as long as no record changes. */
export class AccessChooser {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #narrowBelow: number
  readonly #shares: Recent<Promise<number>>

  /** With more than `narrowBelow` (a share) of the records left, reading all texts one after the other is quicker than picking. */
  constructor(engine: Engine, generation: Generation, narrowBelow: number) {
    this.#engine = engine
    this.#generation = generation
    this.#narrowBelow = narrowBelow
    this.#shares = new Recent(REMEMBERED)
  }

  /** How to look for the texts of a query. */
  async choose(root: ResolvedNode, signal: AbortSignal | undefined): Promise<Access> {
    const probes = probesOf(root).slice(0, MOST_PROBES)
    const few = new Set<string>()
    for (const probe of probes) {
      if ((await this.#share(probe)) < this.#narrowBelow) few.add(probe.key)
      signal?.throwIfAborted()
    }
    const probed = new Set(probes.map(({ key }) => key))
    return { narrows: ({ key }) => few.has(key) || !probed.has(key) }
  }

  /** Shared by all callers that ask at the same time, so no single one of them may stop it. */
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
