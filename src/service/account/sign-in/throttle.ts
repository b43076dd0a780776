// Slows down guessing. A subject (an address, an account, a pair of both) that fails often waits longer and longer; its score
// halves over time. No caller is locked out: a wait ends, and right API keys never wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { rateError } from '../failure.ts'

const HALVES_EVERY_MS = 5 * 60_000
const FIRST_WAIT_MS = 250
const KEPT = 20_000

/** A subject whose failures are counted together. */
export interface Subject {
  readonly name: string
  /** Failures without a delay. */
  readonly free: number
  /** The longest wait, in milliseconds. */
  readonly most: number
  /** How many of its attempts may wait concurrently; further ones fail at once. */
  readonly crowd: number
}

/** Limits how many attempts of strangers wait concurrently; it never causes a delay itself. */
export const EVERYBODY: Subject = { name: 'everybody', free: Number.POSITIVE_INFINITY, most: 0, crowd: 1000 }

interface Score {
  readonly value: number
  readonly time: number
}

/** Failures in this process, in bounded memory. */
export class Throttle {
  readonly #scores = new Map<string, Score>()
  readonly #waiting = new Map<string, number>()
  readonly #sleep: (milliseconds: number) => Promise<unknown>
  readonly #clock: () => number

  constructor(options: { sleep?: (milliseconds: number) => Promise<unknown>; clock?: () => number } = {}) {
    this.#sleep = options.sleep ?? ((milliseconds) => sleep(milliseconds))
    this.#clock = options.clock ?? (() => performance.now())
  }

  /** Waits for the delay that earlier failures of the subjects require. Fails with `rate` when too many calls wait already. */
  async wait(subjects: readonly Subject[]): Promise<void> {
    const delay = Math.max(0, ...subjects.map((subject) => this.#delay(subject)))
    if (delay === 0) return
    if (subjects.some(({ name, crowd }) => (this.#waiting.get(name) ?? 0) >= crowd))
      throw rateError('too many wrong attempts', Math.ceil(delay / 1000))
    this.#count(subjects, 1)
    try {
      await this.#sleep(delay)
    } finally {
      this.#count(subjects, -1)
    }
  }

  /** Records a failure of the subjects; returns the highest score among them. */
  fail(subjects: readonly Subject[]): number {
    let highest = 0
    for (const { name } of subjects) {
      const value = this.#score(name) + 1
      highest = Math.max(highest, value)
      this.#scores.delete(name)
      if (this.#scores.size >= KEPT) this.#forgetOldest()
      this.#scores.set(name, { value, time: this.#clock() })
    }
    return highest
  }

  /** Removes one attempt of each subject that was not a failure. */
  undo(subjects: readonly Subject[]): void {
    for (const { name } of subjects) {
      const value = this.#score(name) - 1
      if (value > 0) this.#scores.set(name, { value, time: this.#clock() })
      else this.#scores.delete(name)
    }
  }

  /** Removes all failures of a subject. */
  forget({ name }: Subject): void {
    this.#scores.delete(name)
  }

  #score(name: string): number {
    const score = this.#scores.get(name)
    if (score === undefined) return 0
    return score.value * 2 ** -((this.#clock() - score.time) / HALVES_EVERY_MS)
  }

  #delay({ name, free, most }: Subject): number {
    const beyond = this.#score(name) - free
    return beyond <= 0 ? 0 : Math.min(most, FIRST_WAIT_MS * 2 ** beyond)
  }

  #count(subjects: readonly Subject[], step: 1 | -1): void {
    for (const { name } of subjects) {
      const count = (this.#waiting.get(name) ?? 0) + step
      if (count === 0) this.#waiting.delete(name)
      else this.#waiting.set(name, count)
    }
  }

  // Entries move to the end with each failure, so the first one failed longest ago.
  #forgetOldest(): void {
    const oldest = this.#scores.keys().next().value
    if (oldest !== undefined) this.#scores.delete(oldest)
  }
}
