import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Config } from '../../config/index.ts'
import type { Jobs, JobsOptions } from '../../job/index.ts'
import type { AccountService } from '../../service/account/index.ts'
import { createDerivations, type Derivations } from '../../service/derive/index.ts'
import { createExports, type Exports } from '../../service/export/index.ts'
import type { ImportLog } from '../../service/ingest/index.ts'
import type { Admission } from '../../service/search/index.ts'
import { createUploads, type Uploads } from '../../service/upload/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles } from '../data-directory.ts'
import { openDatabases, openImportTools, rejectsPath } from '../import-tools.ts'

/** What exports and imports of accounts need. */
export interface JobsContext extends JobsOptions {
  readonly config: Config
  readonly store: Store
  readonly accounts: AccountService
  readonly admission: Admission
  readonly jobs: Jobs
  readonly imports: ImportLog
}

/** Exports, uploaded imports, and deriving columns again. */
export interface OpenJobs {
  readonly derivations: Derivations
  readonly exports: Exports
  readonly uploads: Uploads
}

/** Opens exports and uploads; those interrupted by a stop or a crash resume. */
export async function openJobs(context: JobsContext): Promise<OpenJobs> {
  const { config, store } = context
  const files = dataFiles(config.data)
  const place = placeOf(context)
  const exports = createExports({
    ...context,
    kind: `export${place}`,
    concurrency: config['export.concurrency'],
    directory: files.exports,
    expiry: config['export.linkExpiry'],
    keep: config['export.keep'],
    room: { quota: config['export.quota'], reserve: config['export.diskReserve'] },
  })
  const uploads = await createUploads({
    ...context,
    kind: `import${place}`,
    tools: async () => ({ ...(await openImportTools(config)), store }),
    recorder: (actor) => context.imports.recorder(actor),
    rejectsPath: (importId) => rejectsPath(config, importId),
    directory: files.uploads,
    limit: config['import.uploadLimit'],
    expiry: config['import.reportExpiry'],
  })
  const derivations = createDerivations({
    ...context,
    kind: `derive${place}`,
    locator: () => openDatabases(config),
    expiry: config['import.reportExpiry'],
  })
  return { exports, uploads, derivations }
}

/**
 * Distinguishes jobs on these records from others. Servers that share a database of accounts but not the data directory must not
 * take over each other's jobs: their records and files are elsewhere.
 */
function placeOf({ config, state }: JobsContext): string {
  return state.kind === 'sqlite' ? '' : `@${nameOf(dataFiles(config.data).place)}`
}

/** The id of a data directory, created once and stored in it. */
function nameOf(path: string): string {
  try {
    writeFileSync(path, randomBytes(8).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}
