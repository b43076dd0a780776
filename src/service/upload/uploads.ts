// Uploaded imports: received, stored until they are imported, listed, and removed when they expire.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import type { JobRun } from '../../job/index.ts'
import type { Account, Actor } from '../account/index.ts'
import { type ImportSummary, importFiles, type LiveImport, NO_COUNTS, refusalNotes } from '../ingest/index.ts'
import { removeFolder } from './receive.ts'
import { check, mustBeAdministrator, submit } from './submit.ts'
import type { OpenUploads, UploadInput, UploadJob, Uploads, UploadsContext, UploadTask } from './types.ts'

const CANCELLED = 'cancelled; imported records stay, and sending the same file again continues from there'

/** Opens uploads; files that a crash left without a job are removed before anything is received. */
export async function createUploads(context: UploadsContext): Promise<Uploads> {
  const live = new Map<number, LiveImport>()
  const queue: OpenUploads['queue'] = context.jobs.open<UploadInput, ImportSummary>({
    name: context.kind,
    concurrency: 1,
    expiry: context.expiry,
    run: (job, run) => runUpload(context, live, job, run),
    discard: (job) => removeFolder(context.directory, job.input.folder),
    forget: (job) => forgetRejects(context, queue, job),
  })
  const open = { ...context, queue, live }
  await removeUnknown(open)
  return {
    check: (account) => check(open, account),
    submit: async (account, actor, request, stream, signal) =>
      shownOf(await submit(open, account, actor, request, stream, signal), live),
    info: async (account, id) => shownOf(await find(open, account, id), live),
    list: async (account) => {
      mustBeAdministrator(account)
      const jobs = await queue.list({ accountId: account.id }, 100)
      return jobs.map((job) => shownOf(job, live))
    },
    rejects: (account, id) => rejectsOf(open, account, id),
    cancel: (account, actor, id) => cancel(open, account, actor, id),
  }
}

async function find({ queue }: OpenUploads, account: Account, id: string): Promise<UploadTask> {
  mustBeAdministrator(account)
  return queue.find(account.id, id)
}

/** Cancels an import. Its marks stay, so that the same file resumes it. */
async function cancel(open: OpenUploads, account: Account, actor: Actor, id: string): Promise<UploadJob> {
  const job = await find(open, account, id)
  if (!(await open.queue.cancel(job, CANCELLED)))
    throw new AppError('conflict', `[-4] Params Error: import ${job.id} has ended already`)
  await open.accounts.recordAuditEvent(actor, { action: 'import.cancel', detail: { import: job.id } })
  return shownOf(await find(open, account, id), open.live)
}

async function rejectsOf(
  open: OpenUploads,
  account: Account,
  id: string,
): Promise<{ readonly path: string; readonly size: number }> {
  const { state, input } = await find(open, account, id)
  const path = open.rejectsPath(input.importId)
  const found = state === 'success' ? await stat(path).catch(() => undefined) : undefined
  if (found === undefined) throw new AppError('file', ERROR_TABLE.file.text)
  return { path, size: found.size }
}

/** Removes the rejects of an import, unless a later import of the same file also has them. */
async function forgetRejects(
  { rejectsPath }: UploadsContext,
  queue: OpenUploads['queue'],
  { id, accountId, input }: UploadTask,
): Promise<void> {
  const others = await queue.list({ accountId }, 1000)
  const repeated = others.some((one) => one.id > id && one.input.importId === input.importId)
  if (!repeated) await rm(rejectsPath(input.importId), { force: true })
}

/** A folder without an import in flight was left by a crash. */
async function removeUnknown(open: OpenUploads): Promise<void> {
  const folders = await readdir(open.directory).catch(() => [])
  if (folders.length === 0) return
  const jobs = await open.queue.list({ inFlight: true }, Number.MAX_SAFE_INTEGER)
  const known = new Set(jobs.map(({ input }) => input.folder))
  for (const folder of folders) if (!known.has(folder)) await removeFolder(open.directory, folder)
}

/** A job as its administrator sees it. */
function shownOf(job: UploadTask, live: ReadonlyMap<number, LiveImport>): UploadJob {
  const { id, state, progress, reason, createdAt, input, result } = job
  return {
    ...{ id, state, progress, reason, createdAt, name: input.name },
    ...{ importId: input.importId, bytes: input.bytes },
    counts: { ...NO_COUNTS, ...(result ?? live.get(id)?.counts()) },
    notes: [
      ...refusalNotes(result?.refusals ?? []),
      ...(result?.exclusions ?? []).map(({ reason, count }) => `${count} records were not stored: ${reason}`),
      ...(result?.notes ?? []),
    ],
    formats: result?.formats ?? {},
  }
}

/** Imports the file of a job. */
async function runUpload(
  context: UploadsContext,
  live: Map<number, LiveImport>,
  { id, input }: UploadTask,
  { signal, advance }: JobRun,
): Promise<ImportSummary> {
  const folder = join(context.directory, input.folder)
  const { name, format, port, fields, time, importId } = input
  const progress = setInterval(() => advance((live.get(id)?.share() ?? 0) * 99), 500)
  try {
    const summary = await importFiles(
      { paths: [join(folder, name)], format, port, fields, time },
      {
        ...(await context.tools()),
        rejectsPath: context.rejectsPath,
        importId,
        ...(context.recorder && { recorder: context.recorder(input.actor ?? '') }),
        signal,
        onStart: (figures) => live.set(id, figures),
        hiddenFolder: `${folder}/`,
      },
    )
    // A stopped job keeps its folder: the next attempt resumes at its marks.
    signal.throwIfAborted()
    await removeFolder(context.directory, input.folder)
    return summary
  } finally {
    clearInterval(progress)
    live.delete(id)
  }
}
