// `periplus account …`: manages the accounts of a data directory, for users with write access to it.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import {
  type Account,
  type AccountPatch,
  type AccountService,
  DIALECTS,
  type Dialect,
  FIRST_KEY,
  LEVELS,
  type Level,
  OPERATOR,
  passwordPath,
  showAccountFacts,
} from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { withAccounts } from '../data/accounts.ts'
import { table, type CommandContext } from '../output/output.ts'
import { date, oneOf, wholeNumber } from '../input/parse.ts'
import { keyCommand } from './account-key.ts'
import { accountPart, type CommonOptions, json, linkText } from './account-part.ts'
import { recordCommands } from './account-record.ts'
import { OVERVIEW } from '../overview.ts'

const MOST_COINS = 1_000_000_000

/** Adds the command and its parts. */
export function addAccount(program: Command, context: CommandContext): void {
  const account = program
    .command('account')
    .description(OVERVIEW.account.description)
    .addHelpText('after', EXAMPLES)
  account.addCommand(createCommand(context))
  account.addCommand(listCommand(context))
  account.addCommand(showCommand(context))
  account.addCommand(setCommand(context))
  account.addCommand(rotateCommand(context))
  account.addCommand(keyCommand(context))
  account.addCommand(passwordCommand(context))
  account.addCommand(factorCommand(context))
  account.addCommand(passkeyCommand(context))
  account.addCommand(switchCommand(context, 'disable', 'end an account’s access at once', true))
  account.addCommand(switchCommand(context, 'enable', 'give a disabled account its access back', false))
  for (const part of recordCommands(context)) account.addCommand(part)
}

const EXAMPLES = `
Examples:
  periplus account create --email ada@example.com --level member --coins 100
  periplus account create --email tool@example.com --dialect live --json
  periplus account set ada@example.com --level enterprise --level-until 2027-12-31
  periplus account coins ada@example.com refund 5 --reason "an answer was wrong"
  periplus account networks --days 7
  periplus account rotate-key ada@example.com`

function withValues(command: Command): Command {
  return command
    .option('--level <name>', `level: ${LEVELS.join(', ')}`, oneOf('--level', LEVELS))
    .option('--level-until <date>', 'last moment of the level, UTC; free afterwards', date('--level-until'))
    .option('--dialect <name>', `spelling of the API: ${DIALECTS.join(', ')}`, oneOf('--dialect', DIALECTS))
    .option('--coins <n>', 'coins to give', wholeNumber('--coins', 0, MOST_COINS))
}

interface Values extends CommonOptions {
  readonly level?: Level
  readonly levelUntil?: number
  readonly dialect?: Dialect
  readonly coins?: number
}

type SetValues = Omit<Values, 'levelUntil'> &
  Pick<AccountPatch, 'username' | 'role'> & { readonly levelUntil?: number | false }

function createCommand({ terminal }: CommandContext): Command {
  const command = accountPart(
    'create',
    'create an account and print its key',
    '--email ada@example.com --level member --coins 100',
    '--email tool@example.com --dialect live --json',
    '--email boss@example.com --admin',
  )
    .requiredOption('--email <e>', 'e-mail address; the API’s first credential')
    .option('--username <name>', 'name shown to its owner (default: the e-mail’s first part)')
    .option('--admin', 'make it an administrator', false)
  return withValues(command).action(
    async (options: Values & { email: string; username?: string; admin: boolean }) => {
      const { email, username, level, levelUntil, dialect, coins, admin } = options
      const role = admin ? 'administrator' : 'user'
      const input = { email, username, level, levelUntil, dialect, coins, role } as const
      const { account, key, other } = await withAccounts(
        options.data,
        (accounts) => accounts.createAccount(OPERATOR, input),
        { makesFirst: true },
      )
      const facts = showAccountFacts(account)
      const keys = { [facts.dialect]: key, [other.dialect]: other.key }
      const lines = `key       ${key}   (dialect ${facts.dialect})\n          ${other.key}   (dialect ${other.dialect})\n`
      terminal.out(options.json ? json({ ...facts, key, keys }) : text(account) + lines)
    },
  )
}

function listCommand({ terminal }: CommandContext): Command {
  return accountPart('list', 'list all accounts', '', '--json').action(async (options: CommonOptions) => {
    const all = await withAccounts(options.data, readAll)
    const names = ['email', 'level', 'role', 'dialect', 'coins', 'disabled', 'created_at'] as const
    const rows = all.map(showAccountFacts).map((row) => names.map((name) => String(row[name] ?? '')))
    terminal.out(
      options.json ? json({ accounts: all.map(showAccountFacts) }) : table(names, rows, terminal.width),
    )
  })
}

async function readAll(accounts: AccountService): Promise<readonly Account[]> {
  const all: Account[] = []
  for (;;) {
    const page = await accounts.listAccounts({ after: all.at(-1)?.id ?? 0 })
    if (page.length === 0) return all
    all.push(...page)
  }
}

function showCommand({ terminal }: CommandContext): Command {
  return accountPart('show', 'show one account', 'ada@example.com', 'ada@example.com --key --json')
    .argument('<email>', 'which account')
    .option('--key', 'show the key too', false)
    .action(async (email: string, options: CommonOptions & { key: boolean }) => {
      const [account, key] = await withAccounts(options.data, async (accounts) => [
        await accounts.showAccount(email),
        options.key ? await accounts.revealKey(email) : undefined,
      ])
      const row = key === undefined ? showAccountFacts(account) : { ...showAccountFacts(account), key }
      terminal.out(options.json ? json(row) : text(account) + (key === undefined ? '' : `key       ${key}\n`))
    })
}

