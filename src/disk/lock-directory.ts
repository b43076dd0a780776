// Locks a data directory for one process: a lock file names the owner. A lock whose process has ended is taken over.
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../error/index.ts'

interface Owner {
  readonly pid: number
  /** The start time of the process as the system reports it; distinguishes it from a later process with the same id. */
  readonly started: string
  /** Where its id is valid: the machine and, in containers, the PID namespace; empty if unknown. */
  readonly place: string
}

/** Locks a directory. Fails with code `input`, naming the owner. The result releases the lock. */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'lock')
  const own = `${file}.${process.pid}`
  try {
    const owner: Owner = { pid: process.pid, started: startOf(process.pid) ?? '', place: machineOf() }
    writeFileSync(own, JSON.stringify(owner))
    take(file, own, directory)
  } catch (error) {
    throw hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT') ? noRoom(directory, error) : error
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(file, { force: true })
}

/** Whether a process locked a directory here and has ended; false when that is uncertain or there is no lock. */
export function isAbandoned(directory: string): boolean {
  const owner = readOwner(join(directory, 'lock'))
  return owner !== undefined && owner.place === machineOf() && !isAlive(owner)
}

function noRoom(directory: string, cause: unknown): AppError {
  return new AppError('input', `the disk of the data directory \`${directory}\` is full; free space there`, {
    cause,
  })
}

function take(file: string, own: string, directory: string): void {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      // Linking is atomic and includes the content: nobody ever reads a partial lock.
      linkSync(own, file)
      return
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    const owner = readOwner(file)
    if (owner !== undefined && isAlive(owner)) throw inUse(directory, owner)
    setAside(file, own, owner)
  }
  throw new AppError(
    'input',
    `the data directory \`${directory}\` is being opened by other processes; try again`,
  )
}

/** Removes a stale lock, and restores it if another process took it over in between. */
function setAside(file: string, own: string, stale: Owner | undefined): void {
  const aside = `${own}.stale`
  try {
    renameSync(file, aside)
    const moved = readOwner(aside)
    if (moved !== undefined && (moved.pid !== stale?.pid || moved.started !== stale.started))
      linkSync(aside, file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function inUse(directory: string, owner: Owner): AppError {
  return new AppError(
    'input',
    `the data directory \`${directory}\` is in use by process ${owner.pid}; stop that process, or choose another directory with --data`,
  )
}

function readOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>
    return typeof owner.pid === 'number' && typeof owner.started === 'string'
      ? { pid: owner.pid, started: owner.started, place: owner.place ?? '' }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive(owner: Owner): boolean {
  if (owner.pid === process.pid) return owner.started === (startOf(process.pid) ?? '')
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
  }
  const started = startOf(owner.pid)
  return started === undefined || owner.started === '' || started === owner.started
}

function machineOf(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** The start time of a process; undefined when the system does not report it. */
function startOf(pid: number): string | undefined {
  try {
    // After the command's name in brackets, the 20th value is the start in clock ticks since the system started.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return startByPs(pid)
  }
}

function startByPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.toString().trim() || undefined
  } catch {
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
