/** Half-life of the weight of recent starts, in milliseconds. */
const HALF_LIFE = 2000
/** An owner below this value has started nothing recently. */
const FORGOTTEN = 0.05
/** An owner above this multiple of the mean has received its share. */
const ABOVE = 1.25

interface Recent {
  readonly starts: number
  readonly at: number
}

/** Tracks how many slots each owner received recently, to prefer those with fewer. */
export class Shares {
  readonly #owners = new Map<number, Recent>()

  started(owner: number, now: number): void {
    this.#owners.set(owner, { starts: this.#startsOf(owner, now) + 1, at: now })
    if (this.#owners.size > 10_000) this.#forget(now)
  }

  /** Whether an owner received no more than its share, among the owners that recently received slots or wait. */
  belowShare(now: number, waiting: readonly number[]): (owner: number) => boolean {
    this.#forget(now)
    const active = new Set([...this.#owners.keys(), ...waiting])
    const sum = [...active].reduce((total, owner) => total + this.#startsOf(owner, now), 0)
    return (owner) => this.#startsOf(owner, now) <= (ABOVE * sum) / active.size
  }

  #startsOf(owner: number, now: number): number {
    const recent = this.#owners.get(owner)
    return recent === undefined ? 0 : recent.starts * 0.5 ** ((now - recent.at) / HALF_LIFE)
  }

  #forget(now: number): void {
    for (const owner of [...this.#owners.keys()])
      if (this.#startsOf(owner, now) < FORGOTTEN) this.#owners.delete(owner)
  }
}
