// The list of imports: who, when, from what, and with what result. An import on the list can be undone.
import { AppError } from '../../error/index.ts'
import {
  appendAudit,
  findImportRuns,
  type ImportRunRow,
  keepImportAlive,
  listImportRuns,
  putImportRun,
  type State,
  updateImportRun,
} from '../../state/index.ts'
import type { ImportTrace, Store, UndoneRecords } from '../../store/index.ts'
import { Checkpoint } from './checkpoint.ts'
import type { ImportCounts } from './ingest.ts'

/** The facts of an import when it starts. */
export interface ImportStart {
  readonly id: string
  /** Names of its files; some if there are many. */
  readonly files: readonly string[]
  /** Its stated options. */
  readonly options: Readonly<Record<string, unknown>>
}

/** An import in the list. Times are milliseconds UTC. */
export interface ImportRun extends ImportStart {
  /** E-mail of the account, or `operator` for commands. */
  readonly actor: string
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly undoneAt: number | undefined
  /** Whether a process runs it now. */
  readonly running: boolean
  readonly counts: Partial<ImportCounts> | undefined
}

/** An import and its records. */
export interface ImportReport extends ImportRun {
  readonly records: ImportTrace
}

/** Writes the list; an import fails when its entry cannot be written. */
export interface ImportRecorder {
  /** Fails with `conflict` while the import is being undone. */
  readonly start: (run: ImportStart) => Promise<void>
  /** Reports every few seconds that the import is running. Fails with `conflict` once it is undone. */
  readonly alive: (id: string) => Promise<void>
  /** Reports that the import stopped before its end. */
  readonly leave: (id: string) => Promise<void>
  /** Fails with `conflict` once the import is undone. `tools`: the importers that read its files, which determine the retention. */
  readonly end: (id: string, counts: ImportCounts, tools?: readonly string[]) => Promise<void>
}

/** The same for imports that arrive in parts. */
export interface PartRecorder extends ImportRecorder {
  /** Fails with `conflict` while the import is being undone, and afterwards: its later parts do not restore it. */
  readonly startPart: ImportRecorder['start']
  /** Adds the counts of a part. Fails with `conflict` once the import is undone. */
  readonly endPart: ImportRecorder['end']
}

/** The state of earlier attempts of an undo, and its progress callback. */
interface UndoOptions {
  /** What earlier attempts removed and changed. */
  readonly before: UndoneRecords
  readonly signal: AbortSignal
  readonly onProgress: (done: UndoneRecords) => void
}

/** The use cases of the list of imports. */
export interface ImportLog {
  readonly recorder: (actor: string) => PartRecorder
  /** The newest imports, newest first. */
  readonly list: () => Promise<readonly ImportRun[]>
  /** Finds an import by its id or a prefix of it. Fails with `input` when there is none, or several. */
  readonly show: (id: string) => Promise<ImportReport>
  /** The same with its records, for an undo. Fails with `conflict` while it is running. */
  readonly mayUndo: (id: string) => Promise<ImportReport>
  /** Undoes an import; the same call continues after a failure. Resolves to the sum of all attempts. */
  readonly undoImport: (id: string, actor: string, options: UndoOptions) => Promise<UndoneRecords>
}

/** The context of the list of imports. */
interface ImportLogContext {
  readonly state: Pick<State, 'db' | 'write'>
  readonly store: Pick<Store, 'traceOf' | 'undoImport'>
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Directory of checkpoints of unfinished imports. */
  readonly checkpoints: string
  /** The id of the import that is being undone, read in a transaction. */
  readonly undone: (db: State['db']) => Promise<string | undefined>
  /** The ids of uploads that are imports in flight: the server resumes them after a stop. */
  readonly uploading: () => Promise<readonly string[]>
}

const MOST_RUNS = 1000
const MOST_FILES = 100
/** After this time without a report, the importing process counts as dead. */
const GONE_AFTER = 30_000

/** Opens the list of imports into a store. */
export function openImportLog(context: ImportLogContext): ImportLog {
  const { state, store, now } = context
  const find = async (id: string): Promise<ImportRun> =>
    runOf(single(id, await findImportRuns(state.db, id)), now())
  const show = async (id: string): Promise<ImportReport> => {
    const run = await find(id)
    return { ...run, records: await store.traceOf(run.id) }
  }
  const refuseRunning = async ({ id, running }: ImportRun): Promise<void> => {
    if (running || (await context.uploading()).includes(id)) throw stillRunning(id)
  }
  return {
    recorder: (actor) => recorderOf(context, actor),
    list: async () => (await listImportRuns(state.db, MOST_RUNS)).map((row) => runOf(row, now())),
    show,
    mayUndo: async (id) => {
      const run = await find(id)
      await refuseRunning(run)
      return show(run.id)
    },
    undoImport: async (id, actor, options) => {
      const run = await find(id)
      await refuseRunning(run)
      return undoRun(context, run.id, actor, options)
    },
  }
}

function recorderOf({ state, now, undone }: ImportLogContext, actor: string): PartRecorder {
  const refuseUndone = async (db: State['db'], id: string): Promise<void> => {
    if ((await undone(db)) === id) throw beingUndone(id)
    const [run] = await findImportRuns(db, id)
    if (run !== undefined && isUndone(run)) throw wasUndone(id)
  }
  const rowOf = ({ id, files, options }: ImportStart) => ({
    ...{ id, actor, started_at: now(), ended_at: null, taken_back_at: null, counts: null },
    files: JSON.stringify(files.slice(0, MOST_FILES)),
    options: JSON.stringify(options),
    alive_at: now(),
  })
  return {
    start: (start) =>
      state.write(async (db) => {
        if ((await undone(db)) === start.id) throw beingUndone(start.id)
        await putImportRun(db, rowOf(start))
      }),
    startPart: (start) =>
      state.write(async (db) => {
        await refuseUndone(db, start.id)
        await putImportRun(db, rowOf(start))
      }),
    alive: (id) =>
      state.write(async (db) => {
        await refuseUndone(db, id)
        await keepImportAlive(db, id, now())
      }),
    leave: (id) => state.write((db) => updateImportRun(db, id, { alive_at: null })),
    end: (id, counts, tools) =>
      state.write(async (db) => {
        await refuseUndone(db, id)
        await endRun(db, id, { counts, tools }, now())
      }),
    endPart: (id, counts, tools) =>
      state.write(async (db) => {
        await refuseUndone(db, id)
        await endPart(db, id, { counts, tools }, now())
      }),
  }
}

