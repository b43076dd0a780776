// Files of jobs, named `id-…`: written under a temporary name, synced and renamed, so that a file with a final name is complete.
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publishFile } from '../disk/index.ts'

/** Leftover files are kept for this long, so that restoring an earlier database does not delete files at once. */
const DAY_MS = 86_400_000

/** A directory of result files. */
export class ResultFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Creates the directory. */
  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
  }

  /** The path of a file of a job. The name is checked, because it could lead out of the directory. */
  path(name: string): string {
    if (!/^[1-9]\d{0,14}-[0-9a-f]{32}(?:\.[a-z]+)?$/.test(name))
      throw new Error('not a name of a result file')
    return join(this.#directory, name)
  }

  /** Writes a complete file under a name, replacing an existing one. */
  async write(name: string, pieces: Iterable<string>): Promise<void> {
    await this.prepare()
    const aside = `${this.path(name)}.${process.pid}.next`
    const file = await open(aside, 'w', 0o600)
    try {
      for (const piece of pieces) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await publishFile(aside, this.path(name))
  }

  /** Path and size of a file; undefined when it does not exist. */
  async find(name: string): Promise<{ readonly path: string; readonly size: number } | undefined> {
    const path = this.path(name)
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return found?.isFile() ? { path, size: found.size } : undefined
  }

  /** Removes all files of a job, including unfinished ones. */
  async remove(id: number): Promise<void> {
    for (const name of await this.#names()) if (jobOfName(name) === id) await this.#remove(name)
  }

  /** Removes files of unknown jobs. */
  async sweep(isKnown: (id: number) => Promise<boolean>): Promise<void> {
    const before = Date.now() - DAY_MS
    for (const name of await this.#names()) {
      const found = await stat(join(this.#directory, name)).catch(() => undefined)
      const id = jobOfName(name)
      if (found === undefined || id === undefined || found.mtimeMs >= before) continue
      if (!(await isKnown(id))) await this.#remove(name)
    }
  }

  async #names(): Promise<readonly string[]> {
    return readdir(this.#directory).catch(() => [])
  }

  async #remove(name: string): Promise<void> {
    await rm(join(this.#directory, name), { force: true })
  }
}

function jobOfName(name: string): number | undefined {
  const [, id] = /^([1-9]\d{0,14})-/.exec(name) ?? []
  return id === undefined ? undefined : Number(id)
}
