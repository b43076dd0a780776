// The list of imports: who, when, from what, and what became of each. What is on it can be taken back.
import { AppError } from '../../error/index.ts'
import {
  appendAudit,
  findImportRuns,
  type ImportRunRow,
  listImportRuns,
  putImportRun,
  type State,
  updateImportRun,
} from '../../state/index.ts'
import type { ImportTrace, Store, TakenBack } from '../../store/index.ts'
import { Checkpoint } from './checkpoint.ts'
import type { ImportCounts } from './ingest.ts'

/** What is known of an import when it starts. */
export interface ImportStart {
  readonly id: string
  /** Names of its files; a few of many. */
  readonly files: readonly string[]
  /** What was stated about it. */
  readonly options: Readonly<Record<string, unknown>>
}

/** An import of the list. Times are milliseconds UTC. */
export interface ImportRun extends ImportStart {
  /** E-mail of the account, or `operator` for commands. */
  readonly actor: string
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly takenBackAt: number | undefined
  readonly counts: Partial<ImportCounts> | undefined
}

/** An import and its records. */
export interface ImportReport extends ImportRun {
  readonly records: ImportTrace
}

/** Writes the list; failing to write it fails the import. */
export interface ImportRecorder {
  readonly start: (run: ImportStart) => Promise<void>
  readonly end: (id: string, counts: ImportCounts) => Promise<void>
}

/** The use cases of imports that were made. */
export interface ImportLog {
  readonly recorder: (actor: string) => ImportRecorder
  /** The newest imports, newest first. */
  readonly list: () => Promise<readonly ImportRun[]>
  /** An import by its id or the beginning of it. Fails with `input` where there is none, or several. */
  readonly show: (id: string) => Promise<ImportReport>
  /** Takes an import back. */
  readonly takeBack: (id: string, actor: string, signal?: AbortSignal) => Promise<TakenBack>
}

const MOST_RUNS = 1000
const MOST_FILES = 100

/** Opens the list of imports into a store. */
export function openImportLog(
  state: Pick<State, 'db' | 'write'>,
  store: Pick<Store, 'traceOf' | 'takeBack'>,
  now: () => number,
  checkpoints: string,
): ImportLog {
  const find = async (id: string): Promise<ImportRunRow> => single(id, await findImportRuns(state.db, id))
  return {
    recorder: (actor) => ({
      start: ({ id, files, options }) =>
        state.write((db) =>
          putImportRun(db, {
            ...{ id, actor, started_at: now(), ended_at: null, taken_back_at: null, counts: null },
            files: JSON.stringify(files.slice(0, MOST_FILES)),
            options: JSON.stringify(options),
          }),
        ),
      end: (id, counts) => state.write((db) => endRun(db, id, counts, now())),
    }),
    list: async () => (await listImportRuns(state.db, MOST_RUNS)).map(runOf),
    show: async (id) => {
      const run = runOf(await find(id))
      return { ...run, records: await store.traceOf(run.id) }
    },
    takeBack: async (id, actor, signal) => {
      const run = await find(id)
      // An import that was stopped must not go on where it stopped: what it brought until then is removed.
      new Checkpoint(checkpoints, run.id).clear()
      const taken = await store.takeBack(run.id, signal)
      const time = now()
      await state.write(async (db) => {
        await updateImportRun(db, run.id, { taken_back_at: time })
        const detail = JSON.stringify({ import: run.id, ...taken })
        const event = { time, actor, action: 'import.undo', subject: '', detail }
        await appendAudit(db, { ...event, actor_id: null, subject_id: null, address: null })
      })
      return taken
    },
  }
}

/** The counts of a repeated import say nothing of the first run: those stay. */
async function endRun(db: State['db'], id: string, counts: ImportCounts, time: number): Promise<void> {
  const [run] = await findImportRuns(db, id)
  if (run === undefined || (run.ended_at !== null && counts.added + counts.replaced === 0)) return
  await updateImportRun(db, id, { ended_at: time, counts: JSON.stringify(counts) })
}

function single(id: string, found: readonly ImportRunRow[]): ImportRunRow {
  const [run, another] = found
  if (run === undefined || id === '')
    throw new AppError('input', `there is no import \`${id}\`; \`periplus imports\` lists them`)
  if (another !== undefined && run.id !== id)
    throw new AppError('input', `several imports begin with \`${id}\`; give more of the id`)
  return run
}

function runOf(row: ImportRunRow): ImportRun {
  return {
    id: row.id,
    actor: row.actor,
    files: JSON.parse(row.files) as string[],
    options: JSON.parse(row.options) as Record<string, unknown>,
    startedAt: Number(row.started_at),
    endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    takenBackAt: row.taken_back_at === null ? undefined : Number(row.taken_back_at),
    counts: row.counts === null ? undefined : (JSON.parse(row.counts) as ImportCounts),
  }
}
