// Locates a command's records: a data directory opened here, or the server that owns it.
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config/index.ts'
import type { Feeds } from '../../service/feed/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import { dataFiles, refuseMissing, refuseUnfinished } from './data-directory.ts'
import { checkNamedRecords } from './records-location.ts'
import { accessOf, type ServerOptions } from '../remote/access.ts'
import type { Records } from '../remote/records.ts'

/** Options of every command that works on records. */
export interface DataOptions {
  readonly data?: string
}

/** Adds the options that locate the records. */
export function withDataOptions(command: Command): Command {
  return command.option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
}

/** Options of commands whose query may name stored lists. */
export interface QueryOptions {
  readonly account?: string
}

/** Adds the option that says whose stored lists a query names. */
export function withQueryOptions(command: Command): Command {
  return command.option(
    '--account <email>',
    'whose stored lists the query names (default: the only account of the data directory)',
  )
}

/** Opens the records: through the socket of the server that owns the data directory, or here. */
export async function connectData(options: DataOptions): Promise<Operator> {
  const config = readConfig({ flags: { data: options.data } })
  const files = dataFiles(config.data)
  if (await isServed(files.socket)) {
    checkNamedRecords(config)
    const { connectOperator } = await import('../../door/socket/index.ts')
    return connectOperator(files.socket)
  }
  return openHere(config)
}

/** The same for commands that create nothing: they need an existing data directory, or records on servers. */
export async function connectExisting(options: DataOptions): Promise<Operator> {
  const config = readConfig({ flags: { data: options.data } })
  if (config['store.url'] === '') refuseMissing(config.data)
  return connectData(options)
}

/**
 * The records that the options name: on a remote server, else in the data directory, which must exist when the command sets
 * `existing`.
 */
export async function connectRecords(
  options: ServerOptions,
  signal: AbortSignal,
  { existing = false } = {},
): Promise<Records> {
  const access = accessOf(options)
  if (access === undefined) return existing ? connectExisting(options) : connectData(options)
  const { remoteRecords } = await import('../remote/records.ts')
  return remoteRecords(access, signal)
}

async function openHere(config: Config): Promise<Operator> {
  refuseUnfinished(dataFiles(config.data))
  const [
    { openStoreWithState },
    { localOperator, operatorQueries },
    { openImports, ownUndos },
    { openFeeds },
    { LiveSources },
    { noteNew, ownDerivations },
    { ownExclusions },
    { openRetention },
    { createProvenance },
  ] = await Promise.all([
    import('./open-store.ts'),
    import('../../service/operator/index.ts'),
    import('./open-imports.ts'),
    import('./open-feeds.ts'),
    import('../../service/tag/index.ts'),
    import('./open-derivations.ts'),
    import('./open-exclusions.ts'),
    import('./open-retention.ts'),
    import('../../service/provenance/index.ts'),
  ])
  const { feeds: directory, compiled } = dataFiles(config.data)
  const sources = new LiveSources({ feeds: openFeeds(config), directory, compiled, forCommand: true })
  const { store, state } = await openStoreWithState(config)
  await noteNew({ config, state, store })
  const imports = openImports(config, state, store)
  const undos = ownUndos(config, state, imports)
  const derivations = ownDerivations({ config, state, store, sources })
  const operator = localOperator(store, sources, {
    imports,
    undos: undos.open,
    derivations,
    exclusions: await ownExclusions(state, store),
    retention: openRetention(config, state, store),
    provenance: createProvenance({ state, store, now: Date.now }),
    vulnerabilities: dataFiles(config.data).vulnerabilities,
    readText: operatorQueries(state),
  })
  const stopJobs = async (): Promise<void> => void (await Promise.all([undos.close(), derivations.close()]))
  return { ...operator, close: () => stopJobs().finally(() => operator.close()) }
}

/** The feeds of the data directory, through the socket of the server that owns it, or here. `existing` refuses a missing directory. */
export async function connectFeeds(options: DataOptions, { existing = true } = {}): Promise<Feeds> {
  const config = readConfig({ flags: { data: options.data } })
  if (existing) refuseMissing(config.data)
  const { socket } = dataFiles(config.data)
  if (await isServed(socket)) return (await import('../../door/socket/index.ts')).connectFeeds(socket)
  return (await import('./open-feeds.ts')).openFeeds(config)
}

/** Whether a live server listens on the socket; the socket file of a killed one does not answer. */
export async function isServed(socket: string): Promise<boolean> {
  if (!existsSync(socket)) return false
  const { socketAddress } = await import('../../door/socket/address.ts')
  return new Promise((resolve) => {
    const connection = connect(socketAddress(socket))
    connection.once('connect', () => {
      connection.end()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}
