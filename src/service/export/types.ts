import type { Field } from '../../field/index.ts'
import type { State, TaskRow } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import type { Account, AccountService, Actor } from '../account/index.ts'
import type { Gate } from '../search/index.ts'
import type { Written } from './export-file.ts'
import type { RowFormat } from './row-format.ts'

/** An export as asked. `fields` may repeat. */
export interface ExportRequest {
  readonly text: string
  readonly fields: readonly Field[]
  readonly full: boolean
  readonly format: RowFormat
  readonly bom: boolean
}

/** What the use cases need. */
export interface ExportsContext {
  /** The kind of tasks of exports of these records. */
  readonly kind: string
  readonly state: State
  readonly store: Pick<Store, 'count' | 'scan'>
  readonly accounts: Pick<AccountService, 'priceOf' | 'reserveSearch' | 'reserveWork' | 'recordDeed'>
  readonly gate: Gate
  /** Where the files are. */
  readonly directory: string
  /** Milliseconds a finished file is kept. */
  readonly expiry: number
  /** Finished exports kept per account; a new one removes the oldest beyond. */
  readonly keep: number
  /** Tells whoever takes tasks up that there is one. */
  readonly wake: () => void
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** An export as its account sees it. Times are milliseconds UTC. */
export interface ExportJob {
  readonly id: number
  readonly state: TaskRow['state']
  readonly progress: number
  readonly query: string
  readonly format: RowFormat
  readonly fields: readonly string[]
  readonly full: boolean
  /** Matches when it was asked for. */
  readonly total: number
  /** Rows written; 0 until the end. */
  readonly rows: number
  readonly bytes: number
  /** Coins: spent once it has ended, else held back. */
  readonly cost: number
  readonly createdAt: number
  readonly reason: string | undefined
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
  /** Begins an export and returns it; the same one again while it is under way. Fails with `conflict` for a second one. */
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
  /** The file of a name this server gave out. Fails with `file`. */
  readonly open: (name: string) => Promise<ExportResult>
  /** Does the work of a task. */
  readonly run: (
    task: TaskRow,
    run: { readonly signal: AbortSignal; readonly advance: (progress: number) => void },
  ) => Promise<Written & { readonly cost: number }>
  /** Removes files that have expired or belong to nothing. */
  readonly tidy: () => Promise<void>
}

/** What a task keeps of its request. */
export interface Stored {
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: RowFormat
  readonly bom: boolean
  readonly total: number
  readonly price: number
  readonly name: string
}
