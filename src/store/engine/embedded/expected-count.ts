// The least number of records that a start must find. It is stored beside the tables, so that records that vanish while nothing
// runs are noticed. It is a lower bound: it rises some time after records were added and falls before any are removed, so that a
// kill never leaves it too high.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile, replaceFile } from '../../../disk/index.ts'

/** How long the file may lag behind added records, in milliseconds. */
const SAVE_DELAY = 10_000

interface Counts {
  readonly records: number
  readonly missing: number
}

/** The expected number of records of one data directory. */
export class ExpectedCount {
  readonly #file: string
  #records: number
  #missing: number
  #timer: NodeJS.Timeout | undefined

  /** Compares the number of records that exist now with the stored number. */
  constructor(directory: string, records: number) {
    this.#file = join(directory, 'expected-count.json')
    const last = readCounts(this.#file)
    this.#records = records
    this.#missing = (last?.missing ?? 0) + Math.max(0, (last?.records ?? 0) - records)
    if (last?.records !== records || last.missing !== this.#missing) this.#save()
  }

  /** Records that existed before a start and not after it. Constant until `accept`. */
  get missing(): number {
    return this.#missing
  }

  /** Reports added records. */
  added(records: number): void {
    if (records === 0) return
    this.#records += records
    this.#timer ??= setTimeout(() => this.#save(), SAVE_DELAY).unref()
  }

  /** Reports records that are about to be removed. */
  removing(records: number): void {
    this.#records -= records
    try {
      replaceFile(this.#file, this.#text())
    } catch {
      // A full disk must not prevent removals. Without the file, nothing is expected.
      removeFile(this.#file)
    }
  }

  /** Accepts the loss: from now on the existing `records` are expected. */
  accept(records: number): void {
    this.#records = records
    this.#missing = 0
    replaceFile(this.#file, this.#text())
  }

  /** Saves the exact number, if known, after the last change. */
  close(records: number | undefined): void {
    clearTimeout(this.#timer)
    if (records !== undefined) this.#records = records
    this.#save()
  }

  /** A number that cannot be saved stays too low, which is harmless. */
  #save(): void {
    this.#timer = undefined
    try {
      replaceFile(this.#file, this.#text())
    } catch {}
  }

  #text(): string {
    return JSON.stringify({ records: Math.max(0, this.#records), missing: this.#missing } satisfies Counts)
  }
}

function readCounts(file: string): Counts | undefined {
  try {
    const { records, missing } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Counts>
    return isCount(records) && isCount(missing) ? { records, missing } : undefined
  } catch {
    return undefined
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
