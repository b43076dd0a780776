import type { Job, JobQueue, Jobs } from '../../job/index.ts'
import type { Account, AccountService, Actor } from '../account/index.ts'
import type {
  ImportContext,
  ImportCounts,
  ImportRecorder,
  ImportSummary,
  LiveImport,
} from '../ingest/index.ts'

/** What an administrator states about an upload. */
export interface UploadRequest {
  /** Name of the file where it comes from. */
  readonly name: string
  readonly format: string | undefined
  readonly port: number | undefined
  readonly fields: readonly string[] | undefined
  /** Milliseconds UTC for observations without a time. */
  readonly time: number | undefined
  /** When the file was last changed, milliseconds UTC; counts where `time` is not given. */
  readonly modified: number | undefined
  /** Bytes to come, where that is known. */
  readonly size: number | undefined
}

/** What the use cases need. */
export interface UploadsContext {
  readonly jobs: Jobs
  /** The name of imports into these records among jobs. */
  readonly kind: string
  readonly accounts: Pick<AccountService, 'recordAuditEvent'>
  /** What imports work with; opened when the first one runs. */
  readonly tools: () => Promise<
    Omit<ImportContext, 'onStart' | 'recorder' | 'signal' | 'importId' | 'hiddenFolder' | 'rejectsPath'>
  >
  /** Keeps imports on the list of imports, by the e-mail of who sent them. */
  readonly recorder?: (actor: string) => ImportRecorder
  /** Path of the rejects file of an import. */
  readonly rejectsPath: (importId: string) => string
  /** Where files are until they are records. */
  readonly directory: string
  /** Longest file in bytes. */
  readonly limit: number
  /** Milliseconds a report and its rejects are kept. */
  readonly expiry: number
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** What a job keeps of its upload. */
export interface UploadInput {
  readonly name: string
  readonly bytes: number
  readonly format: string | undefined
  readonly port: number | undefined
  readonly fields: readonly string[] | undefined
  readonly time: number | undefined
  /** Name of the folder that holds the file. */
  readonly folder: string
  readonly importId: string
  /** E-mail of who sent it; absent in jobs of before imports were listed. */
  readonly actor?: string
  /** The modification time the file was given. */
  readonly modified: number
}

/** An import as its job. */
export type UploadTask = Job<UploadInput, ImportSummary>

/** What the use cases share. */
export interface OpenUploads extends UploadsContext {
  readonly queue: JobQueue<UploadInput, ImportSummary>
  /** Figures of what runs in this process. */
  readonly live: Map<number, LiveImport>
}

/** An import as its administrator sees it. Times are milliseconds UTC. */
export interface UploadJob extends Pick<UploadTask, 'id' | 'state' | 'progress' | 'reason' | 'createdAt'> {
  readonly name: string
  readonly bytes: number
  readonly counts: ImportCounts
  readonly notes: readonly string[]
  readonly formats: ImportSummary['formats']
}

/** The use cases of uploaded imports; whether the account is an administrator is checked here. */
export interface Uploads {
  /** Fails with `forbidden`, or with `conflict` while another import of the account is in flight; before bytes are read. */
  readonly check: (account: Account) => Promise<void>
  /** Takes a file in and submits its import; the same file again continues or repeats the same import. */
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
  /** Ends an import that is in flight; records it has made stay. Fails with `task`, and with `conflict` when it has ended. */
  readonly cancel: (account: Account, actor: Actor, id: string) => Promise<UploadJob>
}
