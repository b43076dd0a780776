// The rejects file: one JSON line per input line that could not become a record. After repair it can be imported again.
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reject } from '../../importer/index.ts'

/** One line of a rejects file. */
export interface RejectLine {
  readonly file: string
  /** The importer that read the file, so that the text can be read again. */
  readonly format: string
  readonly line: number
  /** What counts as the time of a record without one, ISO 8601. */
  readonly time: string
  readonly reason: string
  /** The original text; repair it here. */
  readonly text: string
}

/** Writes rejects; the file appears with the first one. */
export class RejectsFile {
  readonly path: string
  #handle: number | undefined
  #bytes: number

  /** What a broken run wrote beyond `keepBytes` is cut: those lines are read, and rejected, again. */
  constructor(path: string, keepBytes = 0) {
    this.path = path
    this.#bytes = keepBytes
  }

  /** Length so far, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds one line. */
  write(source: Pick<RejectLine, 'file' | 'format' | 'time'>, reject: Reject): void {
    const line: RejectLine = { ...source, ...reject }
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    writeSync(this.#open(), bytes, 0, bytes.length, this.#bytes)
    this.#bytes += bytes.length
  }

  /** Closes the file; one that holds nothing is removed. */
  close(): void {
    if (this.#bytes > 0) closeSync(this.#open())
    else rmSync(this.path, { force: true })
    this.#handle = undefined
  }

  #open(): number {
    if (this.#handle !== undefined) return this.#handle
    mkdirSync(dirname(this.path), { recursive: true })
    this.#handle = openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600)
    ftruncateSync(this.#handle, this.#bytes)
    return this.#handle
  }
}
