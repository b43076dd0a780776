// Failures of the machine under the program: a disk that is full, read-only or failing, and too few file descriptors. The operator
// can fix them, and calls succeed again afterwards.
import { AppError } from './app-error.ts'

interface Outage {
  /** Codes of system calls. */
  readonly codes: readonly string[]
  /** Result code of SQLite (its low byte). */
  readonly sqlite: number | undefined
  /** The system's message, as the engine repeats it. */
  readonly text: RegExp
  readonly sentence: string
}

const OUTAGES: readonly Outage[] = [
  {
    codes: ['ENOSPC', 'EDQUOT'],
    sqlite: 13,
    // NOT_ENOUGH_SPACE: the engine reserves the space of a part before it writes it.
    text: /No space left on device|Disk quota exceeded|\(NOT_ENOUGH_SPACE\)/i,
    sentence: 'the disk of the data directory is full; free space there and try again',
  },
  {
    codes: ['EROFS', 'EACCES', 'EPERM'],
    sqlite: 8,
    text: /Read-only file system|errno: 13,/i,
    sentence:
      'the data directory cannot be written; check that its disk is mounted for writing and who owns its files',
  },
  {
    codes: ['EIO'],
    sqlite: 10,
    text: /Input\/output error/i,
    sentence: 'the disk of the data directory fails; check the system log and the disk',
  },
  {
    codes: ['EMFILE', 'ENFILE'],
    sqlite: 14,
    text: /Too many open files/i,
    sentence: 'too many files are open; raise the limit of open files (`ulimit -n`, LimitNOFILE)',
  },
]

/** How many levels of causes are searched. */
const DEPTH = 4

/** The failure of the machine behind an error, if any. */
export function outageOf(error: unknown): AppError | undefined {
  let cause = error
  for (let depth = 0; depth < DEPTH && cause instanceof Error; depth++) {
    const found = OUTAGES.find((outage) => isOf(outage, cause as Error))
    if (found !== undefined)
      return new AppError('unavailable', `503 Service Unavailable: ${found.sentence}`, { cause: error })
    cause = cause.cause
  }
  return undefined
}

/** The code of a failed system call. Node.js reports ENOENT when a directory cannot be created on a read-only disk. */
function systemCode(error: Error): string {
  if (!('syscall' in error) || !('code' in error)) return ''
  return error.syscall === 'mkdir' && error.code === 'ENOENT' ? 'EROFS' : String(error.code)
}

function isOf({ codes, sqlite, text }: Outage, error: Error): boolean {
  if (codes.includes(systemCode(error))) return true
  if ('errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === sqlite)
    return true
  return /^(?:Query failed: )?Code: \d+\./.test(error.message) && text.test(error.message)
}
