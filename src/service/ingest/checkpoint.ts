// The progress of an import on disk, so that the same command resumes an interrupted one.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../disk/index.ts'
import type { InputMark } from './read-batch.ts'

/** The saved state of one import. */
export interface Progress {
  readonly importId: string
  readonly inputs: readonly InputMark[]
  /** Length of the rejects file that belongs to the readings above, in bytes. */
  readonly rejectBytes: number
  readonly finished: boolean
}

/** Identifies an import: the same unchanged files with the same options are the same import. */
interface ImportKey {
  readonly files: readonly { readonly path: string; readonly size: number; readonly modified: number }[]
  readonly options: Readonly<Record<string, unknown>>
}

/** The id of an import: repeating a command over unchanged files gives the same id, and therefore changes nothing. */
export function importIdOf(key: ImportKey): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
}

/** The saved progress of one import in a directory. */
export class Checkpoint {
  readonly #file: string

  constructor(directory: string, importId: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#file = join(directory, `${importId}.json`)
  }

  /** The progress of an earlier unfinished run; undefined when there is none or it cannot be read. */
  load(): Progress | undefined {
    try {
      const progress = JSON.parse(readFileSync(this.#file, 'utf8')) as Progress
      return progress.finished ? undefined : progress
    } catch {
      return undefined
    }
  }

  /** Replaces the saved progress atomically. */
  save(progress: Progress): void {
    replaceFile(this.#file, JSON.stringify(progress), { durable: false })
  }

  /** Removes the progress: the import is complete. */
  clear(): void {
    rmSync(this.#file, { force: true })
  }
}
