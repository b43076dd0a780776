// This process among those that share the database: it sends heartbeats while it holds something, and releases the reservations and
// jobs of dead processes.
import {
  recordHeartbeat,
  removeOwner,
  describeOwner,
  isGone,
  listOwners,
  type OwnerRow,
  releaseOwner,
} from './owner.ts'
import type { Db } from './schema.ts'
import type { State } from './state.ts'

const INTERVAL_MS = 5_000
const DEAD_AFTER_MS = 30_000

/** The interval of heartbeats, and how long others wait for one, in milliseconds. */
interface Heartbeat {
  readonly interval: number
  readonly deadAfter: number
}

interface Watched {
  readonly beat: number
  readonly since: number
}

/** One per process. Close it after its reservations and jobs, and before the state. */
export class Presence {
  readonly #state: State
  readonly #owner: OwnerRow = describeOwner()
  readonly #holds: (() => boolean)[] = []
  readonly #watched = new Map<string, Watched>()
  readonly #deadAfter: number
  readonly #timer: NodeJS.Timeout

  constructor(state: State, { interval = INTERVAL_MS, deadAfter = DEAD_AFTER_MS }: Partial<Heartbeat> = {}) {
    this.#state = state
    this.#deadAfter = deadAfter
    // While the database is unavailable no process can send a heartbeat, so that time does not count.
    this.#timer = setInterval(() => void this.#tick().catch(() => this.#watched.clear()), interval).unref()
  }

  /** The name under which this process holds reservations and jobs. */
  get id(): string {
    return this.#owner.id
  }

  /** Sends heartbeats while `holds` returns true. */
  heartbeatWhile(holds: () => boolean): void {
    this.#holds.push(holds)
  }

  /** Sends one heartbeat; part of every transaction that acquires something. */
  heartbeat(db: Db): Promise<void> {
    return recordHeartbeat(db, this.#owner)
  }

  /**
   * Releases what dead processes held; runs at the start and every few seconds. Returns the number of released reservations and
   * jobs.
   */
  async buryDead(): Promise<number> {
    const others = await listOwners(this.#state.db, this.#owner)
    this.#forgetExcept(others)
    let freed = 0
    for (const other of others) {
      if (isGone(other, this.#owner) || this.#stoodStill(other))
        freed += await this.#state.write((db) => removeOwner(db, this.#state.kind, other))
    }
    return freed
  }

  /** Removes this process; what it still holds is released. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#state.write((db) => releaseOwner(db, this.#state.kind, this.#owner.id))
  }

  async #tick(): Promise<void> {
    if (this.#holds.some((holds) => holds())) await this.#state.write((db) => this.heartbeat(db))
    await this.buryDead()
  }

  #stoodStill(owner: OwnerRow): boolean {
    const before = this.#watched.get(owner.id)
    const now = performance.now()
    if (before !== undefined && before.beat === owner.beat) return now - before.since > this.#deadAfter
    this.#watched.set(owner.id, { beat: owner.beat, since: now })
    return false
  }

  #forgetExcept(owners: readonly OwnerRow[]): void {
    const known = new Set(owners.map(({ id }) => id))
    for (const id of this.#watched.keys()) if (!known.has(id)) this.#watched.delete(id)
  }
}
