// Files that are either whole or not there, also for who reads meanwhile and after a power cut.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file under another name and renames it. One that is not `durable` may be missing or old after a power cut. */
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

/** The same without holding up the program. */
export async function replaceLargeFile(path: string, content: string | Uint8Array): Promise<void> {
  const aside = asideOf(path)
  try {
    await writeFile(aside, content, { mode: 0o600, flush: true })
    await publishFile(aside, path)
  } catch (error) {
    await rm(aside, { force: true, recursive: true })
    throw error
  }
}

/** Gives a synced file its final name, durably. */
export async function publishFile(from: string, to: string): Promise<void> {
  await rename(from, to)
  const directory = await open(dirname(to), 'r')
  await directory.sync().finally(() => directory.close())
}

/** Removes a file for good. */
export function removeFile(path: string): void {
  rmSync(path, { force: true })
  syncDirectory(dirname(path))
}

// A name of this process, so that two that write at once do not meet.
const asideOf = (path: string): string => `${path}.${process.pid}.next`

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
