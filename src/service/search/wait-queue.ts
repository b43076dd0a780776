/** A call that waits for a slot. */
export interface Waiter {
  readonly owner: number
  /** Milliseconds of a monotonic clock. */
  readonly since: number
}

/** Waiting calls by owner: each owner's in order of arrival, the owners round-robin. */
export class WaitQueue<One extends Waiter> {
  // Maps and sets keep their order and allow removal from the middle.
  readonly #owners = new Map<number, Set<One>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The owners of waiting calls, the next one first. */
  owners(): readonly number[] {
    return [...this.#owners.keys()]
  }

  /** Whether a call of another owner waits. */
  hasOther(owner: number): boolean {
    return this.#owners.size > (this.#owners.has(owner) ? 1 : 0)
  }

  add(waiter: One): void {
    const own = this.#owners.get(waiter.owner)
    if (own === undefined) this.#owners.set(waiter.owner, new Set([waiter]))
    else own.add(waiter)
    this.#size++
  }

  remove(waiter: One): void {
    const own = this.#owners.get(waiter.owner)
    if (!own?.delete(waiter)) return
    this.#size--
    if (own.size === 0) this.#owners.delete(waiter.owner)
  }

  /** The first call of the first owner that may continue; the owner then moves to the end. */
  next(mayGo: (owner: number) => boolean): One | undefined {
    for (const [owner, own] of this.#owners) {
      if (!mayGo(owner)) continue
      this.#owners.delete(owner)
      this.#owners.set(owner, own)
      const [first] = own
      return first
    }
    return undefined
  }

  /** The newest call of the preferred owners that may continue; of all that may continue when none is preferred. */
  newest(mayGo: (owner: number) => boolean, isPreferred: (owner: number) => boolean): One | undefined {
    const able = this.owners().filter(mayGo)
    const preferred = able.filter(isPreferred)
    const last = (preferred.length > 0 ? preferred : able).map((owner) =>
      [...(this.#owners.get(owner) ?? [])].at(-1),
    )
    return last.reduce(
      (best, one) => (best === undefined || (one !== undefined && one.since >= best.since) ? one : best),
      undefined,
    )
  }

  /** The oldest call of the owner with the most calls. */
  oldestOfMost(): One | undefined {
    const [most] = [...this.#owners.values()].sort((a, b) => b.size - a.size)
    return most?.values().next().value
  }

  /** The calls that have waited since before a time. */
  olderThan(moment: number): readonly One[] {
    return [...this.#owners.values()].flatMap((own) => [...own].filter(({ since }) => since < moment))
  }
}
