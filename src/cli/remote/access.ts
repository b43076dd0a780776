// The server that a command works with: --server, --email and --key, or the environment, or the settings file.
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { trimTail } from '../../util/index.ts'

/** Options of commands that can work with a remote server. */
export interface ServerOptions {
  readonly data?: string
  readonly server?: string
  readonly email?: string
  readonly key?: string
}

/** A server and an account on it. */
export interface Access {
  /** URL without a final slash. */
  readonly url: string
  readonly email: string
  readonly key: string
}

/** Adds the options that name a remote server. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--server <url>', 'work with a server on another machine (PERIPLUS_SERVER)')
    .option('--email <address>', 'account on that server (PERIPLUS_EMAIL)')
    .option('--key <key>', 'its key; better kept in PERIPLUS_KEY, which other users cannot see')
}

/**
 * The server that a command uses; undefined for a local data directory. `--data` on the command line means local, whatever the
 * environment says. Fails with `input` when something is missing or contradicts.
 */
export function accessOf(options: ServerOptions): Access | undefined {
  const { data, server, email, key } = options
  const named = [server, email, key].some((value) => value !== undefined)
  if (data !== undefined && named) {
    throw new AppError(
      'input',
      '--data means this machine, --server, --email and --key another one; give either',
    )
  }
  if (data !== undefined) return undefined
  const trimmed = server === undefined ? undefined : trimTail(server, '/')
  const config = readConfig({ flags: { server: trimmed, email, key } })
  if (config.server === '') {
    if (named) throw new AppError('input', '--email and --key need --server or PERIPLUS_SERVER')
    return undefined
  }
  return complete({ url: config.server, email: config.email, key: config.key })
}

/** Fails with `input` where an account of a data directory is named for a remote server. */
export function refuseAccount(access: Access | undefined, account: string | undefined): void {
  if (access === undefined || account === undefined) return
  throw new AppError(
    'input',
    '--account is for a data directory here; on a server, --email names the account',
  )
}

/**
 * Fails with `input` where the environment names a remote server and the command changes local records: a user who counted on the
 * server would otherwise remove records here.
 */
export function refuseElsewhere({ data }: Pick<ServerOptions, 'data'>): void {
  const { server } = readConfig({})
  if (data !== undefined || server === '') return
  throw new AppError(
    'input',
    `this command works on a data directory here, and PERIPLUS_SERVER names \`${server}\`; say which directory with --data`,
  )
}

function complete(access: Access): Access {
  const missing = [
    ...(access.email === '' ? ['the e-mail (--email or PERIPLUS_EMAIL)'] : []),
    ...(access.key === '' ? ['the key (--key or PERIPLUS_KEY)'] : []),
  ]
  if (missing.length === 0) return access
  throw new AppError('input', `${access.url} wants to know who calls: give ${missing.join(' and ')}`)
}
