import type { Job, JobQueue, Jobs } from '../../job/index.ts'
import type { Account, AccountService, Actor } from '../account/index.ts'
import type {
  ImportContext,
  ImportCounts,
  ImportRecorder,
  ImportSummary,
  LiveImport,
} from '../ingest/index.ts'

/** The options of an upload. */
export interface UploadRequest {
  /** Name of the file at its origin. */
  readonly name: string
  readonly format: string | undefined
  readonly port: number | undefined
  readonly fields: readonly string[] | undefined
  /** Milliseconds UTC for observations without a time. */
  readonly time: number | undefined
  /** When the file was last changed, milliseconds UTC; used if `time` is not given. */
  readonly modified: number | undefined
  /** Expected bytes, if known. */
  readonly size: number | undefined
}

/** The context of the use cases. */
export interface UploadsContext {
  readonly jobs: Jobs
  /** The name of the job kind for imports into these records. */
  readonly kind: string
  readonly accounts: Pick<AccountService, 'recordAuditEvent'>
  /** The context of imports; opened when the first one runs. */
  readonly tools: () => Promise<
    Omit<ImportContext, 'onStart' | 'recorder' | 'signal' | 'importId' | 'hiddenFolder' | 'rejectsPath'>
  >
  /** Adds imports to the list of imports, by the e-mail of the sender. */
  readonly recorder?: (actor: string) => ImportRecorder
  /** Path of the rejects file of an import. */
  readonly rejectsPath: (importId: string) => string
  /** The directory of files until they are imported. */
  readonly directory: string
  /** Largest file in bytes. */
  readonly limit: number
  /** How long a report and its rejects are kept, in milliseconds. */
  readonly expiry: number
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The stored input of an upload job. */
export interface UploadInput {
  readonly name: string
  readonly bytes: number
  readonly format: string | undefined
  readonly port: number | undefined
  readonly fields: readonly string[] | undefined
  readonly time: number | undefined
  /** Name of the folder that contains the file. */
  readonly folder: string
  readonly importId: string
  /** E-mail of the sender; absent in jobs from before imports were listed. */
  readonly actor?: string
  /** The modification time that was sent with the file. */
  readonly modified: number
}

/** The job of an import. */
export type UploadTask = Job<UploadInput, ImportSummary>

/** The shared context of the use cases. */
export interface OpenUploads extends UploadsContext {
  readonly queue: JobQueue<UploadInput, ImportSummary>
  /** Live figures of imports in this process. */
  readonly live: Map<number, LiveImport>
}

/** An import as its administrator sees it. Times are milliseconds UTC. */
export interface UploadJob extends Pick<UploadTask, 'id' | 'state' | 'progress' | 'reason' | 'createdAt'> {
  readonly name: string
  /** Its id in the list of imports. */
  readonly importId: string
  readonly bytes: number
  readonly counts: ImportCounts
  readonly notes: readonly string[]
  readonly formats: ImportSummary['formats']
}

/** The use cases of uploaded imports. They check whether the account is an administrator. */
export interface Uploads {
  /** Fails with `forbidden`, or with `conflict` while another import of the account is in flight; before bytes are read. */
  readonly check: (account: Account) => Promise<void>
  /** Stores a file and submits its import; the same file again resumes or repeats the same import. */
  readonly submit: (
    account: Account,
    actor: Actor,
    request: UploadRequest,
    stream: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<UploadJob>
  /** An import of the account. Fails with `task` for others' and unknown ones. */
  readonly info: (account: Account, id: string) => Promise<UploadJob>
  /** The account's imports, newest first. */
  readonly list: (account: Account) => Promise<readonly UploadJob[]>
  /** Path and length of the rejects file of an import. Fails with `file` when nothing was rejected. */
  readonly rejects: (
    account: Account,
    id: string,
  ) => Promise<{ readonly path: string; readonly size: number }>
  /** Cancels an import in flight; its records stay. Fails with `task`, and with `conflict` when it has ended. */
  readonly cancel: (account: Account, actor: Actor, id: string) => Promise<UploadJob>
}
