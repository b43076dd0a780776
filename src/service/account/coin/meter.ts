// Counts calls in memory and writes the figures every few seconds: they are informative and never used for charging.
import {
  addNetworks,
  addUsage,
  type KeyUseRow,
  type NetworkUse,
  noteKeyUses,
  type State,
  type Usage,
} from '../../../state/index.ts'
import { spreadNetwork } from '../network.ts'
import { utcDay } from './tagging.ts'

const FLUSH_MS = 5000
const MOST_UNWRITTEN = 20_000
/** Networks of an account beyond this number on one day are not recorded. */
const MOST_NETWORKS = 256
/** The last use of a key is written once in this time. */
const KEY_USE_MS = 60_000

/** One answered call. */
export interface Call {
  readonly accountId: number
  /** The route's pattern, never a text from the request. */
  readonly route: string
  readonly rows?: number
  readonly coins?: number
  readonly address?: string | undefined
}

/** The figures of this process that are not written yet. */
export class Meter {
  readonly #state: State
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #usage = new Map<string, Usage>()
  #networks: NetworkUse[] = []
  #day = ''
  readonly #seen = new Map<number, Set<string>>()
  #keyUses = new Map<string, KeyUseRow>()
  /** When the last use of each key was written. */
  readonly #keyUsesAt = new Map<string, number>()
  #flushing: Promise<void> | undefined

  constructor(state: State, now: () => number) {
    this.#state = state
    this.#now = now
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }

  /** Counts a call. */
  count({ accountId, route, rows = 0, coins = 0, address }: Call): void {
    const day = utcDay(this.#now())
    const name = `${accountId} ${day} ${route}`
    const before = this.#usage.get(name)
    // Reached only while the database is unavailable; then figures are lost, but the service continues.
    if (before === undefined && this.#usage.size >= MOST_UNWRITTEN) return
    this.#usage.set(name, {
      accountId,
      day,
      route,
      calls: (before?.calls ?? 0) + 1,
      rows: (before?.rows ?? 0) + rows,
      coins: (before?.coins ?? 0) + coins,
    })
    if (address !== undefined) this.#countNetwork(accountId, day, address)
  }

  /** Records that a key was used. */
  noteKey(use: KeyUseRow): void {
    const name = `${use.account_id} ${use.key_id}`
    const { used_at } = use
    if (used_at - (this.#keyUsesAt.get(name) ?? Number.NEGATIVE_INFINITY) < KEY_USE_MS) return
    if (this.#keyUsesAt.size >= MOST_UNWRITTEN) this.#keyUsesAt.clear()
    this.#keyUsesAt.set(name, used_at)
    this.#keyUses.set(name, use)
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  /** Writes the remaining counts and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flushing
    await this.flush()
  }

  #countNetwork(accountId: number, day: string, address: string): void {
    if (day !== this.#day) this.#seen.clear()
    this.#day = day
    const known = this.#seen.get(accountId) ?? new Set()
    this.#seen.set(accountId, known)
    const network = spreadNetwork(address)
    if (known.has(network) || known.size >= MOST_NETWORKS || this.#networks.length >= MOST_UNWRITTEN) return
    known.add(network)
    this.#networks.push({ accountId, day, network })
  }

  async #write(): Promise<void> {
    if (this.#usage.size === 0 && this.#networks.length === 0 && this.#keyUses.size === 0) return
    const [usage, networks, keyUses] = [this.#usage, this.#networks, this.#keyUses]
    this.#keyUses = new Map()
    this.#usage = new Map()
    this.#networks = []
    try {
      await this.#state.write(async (db) => {
        await addUsage(db, [...usage.values()])
        await addNetworks(db, networks)
        await noteKeyUses(db, this.#state.kind, [...keyUses.values()])
      })
    } catch (error) {
      this.#keyUses = new Map([...keyUses, ...this.#keyUses])
      this.#putBack(usage, networks)
      throw error
    }
  }

  #putBack(usage: ReadonlyMap<string, Usage>, networks: readonly NetworkUse[]): void {
    for (const [name, old] of usage) {
      const now = this.#usage.get(name)
      this.#usage.set(name, {
        ...old,
        calls: old.calls + (now?.calls ?? 0),
        rows: old.rows + (now?.rows ?? 0),
        coins: old.coins + (now?.coins ?? 0),
      })
    }
    this.#networks.unshift(...networks)
  }
}
