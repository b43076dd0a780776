// The layout of a data directory.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError, systemReason } from '../../error/index.ts'

/** The layout of a data directory. */
export interface DataFiles {
  readonly directory: string
  /** The engine's own directory. */
  readonly records: string
  /** Accounts, coins, tasks and audit, unless they are in PostgreSQL. */
  readonly state: string
  /** Which database holds the accounts. */
  readonly accounts: string
  /** Whether the records are here or on servers. */
  readonly recordsLocation: string
  /** Encrypts keys; belongs in every backup. */
  readonly secret: string
  /** How far the audit trail was sealed, signed. */
  readonly auditHead: string
  /** Where a server accepts the operator's commands. */
  readonly socket: string
  /** Progress of each unfinished import. */
  readonly imports: string
  readonly rejects: string
  /** Icons of sites, for the page. */
  readonly icons: string
  /** Screenshots of services, in folders by the first digits of their names. */
  readonly screenshots: string
  /** Distinguishes this directory from others that share a state database. */
  readonly place: string
  /** Exports of accounts, finished and in progress. */
  readonly exports: string
  /** Uploaded files that are not imported yet. */
  readonly uploads: string
  /** Feeds with their versions. */
  readonly feeds: string
  /** Own rules that recognise products. */
  readonly rules: string
  /** Lists of known vulnerabilities. */
  readonly vulnerabilities: string
  /** Compiled feeds, ready to load; recreated when missing. */
  readonly compiled: string
  /** Results of tagging, unless the settings name another directory. */
  readonly results: string
  readonly firstAccount: string
  /** Exists until the demonstration set is complete. */
  readonly demonstration: string
  /** Exists while a backup is being restored into the directory. */
  readonly restoring: string
  /** Settings of this directory. */
  readonly settings: string
}

/** The paths inside a data directory, which is created when missing. */
export function dataFiles(directory: string): DataFiles {
  makeDirectory(directory)
  return dataPaths(directory)
}

/** The same for a directory that may be missing; creates nothing. */
export function dataPaths(directory: string): DataFiles {
  return {
    directory,
    records: join(directory, 'records'),
    vulnerabilities: join(directory, 'vulnerabilities.sqlite'),
    state: join(directory, 'state.sqlite'),
    accounts: join(directory, 'accounts.json'),
    recordsLocation: join(directory, 'records.json'),
    secret: join(directory, 'secret'),
    auditHead: join(directory, 'audit-head'),
    socket: join(directory, 'periplus.sock'),
    imports: join(directory, 'imports'),
    rejects: join(directory, 'rejects'),
    icons: join(directory, 'icons'),
    screenshots: join(directory, 'screenshots'),
    place: join(directory, 'place'),
    exports: join(directory, 'exports'),
    uploads: join(directory, 'uploads'),
    feeds: join(directory, 'feeds'),
    rules: join(directory, 'rules'),
    compiled: join(directory, 'feeds', 'compiled.bin'),
    results: join(directory, 'results'),
    firstAccount: join(directory, 'first-account.txt'),
    demonstration: join(directory, 'demonstration.json'),
    restoring: join(directory, 'restoring'),
    settings: join(directory, 'periplus.json'),
  }
}

/** Fails with `input` for a missing directory: a misspelt one is reported, not created and found empty. */
export function refuseMissing(directory: string): void {
  if (existsSync(directory)) return
  throw new AppError('input', `there is no data directory \`${directory}\`; choose another with --data`)
}

/** Fails with `input` where a restore was interrupted. */
export function refuseUnfinished({ directory, restoring }: DataFiles): void {
  if (!existsSync(restoring)) return
  throw new AppError(
    'input',
    `a backup is being restored into \`${directory}\`, or that was interrupted: wait, or run the same \`periplus restore\` again`,
  )
}

function makeDirectory(directory: string): void {
  try {
    // Node.js itself never returns from making folders within one that is not a place for any, such as /proc.
    const missing: string[] = []
    for (let at = resolve(directory); !existsSync(at); at = dirname(at)) missing.unshift(at)
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (existsSync(directory)) return
    throw new AppError('input', `cannot use the data directory \`${directory}\`: ${systemReason(cause)}`, {
      cause,
    })
  }
}
