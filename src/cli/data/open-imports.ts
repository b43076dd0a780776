// The list of imports into the records of a data directory, and undos for commands that open the records themselves.
import type { Config } from '../../config/index.ts'
import { createJobs } from '../../job/index.ts'
import { type ImportLog, openImportLog } from '../../service/ingest/index.ts'
import { createUndos, type UndoInput, type Undos } from '../../service/undo/index.ts'
import type { UploadInput } from '../../service/upload/index.ts'
import { type JobRow, listJobs, Presence, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles } from './data-directory.ts'
import { jobKinds } from './job-kinds.ts'

/** Opens the list of imports. */
export function openImports(config: Config, state: State, store: Store): ImportLog {
  const kinds = jobKinds(config, state)
  const inputsOf = async <Input>(kind: string, db = state.db): Promise<readonly Input[]> => {
    const rows = await listJobs(db, kind, { inFlight: true }, Number.MAX_SAFE_INTEGER)
    return rows.map(({ input }: JobRow) => JSON.parse(input) as Input)
  }
  return openImportLog({
    ...{ state, store, now: Date.now, checkpoints: dataFiles(config.data).imports },
    undone: async (db) => (await inputsOf<UndoInput>(kinds.undo, db))[0]?.importId,
    uploading: async () => (await inputsOf<UploadInput>(kinds.import)).map(({ importId }) => importId),
  })
}

/** Undos in this process, with what closes them; what runs then is put back for the next process. */
interface OwnUndos {
  readonly open: () => Promise<Undos>
  readonly close: () => Promise<void>
}

/** Undos of a command: opened when they are first needed. */
export function ownUndos(config: Config, state: State, imports: ImportLog): OwnUndos {
  const stack = new AsyncDisposableStack()
  let opened: Promise<Undos> | undefined
  const start = async (): Promise<Undos> => {
    const presence = new Presence(state)
    stack.defer(() => presence.close())
    await presence.buryDead()
    const onError = (error: unknown): void => void process.stderr.write(`periplus: ${String(error)}\n`)
    const jobs = createJobs({ state, presence, onError, now: Date.now })
    stack.defer(() => jobs.close())
    const { undo: kind } = jobKinds(config, state)
    return createUndos({ jobs, kind, imports, expiry: config['import.reportExpiry'] })
  }
  return {
    open: () => (opened ??= start()),
    close: () => stack.disposeAsync(),
  }
}
