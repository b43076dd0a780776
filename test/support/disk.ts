// A small file system in memory, for tests of full and failing disks; only root may mount one.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Mounts a file system of a size (`8m`) at a path, which is created; false when that is not allowed. */
export function mountDisk(path: string, size: string): boolean {
  mkdirSync(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unmounts it, even if files on it are open. */
export function unmountDisk(path: string): void {
  execFileSync('umount', ['-l', path])
}
