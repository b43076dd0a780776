// A commit log in memory, for a store that only this process uses and that nobody reads before it is complete: a restore, a trial.
import type {
  StartedUnit,
  CommitLog,
  Lease,
  LogSnapshot,
  NewUnit,
  OpenUnit,
  Phase,
  UnitKind,
} from './commit-log.ts'

interface Row {
  readonly id: number
  readonly kind: UnitKind
  readonly condition: string
  phase: Phase
  replaces: boolean
}

/** The log; its content is lost with the process. */
export class MemoryCommitLog implements CommitLog {
  readonly #rows = new Map<number, Row>()
  #last = 0
  #token = 0
  #replaced = 0
  #committed = 0

  async snapshot(): Promise<LogSnapshot> {
    const open = [...this.#rows.values()].flatMap((row): OpenUnit[] => {
      const { phase, ...rest } = row
      return phase === 'done' ? [] : [{ ...rest, phase, token: this.#token, gone: false }]
    })
    return { last: this.#last, committed: this.#committed, replaced: this.#replaced, open }
  }

  async acquire(): Promise<Lease> {
    return { token: ++this.#token, duration: Number.POSITIVE_INFINITY }
  }

  async renew({ token }: Lease): Promise<boolean> {
    return token === this.#token
  }

  async release(): Promise<void> {}

  async fence(): Promise<void> {}

  async begin(_: Lease, { kind, condition = '' }: NewUnit): Promise<StartedUnit> {
    const id = ++this.#last
    const removes = kind === 'removal'
    this.#rows.set(id, { id, kind, condition, phase: removes ? 'replacing' : 'inserting', replaces: removes })
    if (removes) this.#count(id, true)
    return { id, token: this.#token, forgotten: 0, isWanted: false }
  }

  async advance(
    { id }: { readonly id: number },
    from: Phase,
    to: Phase,
    replaces: boolean,
  ): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row?.phase !== from) return false
    row.phase = to
    row.replaces ||= replaces
    if (to === 'replacing' || to === 'done') this.#count(id, row.replaces)
    if (to === 'done') this.#rows.delete(id)
    return true
  }

  async forget(id: number): Promise<void> {
    if (this.#rows.get(id)?.phase === 'aborted') this.#rows.delete(id)
  }

  async adopt(_: Lease, id: number): Promise<void> {
    this.#last = id
    this.#committed = id
  }

  #count(id: number, replaces: boolean): void {
    this.#committed = Math.max(this.#committed, id)
    if (replaces) this.#replaced = Math.max(this.#replaced, id)
  }
}
