// An uploaded list of addresses, read piece by piece: decoded, split into lines, cleaned and counted.
import { AppError } from '../../error/index.ts'

/** The most lines of a file. */
export const MOST_LINES = 10_000

/** A non-empty line: its physical number from 1, and its trimmed text. */
export type AddressLine = readonly [line: number, text: string]

/** Characters of a line that are kept; no address is nearly as long, and a result repeats 256. */
const LONGEST_LINE = 512

/** The error for a file that is not text. */
export const notText = (): AppError => new AppError('txt', 'Please upload the TXT file!')

/** Receives the bytes of one file as they arrive; stores at most the allowed number of lines. */
export class AddressFile {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #lines: AddressLine[] = []
  #count = 0
  #number = 1
  #rest = ''
  #afterReturn = false

  /** Whether there are more lines than a file may hold. */
  get tooMany(): boolean {
    return this.#count > MOST_LINES
  }

  /** Adds bytes. Fails with `txt` when they are not valid UTF-8 text or contain a NUL. */
  take(bytes: Uint8Array): void {
    this.#split(this.#decode(bytes, true))
  }

  /** Returns all non-empty lines. Fails with `txt`, with `lines` when there are too many, and with `params` when there is none. */
  finish(): readonly AddressLine[] {
    this.#split(this.#decode(new Uint8Array(), false))
    this.#endLine()
    if (this.tooMany) throw tooManyLines()
    if (this.#count === 0) throw new AppError('params', '[-4] Params Error: the file holds no IP address')
    return this.#lines
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    if (bytes.includes(0)) throw notText()
    try {
      return this.#decoder.decode(bytes, { stream })
    } catch {
      throw notText()
    }
  }

  #split(text: string): void {
    // The answer is certain: no line of the rest is kept.
    if (this.tooMany) return
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x0a || code === 0x0d) {
        if (!(code === 0x0a && this.#afterReturn && at === from)) {
          this.#append(text, from, at)
          this.#endLine()
        }
        from = at + 1
      }
      this.#afterReturn = code === 0x0d
    }
    this.#append(text, from, text.length)
  }

  #append(text: string, from: number, to: number): void {
    if (from === to || this.#rest.length >= LONGEST_LINE) return
    // Leading blanks do not count towards the kept characters of a line.
    const part = text.slice(from, to)
    this.#rest = (this.#rest === '' ? part.trimStart() : this.#rest + part).slice(0, LONGEST_LINE)
  }

  #endLine(): void {
    if (this.#rest !== '' && !this.#rest.startsWith('#')) this.#keepLine(this.#rest.trim().toWellFormed())
    this.#rest = ''
    this.#number++
  }

  #keepLine(line: string): void {
    if (line === '') return
    this.#count++
    if (this.#count <= MOST_LINES) this.#lines.push([this.#number, line])
  }
}

/** The error for a file with too many lines. */
function tooManyLines(): AppError {
  return new AppError('lines', `A single file can only upload ${MOST_LINES} lines of data!`)
}
