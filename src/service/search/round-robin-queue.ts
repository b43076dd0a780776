/** Waiting work by owner: first in, first out within an owner, round-robin between owners. */
export class RoundRobinQueue<Waiter> {
  // Maps and sets keep their order and let one that gives up leave from the middle.
  readonly #owners = new Map<number, Set<Waiter>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The owners who wait, the next one first. */
  owners(): readonly number[] {
    return [...this.#owners.keys()]
  }

  /** Whether somebody else than this owner waits. */
  hasOther(owner: number): boolean {
    return this.#owners.size > (this.#owners.has(owner) ? 1 : 0)
  }

  add(owner: number, waiter: Waiter): void {
    const own = this.#owners.get(owner)
    if (own === undefined) this.#owners.set(owner, new Set([waiter]))
    else own.add(waiter)
    this.#size++
  }

  remove(owner: number, waiter: Waiter): void {
    const own = this.#owners.get(owner)
    if (!own?.delete(waiter)) return
    this.#size--
    if (own.size === 0) this.#owners.delete(owner)
  }

  /** The first waiter of the first owner who may go on; the owner then stands last. */
  next(mayGo: (owner: number) => boolean): Waiter | undefined {
    for (const [owner, own] of this.#owners) {
      if (!mayGo(owner)) continue
      this.#owners.delete(owner)
      this.#owners.set(owner, own)
      const [first] = own
      return first
    }
    return undefined
  }
}
