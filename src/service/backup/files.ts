// The files of a data directory that a backup contains, except records and accounts.
import type { Dirent } from 'node:fs'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveWriter } from './archive-writer.ts'

/** The paths of the files on this machine; the keys are their names in a backup. */
export interface BackupPaths {
  readonly secret: string
  readonly place: string
  readonly settings: string
  readonly demonstration: string
  readonly imports: string
  readonly rejects: string
  readonly icons: string
  readonly screenshots: string
  readonly uploads: string
  readonly exports: string
  readonly results: string
  readonly feeds: string
}

/** Single files. */
export const FILE_NAMES = ['secret', 'place', 'settings', 'demonstration'] as const

/** Directories. Checkpoints of imports come before the data that they refer to, so that no checkpoint is ahead of it. */
export const FOLDER_NAMES = [
  'imports',
  'rejects',
  'uploads',
  'exports',
  'results',
  'icons',
  'screenshots',
] as const

/** Unfinished files; their writers start over. */
const UNFINISHED = /\.(?:next|part|mark)$/

/** Adds all of them. Feeds are added as one version of their list and every file that it names. */
export async function addFiles(archive: ArchiveWriter, paths: BackupPaths): Promise<void> {
  for (const name of FILE_NAMES) await addIfThere(archive, `files/${name}`, paths[name])
  await addFeeds(archive, paths.feeds)
  for (const name of FOLDER_NAMES) await addFolder(archive, `files/${name}`, paths[name])
}

async function addFolder(archive: ArchiveWriter, name: string, path: string): Promise<void> {
  for (const entry of await entriesOf(path)) {
    const inside: [string, string] = [`${name}/${entry.name}`, join(path, entry.name)]
    if (entry.isDirectory()) await addFolder(archive, ...inside)
    else if (entry.isFile() && !UNFINISHED.test(entry.name)) await addIfThere(archive, ...inside)
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Files come and go while a server works; a file that was removed is not needed. */
async function addIfThere(archive: ArchiveWriter, name: string, path: string): Promise<void> {
  const file = await openIfThere(path)
  if (file === undefined) return
  try {
    await archive.addFile(name, file)
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const ATTEMPTS = 5

async function addFeeds(archive: ArchiveWriter, directory: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const list = await readFile(join(directory, 'feeds.json')).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (list === undefined) return
    const files = new Map<string, FileHandle>()
    try {
      if (!(await openFeeds(directory, list, files))) {
        // An update replaced a version between the list and its file.
        if (attempt < ATTEMPTS) continue
        throw new Error(`files of feeds are missing in ${directory}`)
      }
      await archive.add('files/feeds/feeds.json', list)
      for (const [name, file] of files) await archive.addFile(`files/feeds/${name}`, file)
      return
    } finally {
      for (const file of files.values()) await file.close()
    }
  }
}

interface FeedList {
  readonly feeds: readonly {
    readonly name: string
    readonly versions: readonly { readonly id: string; readonly second: boolean }[]
  }[]
}

/** Opens every file that a list names; false when one of them is gone. */
async function openFeeds(
  directory: string,
  list: Uint8Array,
  files: Map<string, FileHandle>,
): Promise<boolean> {
  const { feeds } = JSON.parse(Buffer.from(list).toString('utf8')) as FeedList
  const names = feeds.flatMap(({ name, versions }) =>
    versions.flatMap(({ id, second }) => [`${name}/${id}`, ...(second ? [`${name}/${id}.v6`] : [])]),
  )
  for (const name of names) {
    const file = await openIfThere(join(directory, name))
    if (file === undefined) return false
    files.set(name, file)
  }
  return true
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
