// Rows on their way into the table. They are not found there yet, so who asks for one of their identities waits.

/** So many at once: while one waits for the disk, the other has the processor. */
const MOST = 2

interface Group {
  readonly keys: ReadonlySet<string>
  /** Settles when the rows are there, or cannot be; never fails. */
  readonly ended: Promise<void>
}

/** The inserts that run, by the identities of their rows. */
export class UnderWay {
  readonly #groups = new Set<Group>()

  /** Rows of these identities are on their way until the promise settles. */
  add(keys: ReadonlySet<string>, inserted: Promise<unknown>): void {
    const remove = (): void => {
      this.#groups.delete(group)
    }
    const group: Group = { keys, ended: inserted.then(remove, remove) }
    this.#groups.add(group)
  }

  /** Waits until none of the identities is on its way. */
  async clearOf(keys: ReadonlySet<string>): Promise<void> {
    const groups = [...this.#groups].filter((group) => keys.values().some((key) => group.keys.has(key)))
    await Promise.all(groups.map((group) => group.ended))
  }

  /** Waits until another insert may begin. */
  async room(): Promise<void> {
    while (this.#groups.size >= MOST) await Promise.race([...this.#groups].map((group) => group.ended))
  }

  /** Waits until nothing is on its way. */
  async none(): Promise<void> {
    await Promise.all([...this.#groups].map((group) => group.ended))
  }
}
