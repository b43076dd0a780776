// Unix sockets have short addresses (107 bytes on Linux): a longer path is reached through its open directory.
import { existsSync, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const LONGEST = 103
const OPEN = '/proc/self/fd'

/** Directories stay open while the process runs: there are one or two. */
const directories = new Map<string, number>()

/** The address under which this process reaches a socket at a path of any length. */
export function socketAddress(path: string): string {
  if (Buffer.byteLength(path) <= LONGEST || !existsSync(OPEN)) return path
  const directory = dirname(path)
  const known = directories.get(directory) ?? openSync(directory, 'r')
  directories.set(directory, known)
  return `${OPEN}/${known}/${basename(path)}`
}
