// Parts that a full disk cut. When the disk fills while the engine (chdb 3.4) writes the files of a part, an insert, a merge or a deletion
// can end without an error although files are too short. So the files of new parts are compared with what the engine meant to write: before
// an insert is acknowledged, and long before the engine removes what a merge or a deletion replaced (`part-settings.ts`).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../error/index.ts'
import { type Fragment, sql } from '../../../sql/index.ts'
import { removeCutDeletions } from './cut-deletions.ts'
import type { Engine } from '../index.ts'

/** A part of the records: its name, its directory, the length of the files that its checksums name, its blocks and its rows. */
type Part = readonly [
  name: string,
  path: string,
  bytes: number | string,
  first: number | string,
  last: number | string,
  rows: number | string,
]

/** Parts as inserts make them: `all_7_7_0`. */
const INSERTED = /^all_(\d+)_\1_0$/

/** Files that a part's checksums do not name. */
const UNNAMED: ReadonlySet<string> = new Set([
  'checksums.txt',
  'columns.txt',
  'columns_substreams.txt',
  'default_compression_codec.txt',
  'metadata_version.txt',
  'txn_version.txt',
  'uuid.txt',
])

const FULL = '503 Service Unavailable: the disk of the data directory is full; free space there and try again'

/** While statements use the table, it cannot be attached again (milliseconds between attempts, and how many). */
const AGAIN = 200
const ATTEMPTS = 150

/** Checks each part of the records once. */
export class CutParts {
  readonly #engine: Pick<Engine, 'query' | 'command'>
  readonly #directory: string
  readonly #onNotice: ((text: string) => void) | undefined
  #whole: ReadonlySet<string> = new Set()
  #running: Promise<void> = Promise.resolve()
  #isDetached = false
  /** How often cut parts were found. */
  #found = 0

  /** The engine stores its files in `directory`. */
  constructor(
    engine: Pick<Engine, 'query' | 'command'>,
    directory: string,
    onNotice?: (text: string) => void,
  ) {
    this.#engine = engine
    this.#directory = directory
    this.#onNotice = onNotice
  }

  /** Makes a change; fails with `unavailable` when a part was cut meanwhile, whoever found it. */
  async during(change: () => Promise<unknown>): Promise<void> {
    const before = this.#found
    await change()
    await this.check()
    if (this.#found !== before) throw new AppError('unavailable', FULL)
  }

  /**
   * Fails with `unavailable` when a new part is cut. The table is then loaded again: the engine sets the part aside, and uses what it
   * replaced.
   */
  check(): Promise<void> {
    const checked = this.#running.then(() => this.#check())
    this.#running = checked.catch(() => undefined)
    return checked
  }

  async #check(): Promise<void> {
    if (this.#isDetached) await this.#attach()
    const parts = await this.#engine.query<Part>(
      sql`SELECT name, path, bytes_on_disk, min_block_number, max_block_number, rows FROM system.parts
        WHERE active AND database = currentDatabase() AND table = 'records'`,
    )
    const cut = parts.filter((part) => !this.#whole.has(part[0]) && isCut(part))
    this.#whole = new Set(parts.filter((part) => !cut.includes(part)).map(([name]) => name))
    if (cut.length === 0) return
    this.#found++
    this.#onNotice?.(`the disk was full: ${cut.length} incomplete parts of the records are set aside`)
    await this.#reload()
    for (const part of cut) await this.#forget(part)
    throw new AppError('unavailable', FULL)
  }

  /** What a restart does: the engine reads the parts from the disk. */
  async #reload(): Promise<void> {
    await this.#engine.command('DETACH TABLE records')
    // The engine loads no table with a cut deletion.
    this.#isDetached = true
    removeCutDeletions(this.#directory)
    await this.#attach()
  }

  /** Fails while statements keep the table in use; the next check tries again. */
  async #attach(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#engine.command('ATTACH TABLE records')
        this.#isDetached = false
        return
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
        await sleep(AGAIN)
      }
    }
  }

  /** Removes a part that was set aside, unless rows are missing without it. Nobody knows of a cut insert: it is not acknowledged. */
  async #forget([name, , , first, last, rows]: Part): Promise<void> {
    const [[left = 0] = []] = await this.#engine.query<[number | string]>(
      sql`SELECT sum(rows) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'
        AND min_block_number >= ${number(first)} AND max_block_number <= ${number(last)}`,
    )
    if (INSERTED.test(name) || Number(left) >= Number(rows))
      await this.#engine.command(
        `ALTER TABLE records DROP DETACHED PART 'broken-on-start_${name}' SETTINGS allow_drop_detached = 1`,
      )
  }
}

const number = (value: number | string): Fragment => ({ parts: [String(Number(value))] })

/** Whether files of a part are shorter than the engine meant them to be. A part that is gone is not. */
function isCut([, path, bytes]: Part): boolean {
  try {
    const files = readdirSync(path).map((name) => ({ name, size: statSync(join(path, name)).size }))
    const named = files.filter(({ name }) => !UNNAMED.has(name))
    const isEmpty = files.some(({ name, size }) => UNNAMED.has(name) && size === 0)
    return isEmpty || named.reduce((sum, { size }) => sum + size, 0) < Number(bytes)
  } catch {
    return false
  }
}
