import type { Config } from '../../config/index.ts'
import type { AccountService } from '../../service/account/index.ts'
import { createExports, EXPORT, type Exports } from '../../service/export/index.ts'
import type { Gate } from '../../service/search/index.ts'
import { createUploads, IMPORT, type Uploads } from '../../service/upload/index.ts'
import type { Presence, State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { TaskRunner } from '../../task/index.ts'
import { dataFiles } from '../data-directory.ts'
import { openImportTools, rejectsPath } from '../import-tools.ts'

/** What exports and imports of accounts work with. */
export interface JobsContext {
  readonly config: Config
  readonly state: State
  readonly store: Store
  readonly accounts: AccountService
  readonly gate: Gate
  readonly presence: Presence
  /** Told of failures nobody is there to be told. */
  readonly onError: (error: unknown) => void
  readonly now: () => number
}

/** Exports and uploaded imports, and what carries them out. */
export interface Jobs {
  readonly exports: Exports
  readonly uploads: Uploads
  /** Forgets what has expired. */
  readonly tidy: () => Promise<void>
  /** Stops the work that runs; it goes on at the next start. */
  readonly close: () => Promise<void>
}

/** Opens the jobs of a process; those that a stop or a crash interrupted go on. */
export async function openJobs(context: JobsContext): Promise<Jobs> {
  const { state, presence, onError, config, now } = context
  const runners: TaskRunner[] = []
  const wake = (): void => {
    for (const runner of runners) runner.wake()
  }
  const exports = exportsOf(context, wake)
  const uploads = uploadsOf(context, wake)
  await uploads.clean()
  const common = { state, presence, onError, now }
  // A runner of its own each, so that neither kind waits for the other.
  const concurrency = config['export.concurrency']
  runners.push(new TaskRunner({ ...common, handlers: { [EXPORT]: exports.run }, concurrency }))
  runners.push(new TaskRunner({ ...common, handlers: { [IMPORT]: uploads.run }, concurrency: 1 }))
  const tidy = async (): Promise<void> => {
    await exports.tidy()
    await uploads.tidy()
  }
  await tidy()
  return {
    exports,
    uploads,
    tidy,
    close: async () => {
      await Promise.all(runners.map((runner) => runner.close()))
    },
  }
}

function exportsOf({ config, ...context }: JobsContext, wake: () => void): Exports {
  return createExports({
    ...context,
    directory: dataFiles(config.data).exports,
    expiry: config['export.linkExpiry'],
    keep: config['export.keep'],
    wake,
  })
}

function uploadsOf({ config, store, ...context }: JobsContext, wake: () => void): Uploads {
  let opened: ReturnType<typeof openImportTools> | undefined
  return createUploads({
    ...context,
    tools: async () => {
      opened ??= openImportTools(config)
      return { ...(await opened), store }
    },
    rejectsPath: (importId) => rejectsPath(config, importId),
    directory: dataFiles(config.data).uploads,
    limit: config['import.uploadLimit'],
    expiry: config['import.reportExpiry'],
    wake,
  })
}
