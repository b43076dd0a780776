// Merges the parts of the records while nothing changes them. Every search opens each part, so one part answers searches in half of the
// time that 40 parts take, and merging drops replaced rows. In larger stores the engine merges on its own.
import { statfs } from 'node:fs/promises'
import { sql } from '../../../sql/index.ts'
import type { CutParts } from './cut-parts.ts'
import type { Engine } from '../index.ts'
import type { PartSettings } from './part-settings.ts'
import type { Generation } from '../../read/index.ts'

/** How often changes are looked for, in milliseconds. */
const INTERVAL = 5000

/**
 * The bytes that are merged in one interval, about. Parts are merged once nothing has changed for as long as merging them takes, so that
 * merges that a change stops waste less than half of the time.
 */
const BYTES_PER_INTERVAL = 192 * 1024 ** 2

/** An import may read for two intervals between two units. What it is about to replace is not merged meanwhile. */
const LEAST_WAIT = 3

/** Merging more takes a quarter of an hour. */
const MOST_BYTES = 32 * 1024 ** 3

/** The engine keeps what it merged for some minutes. */
const FREE_SPACE = 2

/** Merging pays when at least this share of the rows is deleted or outside the largest part. */
const LEAST_SHARE = 0.1

type Parts = readonly [parts: number, bytes: number, rows: number, largest: number, live: number]

/** The store whose parts are merged. */
interface CompactionContext {
  readonly engine: Engine
  /** Where the engine stores its files. */
  readonly directory: string
  readonly generation: Generation
  readonly cutParts: Pick<CutParts, 'check'>
  /** Whether rows arrive that are not visible yet, or replaced ones are being deleted. */
  readonly isWriting: () => boolean
  readonly partSettings: PartSettings
}

/** Merges the parts of one embedded store, one generation of the records after the other. */
export class Compaction {
  readonly #engine: Engine
  readonly #directory: string
  readonly #generation: Generation
  readonly #cutParts: Pick<CutParts, 'check'>
  readonly #isWriting: () => boolean
  readonly #partSettings: PartSettings
  readonly #timer: NodeJS.Timeout
  /** The last generation seen, and the one whose parts are merged or need no merge. */
  #seen = -1
  #done = -1
  /** Intervals since the last change. */
  #quiet = 0
  #running: Promise<void> | undefined
  #stopping: Promise<void> | undefined
  #limiting: Promise<void> = Promise.resolve()
  #checking: Promise<void> | undefined
  #isClosed = false

  constructor(
    { engine, directory, generation, cutParts, isWriting, partSettings }: CompactionContext,
    interval = INTERVAL,
  ) {
    this.#engine = engine
    this.#directory = directory
    this.#generation = generation
    this.#cutParts = cutParts
    this.#isWriting = isWriting
    this.#partSettings = partSettings
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
    const isIdle = number === this.#seen && !this.#isWriting()
    this.#seen = number
    this.#quiet = isIdle ? this.#quiet + 1 : 0
    if (!isIdle) this.#limiting = this.#partSettings.adapt().catch(ignore)
    if (this.#running !== undefined) {
      if (!isIdle) this.#stopping ??= this.#interrupt()
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
      if (isWorthwhile(parts) && (await this.#hasSpace(parts)))
        await this.#engine.command('OPTIMIZE TABLE records FINAL')
    } finally {
      if (this.#done === generation && !this.#isClosed) await this.#partSettings.endReplacing().catch(ignore)
      this.#running = undefined
    }
  }

  async #hasSpace([, bytes]: Parts): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#directory)
    return bavail * bsize > FREE_SPACE * bytes
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

  async #interrupt(): Promise<void> {
    try {
      await this.#stop()
      await this.#running
      await this.#engine.command('SYSTEM START MERGES records')
    } catch {
      // The engine is being closed.
    } finally {
      this.#stopping = undefined
    }
  }
}

/** After how many intervals without changes these parts are merged. */
function waitOf([, bytes]: Parts): number {
  return Math.max(LEAST_WAIT, Math.ceil(bytes / BYTES_PER_INTERVAL))
}

function isWorthwhile([parts, bytes, rows, largest, live]: Parts): boolean {
  if (parts === 0 || bytes > MOST_BYTES) return false
  return (parts > 1 && rows - largest >= LEAST_SHARE * rows) || rows - live >= LEAST_SHARE * rows
}

function ignore(): void {}
