import type { Field } from '../../field/index.ts'
import type { Job, Jobs } from '../../job/index.ts'
import type { Store } from '../../store/index.ts'
import type { Account, AccountService, Actor } from '../account/index.ts'
import type { Exclusions } from '../exclusion/index.ts'
import type { Admission } from '../search/index.ts'
import type { Written } from './export-file.ts'
import type { RoomLimits } from './room.ts'
import type { RowFormat } from './row-format.ts'

/** The requested export. `fields` may repeat. */
export interface ExportRequest {
  readonly text: string
  readonly fields: readonly Field[]
  readonly full: boolean
  readonly format: RowFormat
  readonly bom: boolean
}

/** The context of the use cases. */
export interface ExportsContext {
  readonly jobs: Jobs
  /** The name of the job kind for exports of these records. */
  readonly kind: string
  /** Exports that run at a time. */
  readonly concurrency: number
  readonly store: Pick<Store, 'count' | 'scan'>
  readonly accounts: Pick<
    AccountService,
    'priceOf' | 'readAccountQuery' | 'reserveSearch' | 'reserveWork' | 'recordAuditEvent'
  >
  readonly admission: Admission
  readonly exclusions: Pick<Exclusions, 'refresh'>
  /** Where the files are. */
  readonly directory: string
  /** Milliseconds for which a finished file is kept. */
  readonly expiry: number
  /** Finished exports kept per account; a new one removes the oldest ones beyond. */
  readonly keep: number
  /** The space that exports may use. */
  readonly room: RoomLimits
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The part of a request that a job stores. */
export interface ExportInput {
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: RowFormat
  readonly bom: boolean
  readonly total: number
  readonly price: number
  /** The part of the file's name after the job's id: 128 random bits and the format. */
  readonly name: string
}

/** The result of an export. */
export type ExportOutput = Written & { readonly cost: number }

/** The job of an export. */
export type ExportTask = Job<ExportInput, ExportOutput>

/** An export as its account sees it. Times are milliseconds UTC. */
export interface ExportJob extends Pick<ExportTask, 'id' | 'state' | 'progress' | 'reason' | 'createdAt'> {
  readonly query: string
  readonly format: RowFormat
  readonly fields: readonly string[]
  readonly full: boolean
  /** Number of matches at submission. */
  readonly total: number
  /** Rows written; 0 until the end. */
  readonly rows: number
  readonly bytes: number
  /** Coins: captured once the export has ended, else reserved. */
  readonly cost: number
  /** Name and end of the file, with success. */
  readonly file: { readonly name: string; readonly expiresAt: number } | undefined
}

/** A finished file. */
export interface ExportResult {
  readonly path: string
  readonly name: string
  readonly format: RowFormat
  readonly size: number
}

/** The use cases of exports. */
export interface Exports {
  /** Submits an export; the same request returns the export in flight. Fails with `conflict` for a second one. */
  readonly submit: (
    account: Account,
    actor: Actor,
    request: ExportRequest,
    signal: AbortSignal | undefined,
  ) => Promise<ExportJob>
  /** An export of the account. Fails with `task` for others' and unknown ones. */
  readonly info: (account: Account, id: string) => Promise<ExportJob>
  /** The account's exports, newest first. */
  readonly list: (account: Account) => Promise<readonly ExportJob[]>
  /** Opens the file with a name that this server issued. Fails with `file`. */
  readonly open: (name: string) => Promise<ExportResult>
}
