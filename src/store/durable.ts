// Small files that are either whole or not there, also after a power cut.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file under another name, syncs it and renames it. */
export function writeDurably(path: string, content: string): void {
  const next = `${path}.next`
  const handle = openSync(next, 'w', 0o600)
  try {
    writeSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, path)
  syncDirectory(dirname(path))
}

/** Removes a file for good. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true })
  syncDirectory(dirname(path))
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
