// What the writer needs of an engine besides reading: rows in, rows out, everywhere the tables lie.
import type { Fragment } from '../../sql/index.ts'
import type { Engine, Settings } from '../engine/index.ts'
import type { RowKind } from '../store.ts'

/** Rows for one table, all brought by one write. */
export interface NewRows {
  readonly table: RowKind
  /** The columns of each JSON array, in order. */
  readonly columns: readonly string[]
  readonly bytes: Iterable<Uint8Array>
  readonly writeId: number
  /** Whether they come from another store, whose numbers of writes mean nothing here. */
  readonly foreign?: boolean
}

/** An engine that rows are written to. */
export interface Backend {
  readonly engine: Engine
  /** Settings of statements that look identities up. */
  readonly lookup: Settings
  /** The memory table that holds the identities to look up; this process's own. */
  readonly probe: string
  /** The memory table of records that were only seen again; this process's own. */
  readonly seenAgain: string
  /** Runs an `INSERT … SELECT` that brings rows of a write. */
  readonly copy: (statement: string, settings: Settings, writeId: number) => Promise<void>
  /** Adds rows. A failed insert may have added some of them. */
  readonly insert: (rows: NewRows) => Promise<void>
  /** Deletes rows from the part of a table that lies on each server; `condition` is given that part's name. */
  readonly deleteFrom: (table: RowKind, condition: (local: string) => Fragment) => Promise<void>
  /** Rewrites the parts that hold deleted rows without them. */
  readonly erase: (table: RowKind) => Promise<void>
  /** Ends the statements of a unit that may still add rows, whoever started them. */
  readonly stopInserts: (unit: number) => Promise<void>
  /** Notes on every server that the rows of a unit are all there. */
  readonly mark: (unit: number) => Promise<void>
  /** Whether a failure may be gone at the next attempt. */
  readonly isPassing: (error: unknown) => boolean
}
