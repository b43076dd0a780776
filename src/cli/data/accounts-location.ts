// A data directory remembers where its accounts are, so that a command without the server's settings reports that instead of
// finding no accounts.
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from '../../config/index.ts'
import { replaceFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import { openState, type State, type StateOptions, serverOf } from '../../state/index.ts'
import { stateOptions } from './account-settings.ts'
import { type DataFiles, dataFiles } from './data-directory.ts'

/** What a data directory remembers; none of it is secret. */
interface AccountsLocation {
  readonly kind: State['kind']
  /** Host, port and database, or the name of the file. */
  readonly where: string
  /** The database's own id, which moves with it. */
  readonly id: string
}

/** The state database of the settings. Fails with `input` when the data directory remembers another kind of it. */
export function accountsOptions(config: Config): StateOptions {
  const files = dataFiles(config.data)
  const options = stateOptions(config)
  const known = readLocation(files)
  if (known === undefined) return options
  if (known.kind === 'postgres' && 'file' in options) throw notSet(files, known)
  if (known.kind === 'sqlite' && 'url' in options) throw moved(files, whereOf(options))
  if ('file' in options && !existsSync(options.file)) throw gone(files)
  return options
}

/**
 * Opens the state database of the settings, and remembers it. Fails with `input` when the accounts are in another one, or when
 * there are none yet unless `mayCreate`.
 */
export async function openAccountsState(config: Config, { mayCreate = true } = {}): Promise<State> {
  const files = dataFiles(config.data)
  const options = accountsOptions(config)
  // A database that lost its accounts is refused below, with an error that says so.
  const state = await openState(options, { mayCreate: mayCreate || readLocation(files) !== undefined })
  const { kind, id } = state
  const location = { kind, where: whereOf(options), id }
  const known = readLocation(files)
  if (known !== undefined && known.id !== id) {
    await state.close()
    throw replaced(files, known, location)
  }
  if (known?.where !== location.where) writeLocation(files, location)
  return state
}

function whereOf(options: StateOptions): string {
  return 'file' in options ? 'state.sqlite' : serverOf(options.url)
}

function readLocation({ accounts }: DataFiles): AccountsLocation | undefined {
  if (!existsSync(accounts)) return undefined
  try {
    return JSON.parse(readFileSync(accounts, 'utf8')) as AccountsLocation
  } catch (cause) {
    throw new AppError('input', `\`${accounts}\` cannot be read: restore it, or remove it`, { cause })
  }
}

function writeLocation({ accounts }: DataFiles, location: AccountsLocation): void {
  replaceFile(accounts, `${JSON.stringify(location, null, 2)}\n`)
}

function notSet({ directory }: DataFiles, { where }: AccountsLocation): AppError {
  return new AppError(
    'input',
    `the accounts of \`${directory}\` are in PostgreSQL, \`${where}\`, but state.url is not set here: give this command the settings of the server, for example PERIPLUS_STATE_URL`,
  )
}

function moved({ directory, accounts }: DataFiles, where: string): AppError {
  return new AppError(
    'input',
    `the accounts of \`${directory}\` are in its file state.sqlite, but state.url names PostgreSQL, \`${where}\`: move them with \`periplus backup\` and \`periplus restore\`, or remove \`${accounts}\` to use other accounts`,
  )
}

function gone({ directory, accounts }: DataFiles): AppError {
  return new AppError(
    'input',
    `the accounts of \`${directory}\` were in its file state.sqlite, which is missing: restore it from a backup, or remove \`${accounts}\` to start without accounts`,
  )
}

function replaced(
  { directory, accounts }: DataFiles,
  known: AccountsLocation,
  found: AccountsLocation,
): AppError {
  const text =
    known.where === found.where
      ? `\`${found.where}\` no longer holds the accounts of \`${directory}\`: it was created again or replaced; restore it from a backup`
      : `the accounts of \`${directory}\` are in \`${known.where}\`, but the settings name \`${found.where}\`, which holds others: correct state.url`
  return new AppError('input', `${text}, or remove \`${accounts}\` to use other accounts`)
}
