// Result files: one per task, as NDJSON with the header in the first line, from which the other formats are made while reading.
// Written aside, synced and renamed, so that a file of this name is always whole.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^[1-9]\d{0,15}-[0-9a-f]{32}$/
const PIECE = 256 * 1024

/** The directory of result files. */
export class ResultFiles {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Writes a result's lines under a name; another result of this name is replaced. */
  async write(name: string, lines: Iterable<string>): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const aside = `${this.#path(name)}.${process.pid}.next`
    const file = await open(aside, 'w', 0o600)
    try {
      for (const piece of pieces(lines)) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, this.#path(name))
    const folder = await open(this.#directory)
    await folder.sync().finally(() => folder.close())
  }

  /** The lines of a result; undefined when the file is not there. It is opened when the first line is asked for. */
  async read(name: string): Promise<AsyncIterable<string> | undefined> {
    const path = this.#path(name)
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return found && readLines(path)
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true })
  }

  /** Removes what was left behind before a time (milliseconds): files half written, and results nobody knows any more. */
  async sweep(before: number): Promise<void> {
    const names = await readdir(this.#directory).catch(() => [])
    for (const name of names) {
      const path = join(this.#directory, name)
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true })
    }
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error('a result file was given a name that is none')
    return join(this.#directory, `${name}.ndjson`)
  }
}

// Not by `readline`, which also ends lines at U+2028 and U+2029, and those stand in titles.
async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest = Buffer.alloc(0)
    for await (const piece of file.createReadStream({ highWaterMark: PIECE, autoClose: false })) {
      const bytes = Buffer.concat([rest, piece as Buffer])
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield bytes.toString('utf8', from, end)
        from = end + 1
      }
      rest = bytes.subarray(from)
    }
  } finally {
    await file.close()
  }
}

function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
