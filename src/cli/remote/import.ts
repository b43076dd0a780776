// Uploads files, folders and standard input to a remote server, one after the other; interrupted uploads are repeated.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ImportRequest, ImportState, Periplus, Upload } from '../../../client/src/index.ts'
import { portReader } from '../../importer/index.ts'
import type { ImportSummary } from '../../service/ingest/index.ts'
import type { CommandContext } from '../output/output.ts'
import { withProgress } from '../output/progress.ts'
import type { Access } from './access.ts'
import { clientOf, inWords } from './client.ts'
import { uploadsOf } from './upload-file.ts'

/** What to import, and how. */
interface RemoteImport extends ImportRequest {
  readonly paths: readonly string[]
  /** Finds the port in the name of a file, where `port` is not given. */
  readonly portPattern?: string | undefined
  /** Where to write rejects; without it they stay on the server. */
  readonly rejects: string | undefined
}

/** How often one upload is repeated before the command gives up. */
const RETRIES = 5

/** Imports everything and resolves to the totals. Fails before any upload when the account may not import. */
export async function importTo(
  access: Access,
  { paths, rejects, port, portPattern, ...request }: RemoteImport,
  context: CommandContext,
): Promise<ImportSummary> {
  const periplus = clientOf(access, RETRIES)
  const portOf = portReader({ port, portPattern })
  const jobs: ImportState[] = []
  // Files with ports of their own are uploaded one by one; the port belongs to the upload.
  for (const upload of await uploadsOf(paths, { together: portPattern === undefined })) {
    context.signal.throwIfAborted()
    const job = await inWords(access, () =>
      importOne(periplus, upload, { ...request, port: portOf(upload.name) }, context),
    )
    if (job.rejects > 0 && rejects !== undefined) {
      const flags = jobs.some((earlier) => earlier.rejects > 0) ? 'a' : 'w'
      const lines = await inWords(access, () => periplus.rejects(job.id, context))
      await pipeline(lines, createWriteStream(rejects, { flags, mode: 0o600 }), context)
    }
    jobs.push(job)
  }
  return summaryOf(access, jobs, rejects)
}

function importOne(
  periplus: Periplus,
  upload: Upload,
  request: ImportRequest,
  { terminal, signal }: CommandContext,
): Promise<ImportState> {
  const { size } = upload
  let sent = 0
  let job: ImportState | undefined
  const options = {
    signal,
    onSent: (bytes: number): void => {
      sent = bytes
    },
    onProgress: (state: ImportState): void => {
      job = state
    },
    onBusy: ({ id, name }: { readonly id: number; readonly name: string }): void =>
      terminal.error(`waiting for import ${id} of this account (${name}) to end\n`),
  }
  const progress = () =>
    job === undefined
      ? { records: 0, rejects: 0, sent, share: size ? sent / size : undefined }
      : { records: job.observations, rejects: job.rejects, share: job.progress / 100 }
  return withProgress(terminal, progress, () => periplus.import(upload, request, options))
}

function summaryOf(access: Access, jobs: readonly ImportState[], rejects: string | undefined): ImportSummary {
  const sum = (count: (job: ImportState) => number): number => jobs.reduce((all, job) => all + count(job), 0)
  const there = jobs
    .filter((job) => job.rejects > 0)
    .map((job) => `${access.url}/api/v1/import/${job.id}/rejects`)
  return {
    inputs: sum((job) => job.inputs),
    refusedInputs: sum((job) => job.refused_inputs),
    observations: sum((job) => job.observations),
    rejects: sum((job) => job.rejects),
    leftOut: sum((job) => job.left_out ?? 0),
    skipped: sum((job) => job.skipped),
    excluded: sum((job) => job.excluded ?? 0),
    added: sum((job) => job.added),
    replaced: sum((job) => job.replaced),
    touched: sum((job) => job.touched),
    unchanged: sum((job) => job.unchanged),
    importId: jobs.map((job) => job.id).join(','),
    rejectsFile: there.length === 0 ? undefined : (rejects ?? there.join(' ')),
    // The server reports refusals as notes, and writes reasons to its rejects file.
    notes: jobs.flatMap((job) => job.notes),
    refusals: [],
    rejectReasons: [],
    exclusions: [],
    formats: formatsOf(jobs),
    stopped: false,
  }
}

function formatsOf(jobs: readonly ImportState[]): ImportSummary['formats'] {
  const formats: Record<string, { inputs: number; observations: number; rejects: number }> = {}
  for (const [name, counts] of jobs.flatMap((job) => Object.entries(job.formats))) {
    const sum = formats[name] ?? { inputs: 0, observations: 0, rejects: 0 }
    for (const key of ['inputs', 'observations', 'rejects'] as const) sum[key] += counts[key]
    formats[name] = sum
  }
  return formats
}
