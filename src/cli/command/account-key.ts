// `periplus account key …`: the keys of an account beside its first one.
import { Command } from 'commander'
import {
  type AccountService,
  DIALECTS,
  type Dialect,
  MOST_KEY_RATE,
  OPERATOR,
  SCOPES,
  type Scope,
  type ShownKey,
} from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { withAccounts } from '../data/accounts.ts'
import { exampleText, table, type CommandContext } from '../output/output.ts'
import { date, list, oneOf, wholeNumber } from '../input/parse.ts'
import { type CommonOptions, json } from './account-part.ts'

/** The group of commands. */
export function keyCommand(context: CommandContext): Command {
  return new Command('key')
    .description('keys of an account: list, create, rotate, revoke')
    .helpOption('-h, --help', 'print help')
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(rotateCommand(context))
    .addCommand(revokeCommand(context))
}

function part(name: string, description: string, ...examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', exampleText(`periplus account key ${name}`, examples))
    .argument('<email>', 'which account')
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--json', 'print one JSON object')
}

function listCommand({ terminal }: CommandContext): Command {
  return part('list', 'list the keys of an account, without their secret parts', 'ada@example.com').action(
    async (email: string, options: CommonOptions) => {
      const keys = (await withAccounts(options.data, (accounts) => accounts.listKeys(email))).map(shown)
      const names = ['id', 'name', 'start', 'dialect', 'scopes', 'networks', 'rate', 'expires_at', 'used_at']
      const rows = keys.map((key: Readonly<Record<string, unknown>>) =>
        names.map((name) => String(key[name] ?? '')),
      )
      terminal.out(options.json ? json({ keys }) : table(names, rows, terminal.width))
    },
  )
}

function shown({ id, name, start, dialect, scopes, networks, rate, ...times }: ShownKey) {
  const { expiresAt, createdAt, lastUse } = times
  return {
    ...{ id, name, start, dialect, scopes, networks, rate },
    expires_at: expiresAt === undefined ? null : printTime(expiresAt),
    created_at: printTime(createdAt),
    used_at: lastUse === undefined ? null : printTime(lastUse.time),
    used_from: lastUse?.address ?? null,
  }
}

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly dialect?: Dialect
  readonly scopes?: readonly Scope[]
  readonly networks?: readonly string[]
  readonly rate?: number
  readonly expires?: number
}

function createCommand({ terminal }: CommandContext): Command {
  return part(
    'create',
    'create a key and print it; it is not stored and cannot be shown again',
    'ada@example.com --name scanner --scopes search,export --expires 2027-12-31',
    'ada@example.com --name office --networks 192.0.2.0/24,2001:db8::/32 --rate 60',
  )
    .requiredOption('--name <name>', 'its name, unique within the account')
    .option('--dialect <name>', `spelling of the API: ${DIALECTS.join(', ')}`, oneOf('--dialect', DIALECTS))
    .option(
      '--scopes <a,b>',
      `what it may be used for: ${SCOPES.join(', ')} (default: search,export,tag)`,
      (text) => list(text).map(oneOf('--scopes', SCOPES)),
    )
    .option('--networks <a,b>', 'addresses and networks it may be used from (default: anywhere)', list)
    .option(
      '--rate <n>',
      'calls per minute (default: that of the level)',
      wholeNumber('--rate', 1, MOST_KEY_RATE),
    )
    .option('--expires <date>', 'last moment at which it works, UTC (default: never)', date('--expires'))
    .action(async (email: string, { data, json: asJson, expires, ...input }: CreateOptions) => {
      const create = (accounts: AccountService) =>
        accounts.createKey(OPERATOR, email, { ...input, expiresAt: expires })
      const { key, named } = await withAccounts(data, create)
      terminal.out(asJson ? json({ id: named.id, name: named.name, key }) : `${key}\n`)
    })
}

const number = wholeNumber('<id>', 0, Number.MAX_SAFE_INTEGER)

function rotateCommand({ terminal }: CommandContext): Command {
  return part('rotate', 'replace a key; the old one stops working at once', 'ada@example.com 3')
    .argument('<id>', 'its number; 0 for the first key', number)
    .action(async (email: string, id: number, options: CommonOptions) => {
      const key = await withAccounts(options.data, (accounts) => accounts.rotateNamedKey(OPERATOR, email, id))
      terminal.out(options.json ? json({ id, key }) : `${key}\n`)
    })
}

function revokeCommand({ terminal }: CommandContext): Command {
  return part('revoke', 'revoke a key at once', 'ada@example.com 3')
    .argument('<id>', 'its number', number)
    .action(async (email: string, id: number, options: CommonOptions) => {
      await withAccounts(options.data, (accounts) => accounts.revokeKey(OPERATOR, email, id))
      terminal.out(options.json ? json({ revoked: id }) : `key ${id} is revoked\n`)
    })
}
