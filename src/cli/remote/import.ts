// Files, folders and standard input sent to a server elsewhere, one after the other; what breaks on the way is sent again.
import { createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportsAnswer, ImportInfoAnswer as ImportBody } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { ImportCounts, ImportSummary } from '../../service/ingest/index.ts'
import type { CommandContext } from '../context.ts'
import { ProgressLine } from '../progress.ts'
import type { Access } from './access.ts'
import { call, encode, fetchFrom, PassingFailure, patiently } from './client.ts'
import { type UploadFile, uploadFilesOf } from './upload-file.ts'
import { upload } from './upload.ts'

/** What is imported and how. */
export interface RemoteImport {
  readonly paths: readonly string[]
  readonly format: string | undefined
  readonly port: number | undefined
  readonly fields: readonly string[] | undefined
  readonly time: number | undefined
  /** Where rejects are written; they stay on the server unless given. */
  readonly rejects: string | undefined
}

/** How often one file is sent before the command gives up. */
const MOST_TRIES = 6

/** Imports everything and resolves to the sum. Fails before anything is sent when the account may not import. */
export async function importTo(
  access: Access,
  wanted: RemoteImport,
  context: CommandContext,
): Promise<ImportSummary> {
  const files = await uploadFilesOf(wanted.paths)
  const jobs: ImportBody[] = []
  for (const file of files) {
    context.signal.throwIfAborted()
    const job = await finished(access, await send(access, wanted, file, context), context)
    if (job.rejects > 0 && wanted.rejects !== undefined)
      await fetchRejects(access, job, wanted.rejects, !jobs.some((one) => one.rejects > 0), context)
    jobs.push(job)
  }
  return sumOf(access, jobs, wanted.rejects)
}

/** Waits until the account has no import under way, and finds out that it may import at all. */
async function free(access: Access, context: CommandContext): Promise<void> {
  let told = false
  for (;;) {
    const { imports } = await call<ImportsAnswer>(access, 'GET', '/api/v1/import', {}, context.signal)
    const busy = imports.find((job) => job.state === 'init' || job.state === 'running')
    if (busy === undefined) return
    if (!told) context.terminal.error(`waiting for import ${busy.id} of this account (${busy.name}) to end\n`)
    told = true
    await sleep(1000, undefined, { signal: context.signal })
  }
}

async function send(
  access: Access,
  { format, port, fields, time }: RemoteImport,
  file: UploadFile,
  context: CommandContext,
): Promise<ImportBody> {
  const text = encode(access, {
    name: file.name,
    format,
    port: port?.toString(),
    fields: fields?.join(','),
    time: time?.toString(),
    modified: file.modified?.toString(),
  })
  let sent = 0
  const line = new ProgressLine(context.terminal, () => ({
    records: 0,
    rejects: 0,
    sent,
    share: file.size === undefined || file.size === 0 ? undefined : sent / file.size,
  }))
  const once = async (): Promise<ImportBody> => {
    // An upload that broke off at its very end is under way there, and then changes nothing when it comes again.
    await free(access, context)
    sent = 0
    const onSent = (bytes: number): void => {
      sent += bytes
    }
    return upload<ImportBody>(access, `/api/v1/import?${text}`, file, onSent, context.signal)
  }
  try {
    return await patiently(once, context.signal, file.again ? MOST_TRIES : 1)
  } finally {
    line.stop()
  }
}

/** Waits until an import has ended well. */
async function finished(access: Access, begun: ImportBody, context: CommandContext): Promise<ImportBody> {
  const { signal, terminal } = context
  let job = begun
  const line = new ProgressLine(terminal, () => ({
    records: job.observations,
    rejects: job.rejects,
    share: job.progress / 100,
  }))
  try {
    for (let wait = 50; job.state === 'init' || job.state === 'running'; wait = Math.min(1000, wait * 2)) {
      await sleep(wait, undefined, { signal })
      job = await patiently(
        () => call<ImportBody>(access, 'GET', `/api/v1/import/${job.id}`, {}, signal),
        signal,
      )
    }
  } finally {
    line.stop()
  }
  if (job.state === 'success') return job
  throw new AppError(
    'input',
    `the server could not import ${job.name}: ${job.reason ?? 'no reason was given'}`,
  )
}

async function fetchRejects(
  access: Access,
  job: ImportBody,
  path: string,
  first: boolean,
  { signal }: CommandContext,
): Promise<void> {
  const at = first ? 0 : statSync(path).size
  await patiently(async () => {
    const text = encode(access, {})
    const answer = await fetchFrom(access, `/api/v1/import/${job.id}/rejects?${text}`, {}, signal)
    if (answer.status !== 200 || answer.body === null)
      throw new PassingFailure(`the rejects cannot be fetched (status ${answer.status})`)
    const file = createWriteStream(path, { flags: first ? 'w' : 'r+', start: at, mode: 0o600 })
    await pipeline(Readable.from(answer.body), file, { signal })
  }, signal)
}

function sumOf(access: Access, jobs: readonly ImportBody[], rejects: string | undefined): ImportSummary {
  const sum = (count: (job: ImportBody) => number): number => jobs.reduce((all, job) => all + count(job), 0)
  const counts: ImportCounts = {
    inputs: sum((job) => job.inputs),
    refusedInputs: sum((job) => job.refused_inputs),
    observations: sum((job) => job.observations),
    rejects: sum((job) => job.rejects),
    skipped: sum((job) => job.skipped),
    added: sum((job) => job.added),
    replaced: sum((job) => job.replaced),
    touched: sum((job) => job.touched),
    unchanged: sum((job) => job.unchanged),
  }
  const there = jobs
    .filter((job) => job.rejects > 0)
    .map((job) => `${access.url}/api/v1/import/${job.id}/rejects`)
  const formats: Record<string, { inputs: number; observations: number; rejects: number }> = {}
  for (const [name, one] of jobs.flatMap((job) => Object.entries(job.formats))) {
    formats[name] ??= { inputs: 0, observations: 0, rejects: 0 }
    formats[name].inputs += one.inputs
    formats[name].observations += one.observations
    formats[name].rejects += one.rejects
  }
  return {
    ...counts,
    importId: jobs.map((job) => job.id).join(','),
    rejectsFile: there.length === 0 ? undefined : (rejects ?? there.join(' ')),
    // The server puts refusals among the notes, and reasons into its rejects file.
    notes: jobs.flatMap((job) => job.notes),
    refusals: [],
    rejectReasons: [],
    formats,
    stopped: false,
  }
}
