// What the writer needs from an engine besides reads: inserts and deletions on every server that stores the tables.
import type { Fragment } from '../../sql/index.ts'
import type { Engine, Settings } from '../engine/index.ts'
import type { RowKind } from '../store.ts'

/** Rows for one table from one write. */
export interface NewRows {
  readonly table: RowKind
  /** The columns of each JSON array, in order. */
  readonly columns: readonly string[]
  readonly bytes: Iterable<Uint8Array>
  readonly writeId: number
  /** Whether they come from another store, whose write numbers mean nothing here. */
  readonly foreign?: boolean
}

/** An engine that rows are written to. */
export interface Backend {
  readonly engine: Engine
  /** Settings of statements that look up identities. */
  readonly lookup: Settings
  /** The memory table of the identities to look up, private to this process. */
  readonly probe: string
  /** The memory table of records that were only seen again, private to this process. */
  readonly seenAgain: string
  /** Runs an `INSERT … SELECT` that adds rows of a write. */
  readonly copy: (statement: string, settings: Settings, writeId: number) => Promise<void>
  /** Adds rows. A failed insert may have added some of them. */
  readonly insert: (rows: NewRows) => Promise<void>
  /** Deletes rows from the local table of each server; `condition` receives the name of that table. */
  readonly deleteFrom: (table: RowKind, condition: (local: string) => Fragment) => Promise<void>
  /** Rewrites parts without their deleted rows. */
  readonly erase: (table: RowKind) => Promise<void>
  /** Stops the statements of a unit that may still add rows, whichever process started them. */
  readonly stopInserts: (unit: number) => Promise<void>
  /** Marks the rows of a unit as complete on every server. */
  readonly mark: (unit: number) => Promise<void>
  /** Whether a failure is temporary. */
  readonly isPassing: (error: unknown) => boolean
}
