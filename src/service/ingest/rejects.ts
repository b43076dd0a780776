// The rejects file: one JSON line per input line that could not become a record. It can be imported again after correction.
import { closeSync, constants, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** One line of a rejects file. */
export interface RejectLine {
  readonly file: string
  /** The importer that read the file, so that the text can be read again. */
  readonly format: string
  readonly line: number
  /** The time of a record without one, ISO 8601. */
  readonly time: string
  readonly reason: string
  /** The original text, to be corrected here. */
  readonly text: string
}

/** The line of a reject, including its line end. */
export function printReject({ file, format, line, time, reason, text }: RejectLine): string {
  return `${JSON.stringify({ file, format, time, line, reason, text })}\n`
}

const LINE_END = 0x0a

/** Writes rejects; the file appears with the first one. */
export class RejectsFile {
  readonly path: string
  #handle: number | undefined
  #bytes: number

  readonly #limit: number
  #isFull = false

  /** What an interrupted run wrote beyond `keepBytes` is cut: those lines are read, and rejected, again. */
  constructor(path: string, keepBytes = 0, limit = Number.POSITIVE_INFINITY) {
    this.path = path
    this.#bytes = keepBytes
    this.#limit = limit
  }

  /** Whether lines were left out because the file has reached its limit. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Length so far, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds lines from `printReject`, as many as the limit allows. */
  append(lines: Uint8Array): void {
    const length = this.#fitting(lines)
    if (length === 0) return
    writeSync(this.#open(), lines, 0, length, this.#bytes)
    this.#bytes += length
  }

  /** The length of the complete lines that fit. */
  #fitting(lines: Uint8Array): number {
    const room = this.#isFull ? 0 : this.#limit - this.#bytes
    if (lines.length <= room) return lines.length
    this.#isFull = true
    return room <= 0 ? 0 : lines.subarray(0, room).lastIndexOf(LINE_END) + 1
  }

  /** Closes the file; an empty one is removed. */
  close(): void {
    if (this.#bytes > 0) closeSync(this.#open())
    else rmSync(this.path, { force: true })
    this.#handle = undefined
  }

  #open(): number {
    if (this.#handle !== undefined) return this.#handle
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    this.#handle = openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o600)
    ftruncateSync(this.#handle, this.#bytes)
    return this.#handle
  }
}
