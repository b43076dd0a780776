// The commit log: one row of the state database decides whether a change of the records is visible. This file defines what the
// store needs of it; the state database implements it. See ARCHITECTURE.md.

/** The kinds of unit: one that adds and replaces rows, removes the matches of a condition, or adds rows of another store unchanged. */
export type UnitKind = 'import' | 'removal' | 'restore'

/**
 * The phase of a unit. `inserting`: its rows are being written and are invisible. `replacing`: they are visible, and the rows that
 * they replace are being deleted. `done`: both are complete. `aborted`: it is never visible; its rows are deleted.
 */
export type Phase = 'inserting' | 'replacing' | 'done' | 'aborted'

/** A unit that is not done. */
export interface OpenUnit {
  /** Increases with every unit of a store. */
  readonly id: number
  readonly kind: UnitKind
  readonly phase: Exclude<Phase, 'done'>
  /** The fencing token of the process that may change its phase. */
  readonly token: number
  /** For a removal: the condition of the rows to remove, as the store wrote it. */
  readonly condition: string
  /** Whether its writer has certainly ended, so that no more of its rows can arrive. */
  readonly gone: boolean
}

/** The state of the log at one moment. */
export interface LogSnapshot {
  /** The highest id assigned; 0 before the first. */
  readonly last: number
  /** The highest committed id. */
  readonly committed: number
  /** The highest id that deleted, or is deleting, rows of earlier units. */
  readonly replaced: number
  readonly open: readonly OpenUnit[]
}

/** The right to change records, until another process takes over. */
export interface Lease {
  /** Increases with every holder. */
  readonly token: number
  /** Milliseconds that it lasts without renewal. */
  readonly duration: number
}

/** A started unit. */
export interface StartedUnit {
  readonly id: number
  readonly token: number
  /** Units up to this one are older than any snapshot that can still be read. */
  readonly forgotten: number
  /** Whether another process waits for the lease. */
  readonly isWanted: boolean
}

/** The description of a new unit. */
export interface NewUnit {
  readonly kind: UnitKind
  readonly condition?: string
}

/** The log of one store. Every call is durable when it resolves; each change of phase is a compare-and-set. */
export interface CommitLog {
  readonly snapshot: () => Promise<LogSnapshot>
  /** One attempt to acquire the lease: succeeds when it is free, has expired by the database's clock, or its holder has ended. */
  readonly acquire: () => Promise<Lease | undefined>
  /** Extends the lease; false when another process has it. */
  readonly renew: (lease: Lease) => Promise<boolean>
  readonly release: (lease: Lease) => Promise<void>
  /** Makes the holder the only one that may change the phases of open units. */
  readonly fence: (lease: Lease) => Promise<void>
  /** Starts a unit: an import is `inserting`, a removal is committed at once. Undefined when the lease was lost. */
  readonly begin: (lease: Lease, unit: NewUnit) => Promise<StartedUnit | undefined>
  /** Changes a phase; false when the phase differs, or the token is no longer the unit's. */
  readonly advance: (
    unit: { readonly id: number; readonly token: number },
    from: Phase,
    to: Phase,
    replaces: boolean,
  ) => Promise<boolean>
  /** Drops the row of an aborted unit whose inserts have stopped and whose rows are deleted. */
  readonly forget: (id: number) => Promise<void>
  /** Records that the rows of all units up to `id` are committed, although the log does not know them. */
  readonly adopt: (lease: Lease, id: number) => Promise<void>
}

/** Opens the log of the store with that identity; `alone`: no other process can use that store. */
export type OpenCommitLog = (store: string, alone: boolean) => CommitLog

/** The number of write numbers of a unit: each of its batches takes one, as the `write_id` of its rows. */
export const WRITES_OF_UNIT = 65_536

/** The first `write_id` of a unit. */
export function firstWrite(unit: number): number {
  return unit * WRITES_OF_UNIT
}

/** The unit of a `write_id`. */
export function unitOfWrite(writeId: number): number {
  return Math.floor(writeId / WRITES_OF_UNIT)
}
