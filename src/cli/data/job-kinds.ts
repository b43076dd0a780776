// What jobs on the records of a data directory are called in the state database.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Config } from '../../config/index.ts'
import type { State } from '../../state/index.ts'
import { dataFiles } from './data-directory.ts'

/** The kinds of jobs. */
type JobKinds = Readonly<Record<'export' | 'import' | 'undo' | 'derive' | 'exclude' | 'retain', string>>

/**
 * The names of the kinds. Servers that share a database of accounts but not the data directory must not take over each other's jobs:
 * their records and files are elsewhere.
 */
export function jobKinds(config: Config, state: Pick<State, 'kind'>): JobKinds {
  const place = state.kind === 'sqlite' ? '' : `@${nameOf(dataFiles(config.data).place)}`
  return {
    export: `export${place}`,
    import: `import${place}`,
    undo: `undo${place}`,
    derive: `derive${place}`,
    exclude: `exclude${place}`,
    retain: `retain${place}`,
  }
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
