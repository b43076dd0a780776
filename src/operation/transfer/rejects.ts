// A page of a rejects file, for looking at it without fetching the whole.
import { open } from 'node:fs/promises'
import { isLeftOut } from '../../importer/index.ts'

/** What the page shows of one rejected line. */
interface ShownReject {
  readonly file: string
  readonly line: number
  readonly reason: string
  /** The beginning of the original text. */
  readonly text: string
  /** Whether only a value was left out of a record. */
  readonly left_out: boolean
}

/** Some rejects, and the byte offset at which the next page starts; null at the end. */
interface RejectPage {
  readonly rejects: readonly ShownReject[]
  readonly next: number | null
}

const MOST_ROWS = 100
const MOST_TEXT = 2000
const PIECE = 1024 * 1024

/** Reads rejects from a byte on, a MiB at most; a line that is longer than that is skipped. */
export async function readRejects(
  { path, size }: { readonly path: string; readonly size: number },
  from: number,
): Promise<RejectPage> {
  const bytes = await readPiece(path, from, Math.min(PIECE, size - from))
  const rejects: ShownReject[] = []
  let at = 0
  while (rejects.length < MOST_ROWS) {
    const end = bytes.indexOf(10, at)
    if (end < 0) break
    const reject = shown(bytes.toString('utf8', at, end))
    if (reject !== undefined) rejects.push(reject)
    at = end + 1
  }
  const next = from + (at === 0 ? bytes.length : at)
  return { rejects, next: next < size && bytes.length > 0 ? next : null }
}

async function readPiece(path: string, from: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Parses one line; undefined for a line that is cut at its start. */
function shown(text: string): ShownReject | undefined {
  try {
    const { file, line, reason, text: original } = JSON.parse(text) as ShownReject
    return { file, line, reason, text: original.slice(0, MOST_TEXT), left_out: isLeftOut(reason) }
  } catch {
    return undefined
  }
}
