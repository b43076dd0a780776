// Undoes imports as jobs that outlive the process: previewed, shown with their progress, stopped and continued. The steps are
// idempotent, so an interrupted attempt continues from the stored records. Knows the list of imports; nothing of HTTP and the terminal.
import { AppError } from '../../error/index.ts'
import type { Job, JobQueue, JobRun, Jobs } from '../../job/index.ts'
import type { UndoneRecords } from '../../store/index.ts'
import type { ImportLog } from '../ingest/index.ts'

/** The input of an undo job. */
export interface UndoInput {
  readonly importId: string
  /** Who requested it, for the audit trail. */
  readonly actor: string
  /** The number of records to which the import had contributed at the submission. */
  readonly records: number
}

type Task = Job<UndoInput, UndoneRecords>

/** An undo as its administrator sees it. */
export interface UndoJob extends UndoneRecords, Pick<Task, 'id' | 'state' | 'progress' | 'reason'> {
  readonly importId: string
  /** Records to remove or change, counted at its start. */
  readonly records: number
}

/** The use cases. */
export interface Undos {
  /**
   * Starts or continues the undo of an import. Fails with `input` for an unknown import, and with `conflict` while the import is
   * running or another one is being undone.
   */
  readonly submit: (importId: string, actor: string) => Promise<UndoJob>
  /** The state of an undo. Fails with `task`. */
  readonly find: (id: string) => Promise<UndoJob>
  /** The latest undo of each import. */
  readonly latest: () => Promise<ReadonlyMap<string, UndoJob>>
  /** Stops an undo; removed records stay removed. Fails with `conflict` when it has ended. */
  readonly stop: (id: string) => Promise<UndoJob>
}

/** The context of undos. */
interface UndosContext {
  readonly jobs: Jobs
  /** The name of the job kind for undos in these records. */
  readonly kind: string
  readonly imports: Pick<ImportLog, 'mayUndo' | 'undoImport'>
  /** Milliseconds for which a finished job is kept. */
  readonly expiry: number
}

const NONE: UndoneRecords = { removed: 0, changed: 0 }
const STOPPED = 'stopped; what was removed stays removed, and undoing the import again goes on'
const MOST_JOBS = 1000

/** Opens undos; one that a stop or a crash interrupted resumes. */
export function createUndos({ jobs, kind, imports, expiry }: UndosContext): Undos {
  const queue: Queue = jobs.open<UndoInput, UndoneRecords>({
    name: kind,
    concurrency: 1,
    expiry,
    run: (job, run) => undo(imports, job, run),
    discard: async () => {},
  })
  return {
    submit: (importId, actor) => submit(queue, imports, importId, actor),
    find: async (id) => shownOf(await queue.find(null, id)),
    latest: async () => {
      const newestFirst = await queue.list({ accountId: null }, MOST_JOBS)
      return new Map(newestFirst.toReversed().map((task) => [task.input.importId, shownOf(task)]))
    },
    stop: async (id) => {
      const task = await queue.find(null, id)
      if (!(await queue.cancel(task, STOPPED)))
        throw new AppError('conflict', '[-4] Params Error: the undo has ended already')
      return shownOf(await queue.find(null, id))
    },
  }
}

type Queue = JobQueue<UndoInput, UndoneRecords>

/** One undo at a time: undos are jobs of the server itself, whoever submits them. */
async function submit(
  queue: Queue,
  imports: UndosContext['imports'],
  asked: string,
  actor: string,
): Promise<UndoJob> {
  const { id: importId, records } = await imports.mayUndo(asked)
  const input = { importId, actor, records: records.alone + records.shared }
  const { created, job } = await queue.submit({ accountId: null, key: importId, input })
  if (created || job.key === importId) return shownOf(job)
  const text = `[-4] Params Error: import \`${job.input.importId}\` is being undone; wait for the end of that`
  throw new AppError('conflict', text)
}

function undo(
  imports: UndosContext['imports'],
  { input, checkpoint }: Task,
  { signal, advance }: JobRun,
): Promise<UndoneRecords> {
  const onProgress = (done: UndoneRecords): void =>
    advance((99 * (done.removed + done.changed)) / Math.max(1, input.records), JSON.stringify(done))
  return imports.undoImport(input.importId, input.actor, { before: doneOf(checkpoint), signal, onProgress })
}

function doneOf(checkpoint: string | undefined): UndoneRecords {
  return checkpoint === undefined ? NONE : (JSON.parse(checkpoint) as UndoneRecords)
}

function shownOf({ id, state, progress, reason, input, checkpoint, result }: Task): UndoJob {
  const { importId, records } = input
  return { id, state, progress, reason, importId, records, ...(result ?? doneOf(checkpoint)) }
}
