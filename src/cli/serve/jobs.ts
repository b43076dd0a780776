// Opens the background jobs of a server: exports, uploads, undos, derivations.
import type { Config } from '../../config/index.ts'
import type { Jobs, JobsOptions } from '../../job/index.ts'
import type { AccountService } from '../../service/account/index.ts'
import type { Derivations } from '../../service/derive/index.ts'
import type { Exclusions } from '../../service/exclusion/index.ts'
import { createExports, type Exports } from '../../service/export/index.ts'
import type { ImportLog, PartRecorder, ReadingThreads } from '../../service/ingest/index.ts'
import { createReceiver, type Receiver } from '../../service/receiver/index.ts'
import type { Admission } from '../../service/search/index.ts'
import type { LiveSources } from '../../service/tag/index.ts'
import { createUndos, type Undos } from '../../service/undo/index.ts'
import { createUploads, type Uploads } from '../../service/upload/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles } from '../data/data-directory.ts'
import { openImportTools, rejectsPath } from '../data/import-tools.ts'
import { jobKinds } from '../data/job-kinds.ts'
import { openDerivations } from '../data/open-derivations.ts'

/** What exports and imports of accounts need. */
interface JobsContext extends JobsOptions {
  readonly config: Config
  readonly store: Store
  readonly accounts: AccountService
  readonly admission: Admission
  readonly jobs: Jobs
  readonly imports: ImportLog
  readonly exclusions: Pick<Exclusions, 'list' | 'refresh'>
  readonly sources: Pick<LiveSources, 'current'>
  readonly threads: ReadingThreads
}

/** Exports, uploaded imports, undoing imports, and deriving columns again. */
export interface OpenJobs {
  readonly derivations: Derivations
  readonly exports: Exports
  readonly uploads: Uploads
  readonly receiver: Receiver
  readonly undos: Undos
}

/** Opens exports and uploads; those interrupted by a stop or a crash resume. */
export async function openJobs(context: JobsContext): Promise<OpenJobs> {
  const { config, store } = context
  const files = dataFiles(config.data)
  const kinds = jobKinds(config, context.state)
  const exports = createExports({
    ...context,
    kind: kinds.export,
    concurrency: config['export.concurrency'],
    directory: files.exports,
    expiry: config['export.linkExpiry'],
    keep: config['export.keep'],
    room: { quota: config['export.quota'], reserve: config['export.diskReserve'] },
  })
  const importing = {
    tools: async () => ({
      ...(await openImportTools(config)),
      store,
      exclusions: await context.exclusions.list(),
      threads: context.threads,
    }),
    directory: files.uploads,
    limit: config['import.uploadLimit'],
  }
  const recorder = (actor: string): PartRecorder => context.imports.recorder(actor)
  const uploads = await createUploads({
    ...context,
    ...importing,
    kind: kinds.import,
    recorder,
    rejectsPath: (importId) => rejectsPath(config, importId),
    expiry: config['import.reportExpiry'],
  })
  const receiver = createReceiver({ ...importing, recorder })
  const derivations = openDerivations(context, context.jobs)
  const undos = createUndos({ ...context, kind: kinds.undo, expiry: config['import.reportExpiry'] })
  return { exports, uploads, receiver, undos, derivations }
}