function setCommand({ terminal }: CommandContext): Command {
  const command = accountPart(
    'set',
    'change an account; options that are not given change nothing',
    'ada@example.com --level enterprise --level-until 2027-12-31',
    'ada@example.com --no-level-until',
    'ada@example.com --role administrator',
  )
    .argument('<email>', 'which account')
    .option('--username <name>', 'name shown to its owner')
    .option('--no-level-until', 'the level does not end')
    .option('--role <name>', 'user or administrator', oneOf('--role', ['user', 'administrator']))
  return withValues(command).action(async (email: string, options: SetValues) => {
    const { username, level, dialect, role, coins } = options
    const levelUntil = options.levelUntil === false ? null : options.levelUntil
    const account = await withAccounts(options.data, async (accounts) => {
      const changed = await accounts.changeAccount(OPERATOR, email, {
        username,
        level,
        levelUntil,
        dialect,
        role,
      })
      return coins === undefined || coins === 0
        ? changed
        : accounts.moveCoins(OPERATOR, email, 'grant', coins, 'account set')
    })
    terminal.out(options.json ? json(showAccountFacts(account)) : text(account))
  })
}

function rotateCommand({ terminal }: CommandContext): Command {
  return accountPart(
    'rotate-key',
    'replace the first key or the one that `--key` names; the account’s other keys still work',
    'ada@example.com',
    'ada@example.com --key scanner',
  )
    .argument('<email>', 'which account')
    .option('--key <name>', 'which key (default: the first one)', FIRST_KEY.name)
    .action(async (email: string, options: CommonOptions & { readonly key: string }) => {
      const { key, others } = await withAccounts(options.data, (accounts) =>
        rotateNamed(accounts, email, options.key),
      )
      terminal.out(
        options.json ? json({ email, rotated: options.key, key, not_rotated: others }) : `${key}\n`,
      )
      const rest = others.map((name) => `\`${name}\``).join(', ')
      if (rest !== '' && !options.json) terminal.error(`not rotated: ${rest}; name one with --key\n`)
    })
}

/** Rotates the key of this name; `others` are the keys that were not. */
async function rotateNamed(accounts: AccountService, email: string, name: string) {
  const keys = await accounts.listKeys(email)
  const key = keys.find((one) => one.name === name)
  if (key === undefined) {
    const known = keys.map((one) => `\`${one.name}\``).join(', ')
    throw new AppError('input', `the account has no key named \`${name}\`; it has ${known}`)
  }
  const others = keys.flatMap((one) => (one.id === key.id ? [] : one.name))
  return { key: await accounts.rotateNamedKey(OPERATOR, email, key.id), others }
}

function passwordCommand({ terminal }: CommandContext): Command {
  return accountPart(
    'set-password',
    'make a one-time link with which the owner sets a password',
    'ada@example.com',
  )
    .argument('<email>', 'which account')
    .action(async (email: string, options: CommonOptions) => {
      const link = await withAccounts(options.data, (accounts) => accounts.issuePasswordLink(OPERATOR, email))
      const path = passwordPath(link.token)
      terminal.out(
        options.json
          ? json({ email, path, expires_at: printTime(link.expiresAt) })
          : linkText(path, link.expiresAt, options.data),
      )
    })
}

function factorCommand({ terminal }: CommandContext): Command {
  return accountPart(
    'reset-second-factor',
    'switch off the second factor of an account whose owner lost it',
    'ada@example.com',
  )
    .argument('<email>', 'which account')
    .action(async (email: string, options: CommonOptions) => {
      const reset = await withAccounts(options.data, (accounts) =>
        accounts.removeSecondFactor(OPERATOR, email),
      )
      const text = reset ? 'the second factor is off\n' : 'the account has no second factor\n'
      terminal.out(options.json ? json({ reset }) : text)
    })
}

function passkeyCommand({ terminal }: CommandContext): Command {
  return accountPart('remove-passkeys', 'remove all passkeys of an account', 'ada@example.com')
    .argument('<email>', 'which account')
    .action(async (email: string, options: CommonOptions) => {
      const removed = await withAccounts(options.data, (accounts) => accounts.removePasskeys(OPERATOR, email))
      terminal.out(options.json ? json({ removed }) : `${removed} passkeys removed\n`)
    })
}

function switchCommand(
  { terminal }: CommandContext,
  name: string,
  description: string,
  disabled: boolean,
): Command {
  return accountPart(name, description, 'ada@example.com')
    .argument('<email>', 'which account')
    .action(async (email: string, options: CommonOptions) => {
      const account = await withAccounts(options.data, (accounts) =>
        accounts.changeAccount(OPERATOR, email, { disabled }),
      )
      terminal.out(options.json ? json(showAccountFacts(account)) : text(account))
    })
}

function text(account: Account): string {
  const { email, username, level, levelUntil, role, dialect, coins, disabled } = account
  const until = levelUntil === undefined ? '' : ` until ${printTime(levelUntil)} UTC`
  const lines = [
    ['email', email],
    ['username', username],
    ['level', level + until],
    ['role', role + (disabled ? ', disabled' : '')],
    ['dialect', dialect],
    ['coins', String(coins)],
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(10)}${value}\n`).join('')
}
