// The file of one export while it is written: under a temporary name, in steps that survive a crash, and renamed when it is complete.
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { AppError } from '../../error/index.ts'
import { publishFile, replaceLargeFile } from '../../disk/index.ts'
import type { Position, ResultPage } from '../../store/index.ts'
import type { CheckRoom } from './room.ts'
import { type RowFormat, rowWriter } from './row-format.ts'

/** What an export writes and where. */
interface ExportTarget {
  /** Path of the whole file. */
  readonly path: string
  readonly format: RowFormat
  readonly fields: readonly string[]
  readonly bom: boolean
  /**
   * Applies the exclusions as they are now and names them. Rows written under other ones may hold what is excluded: the file is
   * then written again.
   */
  readonly applyExclusions: () => Promise<string>
  /** Called before the file grows, and at intervals while it does. */
  readonly checkRoom?: CheckRoom
}

/** The contents of a file. */
export interface Written {
  readonly rows: number
  readonly bytes: number
}

/** The durable progress of a file. */
interface Mark extends Written {
  /** The exclusions under which the rows were read. */
  readonly exclusions: string
  readonly position?: Position
  readonly done: boolean
}

/** Reads rows from a position on. */
export type Scan = (from: Position | undefined) => AsyncIterable<ResultPage>

/** Bytes after which the written rows are made durable, with their position. */
const STEP = 8 * 1024 * 1024
/** Times a file is written because exclusions changed meanwhile, before the job is put off. */
const MOST_WRITES = 10
/** Rows that are converted to text at a time. */
const SLICE = 1000

/** The temporary files of an export. */
export function partsOf(path: string): { readonly part: string; readonly mark: string } {
  return { part: `${path}.part`, mark: `${path}.mark` }
}

/**
 * Writes all rows, resuming where an interrupted run stopped. Resolves once the complete file is at its path and synced to disk.
 * `onRows` receives the number of rows so far.
 */
export async function writeExport(
  target: ExportTarget,
  scan: Scan,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Written> {
  for (let writes = 0; writes < MOST_WRITES; writes++) {
    const exclusions = await target.applyExclusions()
    const earlier = await readMark(target.path, exclusions)
    const end = earlier?.done
      ? earlier
      : await writeRows({ ...target, exclusions }, earlier, scan, onRows, signal)
    if ((await target.applyExclusions()) !== exclusions) continue
    await publishFile(partsOf(target.path).part, target.path).catch(ignoreMissing)
    return { rows: end.rows, bytes: end.bytes }
  }
  throw new AppError(
    'unavailable',
    '503 Service Unavailable: the exclusions changed again and again while the export was written',
  )
}

/** A file under the exclusions that apply while it is written. */
interface ExcludingTarget extends ExportTarget {
  readonly exclusions: string
}

async function writeRows(
  target: ExcludingTarget,
  earlier: Mark | undefined,
  scan: Scan,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Mark> {
  const { part } = partsOf(target.path)
  const file = await open(part, earlier === undefined ? 'w' : 'r+', 0o600)
  try {
    const writer = rowWriter(target.format, target.fields, {
      bom: target.bom,
      started: (earlier?.rows ?? 0) > 0,
    })
    const steps = new Steps(target, file, earlier)
    await steps.checkRoom()
    if (earlier === undefined) await steps.write(writer.head)
    else await file.truncate(earlier.bytes)
    for await (const page of scan(earlier?.position)) {
      for (let at = 0; at < page.rows.length; at += SLICE) {
        signal.throwIfAborted()
        await steps.write(
          page.rows
            .slice(at, at + SLICE)
            .map(writer.row)
            .join(''),
        )
      }
      steps.rows += page.rows.length
      onRows(steps.rows)
      await steps.mark(page.end)
    }
    signal.throwIfAborted()
    await steps.write(writer.tail)
    return await steps.finish()
  } finally {
    await file.close()
  }
}

/** Appends to the file and saves marks. */
class Steps {
  rows: number
  bytes: number
  readonly #target: ExcludingTarget
  readonly #file: FileHandle
  #marked: number
  #checked: number

  constructor(target: ExcludingTarget, file: FileHandle, earlier: Mark | undefined) {
    this.#target = target
    this.#file = file
    this.rows = earlier?.rows ?? 0
    this.bytes = earlier?.bytes ?? 0
    this.#marked = this.bytes
    this.#checked = this.bytes
  }

  /** Fails when the file may not grow further. */
  async checkRoom(): Promise<void> {
    this.#checked = this.bytes
    await this.#target.checkRoom?.(this.bytes)
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.bytes)
      at += bytesWritten
      this.bytes += bytesWritten
    }
    if (this.bytes - this.#checked >= STEP) await this.checkRoom()
  }

  /** Saves the position at intervals. */
  async mark(position: Position | undefined): Promise<void> {
    if (position === undefined || this.bytes - this.#marked < STEP) return
    await this.#save({ position, done: false })
    this.#marked = this.bytes
  }

  async finish(): Promise<Mark> {
    await this.checkRoom()
    return this.#save({ done: true })
  }

  async #save(state: Pick<Mark, 'position' | 'done'>): Promise<Mark> {
    await this.#file.sync()
    const { exclusions } = this.#target
    const mark: Mark = { ...state, exclusions, rows: this.rows, bytes: this.bytes }
    const path = partsOf(this.#target.path).mark
    await replaceLargeFile(path, JSON.stringify(mark))
    return mark
  }
}

/** The mark, if it was made under the same exclusions and the file contains all the bytes that it counts. */
async function readMark(path: string, exclusions: string): Promise<Mark | undefined> {
  const files = partsOf(path)
  try {
    const mark = JSON.parse(await readFile(files.mark, 'utf8')) as Mark
    const { size } = await stat(files.part).catch((error: unknown) => {
      if (mark.done) return stat(path)
      throw error
    })
    return size >= mark.bytes && mark.exclusions === exclusions ? mark : undefined
  } catch {
    // Without a mark the export starts over; no row is lost.
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
