/** Work that takes this long (milliseconds) makes its owner heavy for some time. */
const HEAVY = 1000
const HEAVY_FOR = 10_000
/** Other owners count as active for this long after they started work (milliseconds). */
const ACTIVE = 3000
/** Owners stored before those that are no longer heavy are dropped. */
const MOST_OWNERS = 10_000

interface Start {
  readonly owner: number
  readonly at: number
}

/** Tracks which owners started work recently, and whose work takes long. */
export class Activity {
  #last: Start | undefined
  /** The last start of an owner other than that of `#last`. */
  #before: Start | undefined
  readonly #heavyUntil = new Map<number, number>()

  started(owner: number, now: number): void {
    if (this.#last !== undefined && this.#last.owner !== owner) this.#before = this.#last
    this.#last = { owner, at: now }
  }

  /** Records the duration of work that ended, whatever its outcome. */
  ended(owner: number, duration: number, now: number): void {
    if (duration < HEAVY) return
    this.#heavyUntil.set(owner, now + HEAVY_FOR)
    if (this.#heavyUntil.size > MOST_OWNERS) this.#forget(now)
  }

  /** Whether another owner started work recently. */
  isOtherActive(owner: number, now: number): boolean {
    const other = this.#last?.owner === owner ? this.#before : this.#last
    return other !== undefined && now - other.at < ACTIVE
  }

  /** Whether an owner's work recently took long; `oldest` is when its oldest running work started. */
  isHeavy(owner: number, oldest: number | undefined, now: number): boolean {
    return (this.#heavyUntil.get(owner) ?? now) > now || now - (oldest ?? now) >= HEAVY
  }

  #forget(now: number): void {
    for (const [owner, until] of this.#heavyUntil) if (until <= now) this.#heavyUntil.delete(owner)
  }
}
