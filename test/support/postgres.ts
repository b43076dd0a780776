// A separate real PostgreSQL server for a test file, from the Debian package, in a temporary directory.
import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const PACKAGES = '/usr/lib/postgresql'

/** Names the directory in which a run of the tests keeps the files of new servers. The program reports unknown variables of its own prefix. */
export const CLUSTERS_VARIABLE = 'POSTGRES_TEST_CLUSTERS'

/** The path of the server's programs, or undefined if none are installed. */
export const POSTGRES_PROGRAMS = findPrograms()

/** Why tests on PostgreSQL are skipped; undefined when they run. */
export const NO_POSTGRES =
  POSTGRES_PROGRAMS === undefined ? 'needs PostgreSQL (Debian: apt-get install postgresql)' : undefined

function findPrograms(): string | undefined {
  if (!existsSync(PACKAGES)) return undefined
  const versions = readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(PACKAGES, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

/** A running server. */
export interface PostgresServer {
  /** Creates an empty schema, which is much cheaper than a database, and returns an address for it. */
  readonly create: () => Promise<string>
  /** Stops the server, waits for `meanwhile`, and starts it again. */
  readonly restart: (mode: 'fast' | 'immediate', meanwhile?: () => Promise<void>) => Promise<void>
  /** Stops all of its processes in place (SIGSTOP) while `meanwhile` runs: the server neither answers nor refuses. */
  readonly freeze: (meanwhile: () => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Options of a server in addition to what tests need. */
export interface PostgresOptions {
  readonly locale?: string
  readonly settings?: readonly string[]
  /** Commits survive a crash of the server, as with PostgreSQL's default settings; slower. */
  readonly keepsCommits?: boolean
}

/** Starts a server that listens only on a Unix socket. As root, it runs as the package's user, as PostgreSQL requires. */
export async function startPostgres({
  locale = 'C',
  settings: more = [],
  keepsCommits = false,
}: PostgresOptions = {}): Promise<PostgresServer> {
  if (POSTGRES_PROGRAMS === undefined) throw new Error(NO_POSTGRES)
  const directory = mkdtempSync(join(tmpdir(), 'periplus-pg-'))
  const user = serverUser()
  if (user !== undefined) execFileSync('chown', [`${user.uid}:${user.gid}`, directory])
  const data = join(directory, 'data')
  createCluster(data, locale, { ...user, cwd: directory, stdio: 'ignore' })
  const settings = [
    'listen_addresses=',
    'fsync=off',
    ...(keepsCommits ? [] : ['synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=60',
    `unix_socket_directories=${directory}`,
    ...more,
  ]
  const start = (): ChildProcess =>
    spawn(
      join(POSTGRES_PROGRAMS, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: directory, stdio: 'ignore' },
    )
  let server = start()
  const address = (schema: string) => {
    const options = new URLSearchParams({ host: directory, options: `-c search_path=${schema}` })
    return `postgres://periplus@localhost/postgres?${options}`
  }
  await waitUntilReady(address('public'), server)
  let count = 0
  return {
    create: async () => {
      const name = `state${++count}`
      await query(address(name), `create schema ${name}`)
      return address(name)
    },
    freeze: async (meanwhile) => {
      const all = [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]
      for (const pid of all) signal(pid, 'SIGSTOP')
      try {
        await meanwhile()
      } finally {
        for (const pid of all.reverse()) signal(pid, 'SIGCONT')
      }
    },
    restart: async (mode, meanwhile = async () => {}) => {
      // Commits are not synced here, so a crash would lose the latest.
      await query(address('public'), 'checkpoint')
      await end(server, mode)
      await meanwhile()
      server = start()
      await waitUntilReady(address('public'), server)
    },
    stop: async () => {
      await end(server, 'fast')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Creates the files of a server; within one run of the tests they are made once for each locale, and then copied. */
function createCluster(data: string, locale: string, as: ExecFileSyncOptions): void {
  const made = process.env[CLUSTERS_VARIABLE]
  const whole = made && join(made, locale)
  if (whole && existsSync(whole)) {
    execFileSync('cp', ['-a', whole, data], as)
    return
  }
  const options = [
    '-D',
    data,
    '-U',
    'periplus',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    `--locale=${locale}`,
  ]
  execFileSync(join(POSTGRES_PROGRAMS ?? '', 'initdb'), options, as)
  if (!whole) return
  const own = `${whole}.${process.pid}`
  execFileSync('cp', ['-a', data, own])
  try {
    renameSync(own, whole)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true })
  }
}

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** A process that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error('the PostgreSQL server ended at its start')
    try {
      return await query(url, 'select 1')
    } catch {
      await sleep(50)
    }
  }
  throw new Error('the PostgreSQL server does not answer')
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function end(server: ChildProcess, mode: 'fast' | 'immediate'): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  if (server.exitCode === null) await ended
}
