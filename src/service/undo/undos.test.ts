// Undoing imports as jobs: refused while the import is running, stopped and continued, one at a time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createJobs } from '../../job/index.ts'
import { listJobs, openState, Presence, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { type ImportLog, NO_COUNTS, openImportLog } from '../ingest/index.ts'
import { createUndos, type UndoInput, type UndoJob, type Undos } from './index.ts'

const ID = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)

let state: State
let folder: string
let close: (() => Promise<void>)[]
beforeEach(async () => {
  state = await openState({ file: ':memory:' })
  folder = mkdtempSync(join(tmpdir(), 'periplus-undos-'))
  close = []
})
afterEach(async () => {
  for (const one of close.reverse()) await one()
  await state.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Opened {
  readonly imports: ImportLog
  readonly undos: Undos
}

interface Options {
  readonly undoImport?: Store['undoImport']
  readonly now?: () => number
  readonly uploading?: readonly string[]
}

/** A process with undos, over an import with two records. */
function open({ undoImport, now = Date.now, uploading = [] }: Options = {}): Opened & {
  readonly stop: () => Promise<void>
} {
  const presence = new Presence(state)
  const jobs = createJobs({ state, presence, now: Date.now })
  const imports = openImportLog({
    ...{ state, now, checkpoints: folder, uploading: async () => uploading },
    undone: async (db) => {
      const [row] = await listJobs(db, 'undo', { inFlight: true }, 1)
      return row && (JSON.parse(row.input) as UndoInput).importId
    },
    store: {
      traceOf: async () => ({ alone: 1, shared: 1 }),
      undoImport: undoImport ?? (async () => ({ removed: 1, changed: 1 })),
    },
  })
  const undos = createUndos({ jobs, kind: 'undo', imports, expiry: 60_000 })
  const stop = async (): Promise<void> => {
    await jobs.close()
    await presence.close()
  }
  return { imports, undos, stop }
}

/** The same, closed after the test. */
function opened(options: Options = {}): Opened {
  const { stop, ...rest } = open(options)
  close.push(stop)
  return rest
}

async function made({ imports }: Opened, id = ID): Promise<void> {
  const recorder = imports.recorder('operator')
  await recorder.start({ id, files: ['scan.xml'], options: {} })
  await recorder.end(id, NO_COUNTS)
}

function ended({ undos }: Opened, { id }: UndoJob): Promise<UndoJob> {
  return eventually(async () => {
    const job = await undos.find(String(id))
    expect(job.state).toMatch(/success|failure/)
    return job
  })
}

/** A store that changes one record and then waits until it is stopped. */
const slow: Store['undoImport'] = async (_, signal, onProgress) => {
  onProgress?.({ removed: 1, changed: 0 })
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

it('removes the records of the import, and the list shows it', async () => {
  const all = opened()
  await made(all)
  const started = await all.undos.submit(ID.slice(0, 8), 'admin@example.com')
  expect(started).toMatchObject({ importId: ID, records: 2, progress: 0 })
  expect(await ended(all, started)).toMatchObject({ state: 'success', removed: 1, changed: 1, progress: 100 })
  const [run] = await all.imports.list()
  expect(run).toMatchObject({ id: ID, running: false, undoneAt: expect.any(Number) })
})

it('is refused while a process runs the import, and allowed when that process is gone', async () => {
  let now = 1_000_000
  const all = opened({ now: () => now })
  const recorder = all.imports.recorder('operator')
  await recorder.start({ id: ID, files: [], options: {} })
  const refused = { code: 'conflict', message: expect.stringContaining('is running; wait for its end') }
  await expect(all.undos.submit(ID, 'operator')).rejects.toMatchObject(refused)
  now += 20_000
  await recorder.alive(ID)
  now += 20_000
  await expect(all.undos.submit(ID, 'operator')).rejects.toMatchObject(refused)
  now += 20_000
  expect((await all.undos.submit(ID, 'operator')).importId).toBe(ID)
})

it('is allowed as soon as the import was stopped; a late report of its process changes nothing', async () => {
  const all = opened()
  const recorder = all.imports.recorder('operator')
  await recorder.start({ id: ID, files: [], options: {} })
  await recorder.leave(ID)
  await recorder.alive(ID)
  expect((await all.undos.submit(ID, 'operator')).importId).toBe(ID)
})

it('stops an import that was suspended, even when the undo was stopped or has ended', async () => {
  let now = 1_000_000
  const all = opened({ now: () => now, undoImport: slow })
  const recorder = all.imports.recorder('operator')
  const refused = async (): Promise<void> => {
    await expect(recorder.alive(ID)).rejects.toMatchObject({ code: 'conflict' })
    await expect(recorder.end(ID, NO_COUNTS)).rejects.toMatchObject({ code: 'conflict' })
  }
  await recorder.start({ id: ID, files: [], options: {} })
  now += 40_000
  const job = await all.undos.submit(ID, 'operator')
  await refused()
  await eventually(async () => expect((await all.undos.find(String(job.id))).removed).toBe(1))
  await all.undos.stop(String(job.id))
  await refused()
  const [run] = await all.imports.list()
  expect(run).toMatchObject({ running: false, endedAt: undefined })
  await recorder.start({ id: ID, files: [], options: {} })
  await recorder.alive(ID)
  await recorder.end(ID, NO_COUNTS)
})

it('is refused while the import waits as an upload', async () => {
  const all = opened({ uploading: [ID] })
  await made(all)
  await expect(all.undos.submit(ID, 'operator')).rejects.toMatchObject({ code: 'conflict' })
})

it('can be stopped and continued, with the sum of both; meanwhile the import and other undos wait', async () => {
  const first = open({ undoImport: slow })
  await made(first)
  await made(first, OTHER)
  const job = await first.undos.submit(ID, 'operator')
  await eventually(async () =>
    expect(await first.undos.find(String(job.id))).toMatchObject({ progress: 49, removed: 1 }),
  )
  const start = first.imports.recorder('operator').start({ id: ID, files: [], options: {} })
  await expect(start).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('undone') })
  await expect(first.undos.submit(OTHER, 'operator')).rejects.toMatchObject({ code: 'conflict' })
  expect((await first.undos.submit(ID, 'operator')).id).toBe(job.id)
  expect(await first.undos.stop(String(job.id))).toMatchObject({
    state: 'failure',
    removed: 1,
    reason: expect.stringContaining('what was removed stays removed'),
  })
  await expect(first.undos.stop(String(job.id))).rejects.toMatchObject({ code: 'conflict' })
  await first.stop()
  const second = opened({ undoImport: async () => ({ removed: 0, changed: 1 }) })
  const again = await second.undos.submit(ID, 'operator')
  expect(await ended(second, again)).toMatchObject({ state: 'success', changed: 1 })
})

it('resumes after a restart', async () => {
  const first = open({ undoImport: slow })
  await made(first)
  const job = await first.undos.submit(ID, 'operator')
  await eventually(async () => expect((await first.undos.find(String(job.id))).removed).toBe(1))
  await first.stop()
  const second = opened({ undoImport: async () => ({ removed: 0, changed: 1 }) })
  expect(await ended(second, job)).toMatchObject({ state: 'success', removed: 1, changed: 1 })
})
