// Running inserts. Their rows cannot be looked up yet, so a batch with one of their identities waits.

/** The most concurrent inserts: while one waits for the disk, the other uses the processor. */
const MOST = 2

interface Group {
  readonly keys: ReadonlySet<string>
  /** Settles when the rows are inserted or the insert failed; never rejects. */
  readonly ended: Promise<void>
}

/** The running inserts, by the identities of their rows. */
export class InFlight {
  readonly #groups = new Set<Group>()
  #failure: unknown
  #failed = false

  /** Adds an insert of rows of these identities. */
  add(keys: ReadonlySet<string>, inserted: Promise<unknown>): void {
    const ended = inserted.then(
      () => {
        this.#groups.delete(group)
      },
      (error: unknown) => {
        this.#groups.delete(group)
        this.#failure ??= error
        this.#failed = true
      },
    )
    const group: Group = { keys, ended }
    this.#groups.add(group)
  }

  /** Waits until none of the identities is being inserted and another insert may start. Fails when an insert failed. */
  async roomFor(keys: ReadonlySet<string>): Promise<void> {
    const same = [...this.#groups].filter((group) => keys.values().some((key) => group.keys.has(key)))
    await Promise.all(same.map((group) => group.ended))
    while (this.#groups.size >= MOST) await Promise.race([...this.#groups].map((group) => group.ended))
    this.#throwFailure()
  }

  /** Waits until every insert has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#groups].map((group) => group.ended))
  }

  /** Like `ended`, but fails when an insert failed. */
  async succeeded(): Promise<void> {
    await this.ended()
    this.#throwFailure()
  }

  #throwFailure(): void {
    if (this.#failed) throw this.#failure
  }
}
