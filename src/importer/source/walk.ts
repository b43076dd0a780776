// From the paths that a user gives to the files to read.
import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../error/index.ts'

/** The path that means standard input. */
export const STANDARD_INPUT = '-'

/** One file to read. */
export interface FoundFile {
  readonly path: string
  /** Bytes on disk; undefined for standard input and pipes. */
  readonly size: number | undefined
  /** Last modification in milliseconds UTC; undefined for standard input and pipes. */
  readonly modified: number | undefined
  /** Whether the user named it; otherwise it was found in a folder. */
  readonly given: boolean
  /** Why it cannot be read, if that is already known. */
  readonly problem?: string
}

/** A folder source: its main file and the names beside it that belong to it. */
export interface Anchor {
  readonly file: string
  readonly parts: readonly string[]
}

/**
 * The files of the given paths: folders with everything below them, in byte order of the names, without hidden files and links to
 * folders. Fails with an `input` error where a path cannot be read.
 */
export async function findFiles(
  paths: readonly string[],
  anchors: readonly Anchor[],
): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const path of paths) {
    for await (const file of filesOf(path, anchors)) if (!found.has(file.path)) found.set(file.path, file)
  }
  return [...found.values()]
}

/** Fails with `input` for a path that does not exist or cannot be read. */
export async function refuseUnreadable(paths: readonly string[]): Promise<void> {
  for (const path of paths) if (path !== STANDARD_INPUT) await statusOf(path)
}

async function statusOf(path: string): Promise<Stats> {
  return stat(path).catch((error: unknown) => {
    throw cannotRead(path, error)
  })
}

async function* filesOf(path: string, anchors: readonly Anchor[]): AsyncGenerator<FoundFile> {
  if (path === STANDARD_INPUT) {
    yield { path, size: undefined, modified: undefined, given: true }
    return
  }
  const status = await statusOf(path)
  if (status.isDirectory()) yield* filesBelow(path, anchors)
  else yield fileOf(path, status, true)
}

/** The files of a folder and its folders. */
export async function* filesBelow(folder: string, anchors: readonly Anchor[]): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => readFailure(error))
  if (typeof entries === 'string') {
    // The others are still read; this folder's error is reported in its order.
    yield unreadable(folder, entries)
    return
  }
  const names = new Set(entries.map((entry) => entry.name))
  if (DATA_DIRECTORY.every((name) => names.has(name))) {
    yield unreadable(folder, 'it is a data directory of Periplus, not scan files; it is left out')
    return
  }
  const apart = new Set(anchors.filter((anchor) => names.has(anchor.file)).flatMap((anchor) => anchor.parts))
  const sorted = entries
    .filter((entry) => !entry.name.startsWith('.') && !apart.has(entry.name))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  for (const entry of sorted) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path, anchors)
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const status = await stat(path).catch((error: unknown) => readFailure(error))
      // A broken link is not an input and is skipped; a file whose name Node.js cannot represent is reported.
      if (typeof status === 'string') {
        if (entry.isFile()) yield unreadable(path, status)
      } else if (status.isFile()) yield fileOf(path, status, false)
    }
  }
}

/** What a data directory of this program holds. */
const DATA_DIRECTORY = ['accounts.json', 'records', 'records.json']

function fileOf(path: string, status: Stats, given: boolean): FoundFile {
  // Pipes (`<(command)`) do not have a meaningful size.
  if (!status.isFile()) return { path, size: undefined, modified: undefined, given }
  return { path, size: status.size, modified: Math.floor(status.mtimeMs), given }
}

function unreadable(path: string, problem: string): FoundFile {
  return { path, size: 0, modified: 0, given: false, problem }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EIO: 'the disk failed while reading it',
}

/** Why the system could not read a path, as a sentence part. */
export function readFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}

function cannotRead(path: string, error: unknown): AppError {
  return new AppError('input', `\`${path}\`: ${readFailure(error)}`, {
    cause: error,
  })
}
