// `periplus account coins|ledger|usage|networks|audit|invite|invitations`: what accounts hold and what happened.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import {
  LEVELS,
  type Level,
  OPERATOR,
  registrationPath,
  showAccountFacts,
  showAuditEntry,
  showInvitation,
  showLedgerEntry,
  COIN_ACTIONS,
  type CoinAction,
} from '../../service/account/index.ts'
import { printTime } from '../../util/index.ts'
import { withAccounts } from '../data/accounts.ts'
import { table, type CommandContext } from '../output/output.ts'
import { date, oneOf, wholeNumber } from '../input/parse.ts'
import { accountPart, type CommonOptions, json, linkText } from './account-part.ts'

const MOST_COINS = 1_000_000_000

type Row = Readonly<Record<string, unknown>>

/** The parts of `periplus account` that move coins and read what happened. */
export function recordCommands(context: CommandContext): readonly Command[] {
  return [
    coinsCommand(context),
    ledgerCommand(context),
    usageCommand(context),
    networksCommand(context),
    auditCommand(context),
    inviteCommand(context),
    invitationsCommand(context),
    withdrawCommand(context),
  ]
}

/** Prints rows as a table, or as JSON under their name. */
function print(
  { terminal }: CommandContext,
  options: CommonOptions,
  name: string,
  rows: readonly Row[],
): void {
  const names = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => names.map((key) => cellOf(row[key])))
  const text = rows.length === 0 ? `no ${name}\n` : table(names, cells, terminal.width)
  terminal.out(options.json ? json({ [name]: rows }) : text)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function coinsCommand({ terminal }: CommandContext): Command {
  return accountPart(
    'coins',
    'give, take or refund coins',
    'ada@example.com grant 100 --reason "paid until March"',
    'ada@example.com refund 5',
  )
    .argument('<email>', 'which account')
    .argument('<action>', 'grant, take or refund', oneOf('action', COIN_ACTIONS))
    .argument('<n>', 'how many', wholeNumber('<n>', 1, MOST_COINS))
    .option('--reason <text>', 'why, for the ledger and the audit trail', '')
    .action(
      async (
        email: string,
        action: CoinAction,
        amount: number,
        options: CommonOptions & { reason: string },
      ) => {
        const account = await withAccounts(options.data, (accounts) =>
          accounts.moveCoins(OPERATOR, email, action, amount, options.reason),
        )
        terminal.out(options.json ? json(showAccountFacts(account)) : `${account.coins} coins\n`)
      },
    )
}

function ledgerCommand(context: CommandContext): Command {
  return withLimit(accountPart('ledger', 'movements of coins, newest first', 'ada@example.com --limit 20'))
    .argument('<email>', 'which account')
    .action(async (email: string, options: CommonOptions & { limit: number }) => {
      const rows = await withAccounts(options.data, (accounts) =>
        accounts.readLedger(email, { limit: options.limit }),
      )
      print(context, options, 'entries', rows.map(showLedgerEntry))
    })
}

function usageCommand(context: CommandContext): Command {
  return withDays(
    accountPart('usage', 'calls per day, account and route', '--days 7', 'ada@example.com --json'),
  )
    .argument('[email]', 'which account; all unless given')
    .action(async (email: string | undefined, options: CommonOptions & { days: number }) => {
      const rows = await withAccounts(options.data, (accounts) => accounts.readUsage(options.days, email))
      const shown = rows.map(({ day, email, route, calls, rows, coins }) => ({
        ...{ day, email, route, calls, rows, coins },
      }))
      print(context, options, 'usage', shown)
    })
}

function networksCommand(context: CommandContext): Command {
  return withDays(
    accountPart(
      'networks',
      'keys used from unusually many networks on a day, the most first',
      '--days 7',
      'ada@example.com --least 3',
    ),
  )
    .argument('[email]', 'which account; all unless given')
    .option('--least <n>', 'from how many networks on', wholeNumber('--least', 1, 256), 10)
    .action(async (email: string | undefined, options: CommonOptions & { days: number; least: number }) => {
      const rows = await withAccounts(options.data, (accounts) =>
        accounts.readNetworks(options.days, email, options.least),
      )
      const shown = rows.map(({ day, email, networks }) => ({ day, email, networks }))
      print(context, options, 'networks', shown)
    })
}

function auditCommand(context: CommandContext): Command {
  return withLimit(
    accountPart(
      'audit',
      'who did what and when, newest first',
      '--limit 20',
      'ada@example.com --action key.rotate',
    ),
  )
    .argument('[email]', 'by or about which account; all unless given')
    .option('--action <name>', 'only this action, such as key.rotate')
    .action(
      async (email: string | undefined, options: CommonOptions & { limit: number; action?: string }) => {
        const { limit, action } = options
        const rows = await withAccounts(options.data, (accounts) =>
          accounts.readTrail('operator', { account: email, action, limit }),
        )
        print(context, options, 'entries', rows.map(showAuditEntry))
      },
    )
}

interface InviteOptions extends CommonOptions {
  readonly email?: string
  readonly level?: Level
  readonly levelUntil?: number
  readonly coins?: number
}

function inviteCommand({ terminal }: CommandContext): Command {
  return accountPart(
    'invite',
    'make a one-time link with which somebody registers',
    '',
    '--email ada@example.com --level member --coins 100',
  )
    .option('--email <e>', 'the only e-mail that may use it')
    .option('--level <name>', `level: ${LEVELS.join(', ')}`, oneOf('--level', LEVELS))
    .option('--level-until <date>', 'last moment of the level, UTC', date('--level-until'))
    .option('--coins <n>', 'coins to give', wholeNumber('--coins', 0, MOST_COINS))
    .action(async ({ data, json: asJson, ...input }: InviteOptions) => {
      const link = await withAccounts(data, (accounts) => accounts.invite(OPERATOR, input))
      const path = registrationPath(link.token)
      terminal.out(
        asJson ? json({ path, expires_at: printTime(link.expiresAt) }) : linkText(path, link.expiresAt, data),
      )
    })
}

function invitationsCommand(context: CommandContext): Command {
  return accountPart('invitations', 'invitations, newest first', '').action(
    async (options: CommonOptions) => {
      const rows = await withAccounts(options.data, (accounts) => accounts.listInvitations())
      print(context, options, 'invitations', rows.map(showInvitation))
    },
  )
}

function withdrawCommand({ terminal }: CommandContext): Command {
  return accountPart('withdraw-invitation', 'withdraw an invitation that nobody has used', '3')
    .argument('<id>', 'its number', wholeNumber('<id>', 1, Number.MAX_SAFE_INTEGER))
    .action(async (id: number, options: CommonOptions) => {
      const withdrawn = await withAccounts(options.data, (accounts) =>
        accounts.withdrawInvitation(OPERATOR, id),
      )
      if (!withdrawn) throw new AppError('input', `there is no unused invitation \`${id}\``)
      terminal.out(options.json ? json({ withdrawn: id }) : `invitation ${id} is withdrawn\n`)
    })
}

function withLimit(command: Command): Command {
  return command.option('--limit <n>', 'entries at most', wholeNumber('--limit', 1, 1000), 100)
}

function withDays(command: Command): Command {
  return command.option('--days <n>', 'UTC days, today included', wholeNumber('--days', 1, 3660), 30)
}
