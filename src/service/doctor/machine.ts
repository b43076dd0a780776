// Checks of the machine: disk, memory, threads, clock and port.
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { error, type Finding, ok, size, warning } from './finding.ts'

const MIB = 1024 ** 2
const GIB = 1024 * MIB

/** Checks the free space on the disk of a directory. */
export async function checkDisk(directory: string): Promise<Finding[]> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(directory)
  return judgeDisk({ free: bavail * bsize, total: blocks * bsize, inodes: files === 0 ? undefined : ffree })
}

/** Judges the free space; `inodes` is undefined if the file system does not count them. */
export function judgeDisk(disk: { free: number; total: number; inodes: number | undefined }): Finding[] {
  const { free, total, inodes } = disk
  const text = `${size(free)} free of ${size(total)}`
  const remedy = 'free space, or move the data directory to a larger disk'
  if (free < 512 * MIB) return [error('disk', text, remedy)]
  if (inodes !== undefined && inodes < 10_000)
    return [error('disk', `${inodes} files may still be made`, 'remove files that are not needed')]
  // Merging parts needs about as much space as the largest of them.
  if (free < 2 * GIB || free < total * 0.05) return [warning('disk', text, remedy)]
  return [ok('disk', text)]
}

/** The memory limits to compare with the available memory. */
interface MemoryLimits {
  /** Of the embedded engine; 0 when the records are on a server. */
  readonly engine: number
  readonly query: number
  readonly answers: number
}

/** The rest of the program: its code, tag tables and databases. */
const PROGRAM = 400 * MIB

/** Whether the limits fit into the memory of this machine or container. */
export function checkMemory(limits: MemoryLimits, available: number = memoryHere()): Finding[] {
  const { engine, query, answers } = limits
  if (engine > 0 && query > engine)
    return [
      warning(
        'memory',
        `one query may use ${size(query)}, all together ${size(engine)}`,
        'set search.memoryLimit below store.memoryLimit',
      ),
    ]
  const most = engine + answers + PROGRAM
  const text = `up to ${size(most)} of ${size(available)}`
  if (most > available)
    return [
      warning('memory', text, 'lower store.memoryLimit and http.answerMemory, or give the machine more'),
    ]
  return [ok('memory', text)]
}

/** The container's limit where there is one, else the machine's memory. */
function memoryHere(): number {
  try {
    const limit = Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8'))
    return Number.isFinite(limit) && limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  } catch {
    return totalmem()
  }
}

/** Whether every query that may run has a thread. */
export function checkThreads(threads: number, sessions: number): Finding[] {
  const needed = sessions + 4
  const text = `${threads} threads for ${sessions} connections of the engine`
  if (threads >= needed) return [ok('threads', text)]
  return [
    warning(
      'threads',
      text,
      `start with bin/periplus, or with UV_THREADPOOL_SIZE=${needed} in the environment`,
    ),
  ]
}

/** The engine opens every file of a part that it reads; with fewer descriptors calls fail under load. */
const FEW_DESCRIPTORS = 4096

/** Whether enough files may be open; `limit` is that of this process, undefined if the system does not report it. */
export function checkDescriptors(limit: number | undefined = descriptorLimit()): Finding[] {
  if (limit === undefined) return []
  const text = `${limit} files may be open`
  if (limit >= FEW_DESCRIPTORS) return [ok('files', text)]
  return [warning('files', text, 'raise the limit to 65536: LimitNOFILE in the unit, `ulimit -n` in a shell')]
}

function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1]
    if (soft === undefined) return undefined
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft)
  } catch {
    return undefined
  }
}

const OBSERVED = 200
/** Milliseconds by which a clock that is being adjusted may deviate during the check. */
const APART = 50

/** Whether the clock runs evenly and is not behind files written with it. `newest` is in milliseconds. */
export async function checkClock(
  newest: readonly number[],
  now: () => number = Date.now,
): Promise<Finding[]> {
  const [wall, steady] = [now(), performance.now()]
  await sleep(OBSERVED)
  const apart = Math.abs(now() - wall - (performance.now() - steady))
  return judgeClock(now(), Math.max(0, ...newest), apart)
}

/** Judges the clock. */
export function judgeClock(now: number, newest: number, apart: number): Finding[] {
  const remedy = 'keep the clock by NTP, for instance with `timedatectl set-ntp true`'
  const shown = new Date(now).toISOString().slice(0, 19)
  if (apart > APART) return [warning('clock', `ran ${Math.round(apart)} ms apart from itself`, remedy)]
  const behind = newest - now
  if (behind > 60_000) {
    const later = new Date(newest).toISOString().slice(0, 19)
    return [warning('clock', `${shown} UTC, but the data directory was written at ${later}`, remedy)]
  }
  return [ok('clock', `${shown} UTC`)]
}

/** Whether the address can be listened on, when no server does. */
export async function checkPort(host: string, port: number): Promise<Finding[]> {
  const where = `port ${port} of ${host}`
  const code = await listenOnce(host, port)
  if (code === undefined) return [ok('port', `${where} is free`)]
  if (code === 'EADDRINUSE')
    return [error('port', `${where} is in use by another program`, 'end that program, or set http.port')]
  return [
    error(
      'port',
      `${where} cannot be used: ${code}`,
      'set http.host and http.port to values that this user may use',
    ),
  ]
}

function listenOnce(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** Whether a running server answers at its address. */
export async function checkAnswer(url: string): Promise<Finding[]> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })
    if (answer.ok) return [ok('port', `a server answers at ${url}`)]
    return [
      warning('port', `the server at ${url} is not ready (${answer.status})`, 'wait, then look into its log'),
    ]
  } catch {
    return [
      error(
        'port',
        `a server has the data directory, but none answers at ${url}`,
        'run doctor with the settings the server was started with, or restart it',
      ),
    ]
  }
}
