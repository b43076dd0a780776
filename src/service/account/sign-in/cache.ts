// Caches keys and their accounts, so that checking credentials costs microseconds. The database counts changes of accounts and
// keys; this revision is read at most once a second, and when it changed, the cache is cleared. So a change by another process
// takes effect within a second, and one by this process at once.
import {
  type AccountRow,
  accountRevision,
  type Db,
  findApiKeyByHash,
  findById,
  findByKeyHash,
  type State,
} from '../../../state/index.ts'
import { type NamedKey, toNamedKey } from '../key/named-key.ts'

const FRESH_MS = 1000
const KEPT = 10_000

/** A key and its account. */
export interface KnownKey {
  readonly account: AccountRow
  /** The keyed hash of the key. */
  readonly hash: string
  /** Undefined for the account's first key. */
  readonly named: NamedKey | undefined
}

/** Keys by their keyed hash. Coins of their accounts may be old; everything else is at most a second old. */
export class AccountCache {
  readonly #state: State
  readonly #rows = new Map<string, KnownKey>()
  #revision = -1
  #generation = 0
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | undefined

  constructor(state: State) {
    this.#state = state
  }

  /** The key with this hash. */
  async byKeyHash(keyHash: string): Promise<KnownKey | undefined> {
    if (performance.now() - this.#checkedAt > FRESH_MS) await this.#refresh()
    const known = this.#rows.get(keyHash)
    if (known !== undefined) return known
    const generation = this.#generation
    const row = await findKey(this.#state.db, keyHash)
    // A value read before a change must not be cached after it.
    if (row !== undefined && generation === this.#generation) this.#keep(keyHash, row)
    return row
  }

  /** Makes the next lookup read what this process has just changed. */
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

  #keep(keyHash: string, row: KnownKey): void {
    if (this.#rows.size >= KEPT) this.#rows.clear()
    this.#rows.set(keyHash, row)
  }
}

async function findKey(db: Db, keyHash: string): Promise<KnownKey | undefined> {
  const first = await findByKeyHash(db, keyHash)
  if (first !== undefined) return { account: first, hash: first.key_hash, named: undefined }
  const row = await findApiKeyByHash(db, keyHash)
  const account = row === undefined ? undefined : await findById(db, row.account_id)
  if (row === undefined || account === undefined) return undefined
  return { account, hash: row.key_hash, named: toNamedKey(row) }
}
