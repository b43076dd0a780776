// A data directory remembers where its records are, so that a program without the matching settings reports that instead of
// reading, or writing, other records.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { parseServers } from '../../util/index.ts'
import { type DataFiles, dataFiles } from './data-directory.ts'

/** What a data directory remembers; none of it is secret. */
interface RecordsLocation {
  readonly kind: 'embedded' | 'servers'
  /** Hosts and database, or the name of the directory. */
  readonly where: string
}

/** Fails with `input` when the records of the data directory are elsewhere than the settings say. */
export function checkRecordsLocation(config: Config): void {
  const files = dataFiles(config.data)
  const known = readLocation(files)
  const asked = locationOf(config)
  if (known === undefined || isSame(known, asked)) return
  if (asked.kind === 'embedded') throw notSet(files, known)
  throw elsewhere(files, known, asked)
}

/**
 * The same for a command that leaves its records to a running server: only settings that name other servers contradict it, and a
 * command needs none.
 */
export function checkNamedRecords(config: Config): void {
  if (config['store.url'] !== '') checkRecordsLocation(config)
}

/** Remembers that the records are where the settings say. */
export function rememberRecordsLocation(config: Config): void {
  const files = dataFiles(config.data)
  const location = locationOf(config)
  const known = readLocation(files)
  if (known?.kind === location.kind && known.where === location.where) return
  const aside = `${files.recordsLocation}.${process.pid}.next`
  writeFileSync(aside, `${JSON.stringify(location, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(aside, files.recordsLocation)
}

function locationOf(config: Config): RecordsLocation {
  const servers = parseServers(config['store.url'])
  if (servers === undefined) return { kind: 'embedded', where: 'records' }
  return { kind: 'servers', where: `${servers.hosts.join(',')}/${servers.database}` }
}

/** The same servers may be listed in another order, and servers may be added. */
function isSame(known: RecordsLocation, asked: RecordsLocation): boolean {
  if (known.kind !== asked.kind) return false
  const [hosts = '', database] = known.where.split('/')
  const [others = '', other] = asked.where.split('/')
  const all = others.split(',')
  return database === other && hosts.split(',').some((host) => all.includes(host))
}

function readLocation({ recordsLocation }: DataFiles): RecordsLocation | undefined {
  if (!existsSync(recordsLocation)) return undefined
  try {
    return JSON.parse(readFileSync(recordsLocation, 'utf8')) as RecordsLocation
  } catch (cause) {
    throw new AppError('input', `\`${recordsLocation}\` cannot be read: restore it, or remove it`, { cause })
  }
}

function notSet({ directory, recordsLocation }: DataFiles, { where }: RecordsLocation): AppError {
  return new AppError(
    'input',
    `the records of \`${directory}\` are on ClickHouse servers, \`${where}\`, but store.url is not set here: give this command the settings of the server, for example PERIPLUS_STORE_URL; or remove \`${recordsLocation}\` to use other records`,
  )
}

function elsewhere(
  { directory, recordsLocation }: DataFiles,
  known: RecordsLocation,
  asked: RecordsLocation,
): AppError {
  const where = known.kind === 'embedded' ? 'in its directory `records`' : `on \`${known.where}\``
  return new AppError(
    'input',
    `the records of \`${directory}\` are ${where}, but store.url names \`${asked.where}\`: copy them with \`periplus migrate\`, correct store.url, or remove \`${recordsLocation}\` to use other records`,
  )
}
