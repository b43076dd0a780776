// Accounts by key, kept in memory so that checking credentials costs microseconds. The database counts changes of accounts;
// that count is read at most once a second, and when it moved everything is forgotten. So a change made by any process holds
// everywhere within a second, and one made here holds at once.
import { type AccountRow, accountRevision, findByKeyHash, type State } from '../../../state/index.ts'

const FRESH_MS = 1000
const KEPT = 10_000

/** Rows of accounts by the keyed hash of their key. Coins in them may be old; everything else is at most a second old. */
export class AccountCache {
  readonly #state: State
  readonly #rows = new Map<string, AccountRow>()
  #revision = -1
  #generation = 0
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | undefined

  constructor(state: State) {
    this.#state = state
  }

  /** The account with this key hash. */
  async byKeyHash(keyHash: string): Promise<AccountRow | undefined> {
    if (performance.now() - this.#checkedAt > FRESH_MS) await this.#refresh()
    const known = this.#rows.get(keyHash)
    if (known !== undefined) return known
    const generation = this.#generation
    const row = await findByKeyHash(this.#state.db, keyHash)
    // What was read before a change must not be kept after it.
    if (row !== undefined && generation === this.#generation) this.#keep(keyHash, row)
    return row
  }

  /** Makes the next look-up see what this process has just changed. */
  invalidate(): void {
    this.#generation++
    this.#rows.clear()
    this.#checkedAt = Number.NEGATIVE_INFINITY
  }

  #refresh(): Promise<void> {
    this.#checking ??= this.#readRevision().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #readRevision(): Promise<void> {
    const startedAt = performance.now()
    const revision = await accountRevision(this.#state.db)
    if (revision !== this.#revision) this.invalidate()
    this.#revision = revision
    this.#checkedAt = startedAt
  }

  #keep(keyHash: string, row: AccountRow): void {
    if (this.#rows.size >= KEPT) this.#rows.clear()
    this.#rows.set(keyHash, row)
  }
}