/** The last report of an import whose undo has started: its process must not continue, even after a suspension. */
const UNDO_STARTED = 0

function isUndone({ alive_at, taken_back_at }: ImportRunRow): boolean {
  return taken_back_at !== null || (alive_at !== null && Number(alive_at) === UNDO_STARTED)
}

/** Records that the undo has started, unless the import was started again meanwhile. */
async function startUndo({ state, now }: ImportLogContext, id: string): Promise<void> {
  await state.write(async (db) => {
    const [row] = await findImportRuns(db, id)
    if (row !== undefined && runOf(row, now()).running) throw stillRunning(id)
    await updateImportRun(db, id, { alive_at: UNDO_STARTED })
  })
}

async function undoRun(
  context: ImportLogContext,
  id: string,
  actor: string,
  { before, signal, onProgress }: UndoOptions,
): Promise<UndoneRecords> {
  const sum = ({ removed, changed }: UndoneRecords): UndoneRecords => ({
    removed: before.removed + removed,
    changed: before.changed + changed,
  })
  const { state, store, now, checkpoints } = context
  await startUndo(context, id)
  // A stopped import must not resume: what it stored until then is removed.
  new Checkpoint(checkpoints, id).clear()
  const taken = sum(await store.undoImport(id, signal, (done) => onProgress(sum(done))))
  const time = now()
  await state.write(async (db) => {
    await updateImportRun(db, id, { taken_back_at: time })
    const detail = JSON.stringify({ import: id, ...taken })
    const event = { time, actor, action: 'import.undo', subject: '', detail }
    await appendAudit(db, { ...event, actor_id: null, subject_id: null, address: null })
  })
  return taken
}

function stillRunning(id: string): AppError {
  const text = `[-4] Params Error: import \`${id}\` is running; wait for its end, or stop it first`
  return new AppError('conflict', text)
}

function beingUndone(id: string): AppError {
  return new AppError(
    'conflict',
    `[-4] Params Error: import \`${id}\` is being undone; wait for the end of that`,
  )
}

function wasUndone(id: string): AppError {
  return new AppError(
    'conflict',
    `[-4] Params Error: import \`${id}\` was undone; import its files again, or start the scan anew`,
  )
}

/** The result of a run of an import, or of a part of one. */
interface RunOutcome {
  readonly counts: ImportCounts
  readonly tools?: readonly string[] | undefined
}

/** The counts of a repeated import say nothing about the first run, whose counts are kept. */
async function endRun(
  db: State['db'],
  id: string,
  { counts, tools = [] }: RunOutcome,
  time: number,
): Promise<void> {
  const [run] = await findImportRuns(db, id)
  if (run === undefined) return
  const isRepeat = run.ended_at !== null && counts.added + counts.replaced === 0
  const change = isRepeat ? {} : { ended_at: time, counts: JSON.stringify(counts) }
  await updateImportRun(db, id, { alive_at: null, tools: withTools(run, tools), ...change })
}

/** Adds the tools of the last part to those of the import; a resumed import only reports these. */
function withTools(run: ImportRunRow, tools: readonly string[]): string | null {
  const known = run.tools === null ? [] : (JSON.parse(run.tools) as string[])
  const all = [...new Set([...known, ...tools])].sort()
  return all.length === 0 ? null : JSON.stringify(all)
}

/** Adds the counts of a part to those of earlier parts. */
async function endPart(
  db: State['db'],
  id: string,
  { counts, tools = [] }: RunOutcome,
  time: number,
): Promise<void> {
  const [run] = await findImportRuns(db, id)
  if (run === undefined) return
  const before = run.counts === null ? {} : (JSON.parse(run.counts) as Partial<ImportCounts>)
  const names = Object.keys(counts) as (keyof ImportCounts)[]
  const sums = Object.fromEntries(names.map((name) => [name, counts[name] + (before[name] ?? 0)]))
  const change = { ended_at: time, counts: JSON.stringify(sums), tools: withTools(run, tools) }
  await updateImportRun(db, id, { alive_at: null, ...change })
}

function single(id: string, found: readonly ImportRunRow[]): ImportRunRow {
  const [run, another] = found
  if (run === undefined || id === '')
    throw new AppError('input', `unknown import \`${id}\`; \`periplus imports\` lists them`)
  if (another !== undefined && run.id !== id)
    throw new AppError('input', `several imports start with \`${id}\`; give more characters of the id`)
  return run
}

function runOf(row: ImportRunRow, now: number): ImportRun {
  return {
    id: row.id,
    actor: row.actor,
    files: JSON.parse(row.files) as string[],
    options: JSON.parse(row.options) as Record<string, unknown>,
    startedAt: Number(row.started_at),
    endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    undoneAt: row.taken_back_at === null ? undefined : Number(row.taken_back_at),
    running: row.alive_at !== null && now - Number(row.alive_at) < GONE_AFTER,
    counts: row.counts === null ? undefined : (JSON.parse(row.counts) as ImportCounts),
  }
}
