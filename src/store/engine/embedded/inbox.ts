// Files of rows to insert: the engine reads them in small pieces. Rows passed as bytes would be copied whole.
import { mkdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of these files, emptied at the start: what a killed process left was never acknowledged. */
export class Inbox {
  readonly #folder: string
  #files = 0

  constructor(folder: string) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** Writes the pieces to a file that exists while `work` runs. */
  async lend(pieces: Iterable<Uint8Array>, work: (path: string) => Promise<void>): Promise<void> {
    const path = join(this.#folder, String(++this.#files))
    try {
      await writePieces(path, pieces)
      await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }
}

async function writePieces(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  for (const piece of pieces) await file.writeFile(piece)
}
