// Merges the parts of the records while nothing changes them. Every search opens each part, so a few large parts answer small
// searches sooner, and merging drops replaced rows. In larger stores the engine merges on its own.
import { sql } from '../sql/index.ts'
import type { CutParts } from './cut-parts.ts'
import type { Engine } from './engine/index.ts'
import { setPartSettings } from './part-settings.ts'
import type { Generation } from './read/index.ts'

/** How often changes are looked for, in milliseconds. */
const INTERVAL = 5000

/** A small store is merged within seconds, so soon: after one interval without changes for each so many bytes, and after four at most. */
const BYTES_PER_INTERVAL = 128 * 1024 ** 2
const LONGEST_WAIT = 4

/** Merging more takes minutes, and a new scan would wait for its deletions that long. */
const MOST_BYTES = 2 * 1024 ** 3

/** Merging pays when at least this share of the rows is deleted or outside the largest part. */
const LEAST_SHARE = 0.1

type Parts = readonly [parts: number, bytes: number, rows: number, largest: number, live: number]

/** Merges the parts of one embedded store, one generation of the records after the other. */
export class Compaction {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #cutParts: Pick<CutParts, 'check'>
  readonly #timer: NodeJS.Timeout
  /** The last generation seen, and the one whose parts are merged or need no merge. */
  #seen = -1
  #done = -1
  /** Intervals since the last change. */
  #quiet = 0
  #running: Promise<void> | undefined
  #limiting: Promise<void> = Promise.resolve()
  #checking: Promise<void> | undefined
  #isClosed = false

  constructor(engine: Engine, generation: Generation, cutParts: Pick<CutParts, 'check'>, interval = INTERVAL) {
    this.#engine = engine
    this.#generation = generation
    this.#cutParts = cutParts
    this.#timer = setInterval(() => this.#look(), interval).unref()
  }

  /** Stops a running merge and waits for its end. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#stop()
    await this.#running
    await this.#limiting
    await this.#checking
  }

  #look(): void {
    this.#checking ??= this.#check()
    const { number } = this.#generation
    const isIdle = number === this.#seen
    this.#seen = number
    this.#quiet = isIdle ? this.#quiet + 1 : 0
    if (!isIdle) this.#limiting = setPartSettings(this.#engine).catch(ignore)
    if (this.#running !== undefined) {
      if (!isIdle) this.#stop().then(() => this.#resume(), ignore)
    } else if (isIdle && number !== this.#done) {
      this.#running = this.#compact(number).then(ignore, ignore)
    }
  }

  /** Merges that a full disk cut must be found before the engine removes what they replaced. */
  async #check(): Promise<void> {
    await this.#cutParts.check().catch(ignore)
    this.#checking = undefined
  }

  async #compact(generation: number): Promise<void> {
    try {
      const parts = await this.#parts()
      if (this.#isClosed || this.#quiet < waitOf(parts)) return
      this.#done = generation
      if (isWorthwhile(parts)) await this.#engine.command('OPTIMIZE TABLE records FINAL')
    } finally {
      this.#running = undefined
    }
  }

  async #parts(): Promise<Parts> {
    const [row = [0, 0, 0, 0, 0]] = await this.#engine.query<Parts>(
      sql`SELECT count(), sum(bytes_on_disk), sum(rows), max(rows), (SELECT count() FROM records)
        FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'`,
    )
    return row.map(Number) as unknown as Parts
  }

  /** Stops running merges and prevents new ones. */
  async #stop(): Promise<void> {
    if (this.#running !== undefined) await this.#engine.command('SYSTEM STOP MERGES records').catch(ignore)
  }

  async #resume(): Promise<void> {
    await this.#running
    await this.#engine.command('SYSTEM START MERGES records')
  }
}

/** After how many intervals without changes these parts are merged. */
function waitOf([, bytes]: Parts): number {
  return Math.min(LONGEST_WAIT, Math.ceil(bytes / BYTES_PER_INTERVAL))
}

function isWorthwhile([parts, bytes, rows, largest, live]: Parts): boolean {
  if (parts === 0 || bytes > MOST_BYTES) return false
  return (parts > 1 && rows - largest >= LEAST_SHARE * rows) || rows - live >= LEAST_SHARE * rows
}

function ignore(): void {}
