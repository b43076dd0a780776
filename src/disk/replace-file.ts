// Files that are either complete or absent, also for concurrent readers and after a power failure.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file under a temporary name and renames it. Without `durable` it may be missing or old after a power failure. */
export function replaceFile(path: string, content: string | Uint8Array, { durable = true } = {}): void {
  const aside = asideOf(path)
  try {
    writeFileSync(aside, content, { mode: 0o600, flush: durable })
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true, recursive: true })
    throw error
  }
  if (durable) syncDirectory(dirname(path))
}

/** The same without blocking the event loop. */
export async function replaceLargeFile(
  path: string,
  content: string | Uint8Array,
  { durable = true } = {},
): Promise<void> {
  const aside = asideOf(path)
  try {
    await writeFile(aside, content, { mode: 0o600, flush: durable })
    await (durable ? publishFile(aside, path) : rename(aside, path))
  } catch (error) {
    await rm(aside, { force: true, recursive: true })
    throw error
  }
}

/** Renames a synced file to its final name, durably. */
export async function publishFile(from: string, to: string): Promise<void> {
  await rename(from, to)
  const directory = await open(dirname(to), 'r')
  await directory.sync().finally(() => directory.close())
}

/** Removes a file durably. */
export function removeFile(path: string): void {
  rmSync(path, { force: true })
  syncDirectory(dirname(path))
}

// A name unique to this process, so that concurrent writers do not collide.
const asideOf = (path: string): string => `${path}.${process.pid}.next`

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
