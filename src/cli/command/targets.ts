// `periplus targets`: what matches as a list that a scanner reads, each target once, newest first.
import type { Command } from 'commander'
import {
  TARGET_FIELDS,
  TARGET_KINDS,
  type TargetKind,
  type TargetList,
  type TargetRow,
  targetList,
} from '../../service/target/index.ts'
import {
  connectExisting,
  type DataOptions,
  type QueryOptions,
  withDataOptions,
  withQueryOptions,
} from '../data/connect.ts'
import { withMistakeShown } from '../output/query-mistake.ts'
import { type CommandContext, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { oneOf, timeSpan } from '../input/parse.ts'
import {
  type Access,
  accessOf,
  refuseAccount,
  type ServerOptions,
  withServerOptions,
} from '../remote/access.ts'

interface TargetsOptions extends DataOptions, ServerOptions, QueryOptions {
  readonly as: TargetKind
  readonly full: boolean
  readonly family?: '4' | '6'
  readonly unlessSeen?: number
}

/** Adds the command. */
export function addTargets(program: Command, context: CommandContext): void {
  const command = program
    .command('targets')
    .description(OVERVIEW.targets.description)
    .argument('<query>', 'which records')
    .requiredOption(
      '--as <tool>',
      'nmap or masscan: addresses; nuclei or httpx: URLs and host:port; urls: URLs of web pages',
      oneOf('--as', TARGET_KINDS),
    )
    .option(
      '--unless-seen <time>',
      'leave out what was seen within this time, such as 24h',
      timeSpan('--unless-seen'),
    )
    .option(
      '--family <n>',
      'with nmap and masscan only addresses of IPv4 or IPv6: 4 or 6 (nmap: 4)',
      oneOf('--family', ['4', '6']),
    )
    .option('--full', 'all records, not only those seen within the last year', false)
    .addHelpText('after', EXAMPLES)
  withServerOptions(withQueryOptions(withDataOptions(command))).action(
    (query: string, options: TargetsOptions) => runTargets(query, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus targets 'port=22' --as nmap | nmap -p 22 -iL -
  periplus targets 'is_ipv6=true' --as nmap --family 6 | nmap -6 -iL -
  periplus targets 'product="nginx"' --as nuclei --unless-seen 24h > targets.txt
  periplus targets 'protocol="https"' --as urls --server https://periplus.example.com --email ada@example.com`

async function runTargets(query: string, options: TargetsOptions, context: CommandContext): Promise<void> {
  const access = accessOf(options)
  refuseAccount(access, options.account)
  const list = targetList({
    kind: options.as,
    family: options.family === undefined ? undefined : options.family === '6' ? 6 : 4,
    unseenSince: options.unlessSeen === undefined ? undefined : Date.now() - options.unlessSeen,
  })
  await withMistakeShown(query, context, () =>
    access === undefined
      ? fromHere(query, options, list, context)
      : fromServer(access, query, options, list, context),
  )
  report(list, context)
}

async function fromHere(
  query: string,
  options: TargetsOptions,
  list: TargetList,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const operator = await connectExisting(options)
  try {
    const { full, account } = options
    const pieces = operator.export({ query, full, account, fields: TARGET_FIELDS, from: undefined })
    for await (const { rows } of pieces) {
      terminal.data(rows.map((row) => list.line(rowOf(row))).join(''))
      signal.throwIfAborted()
      await terminal.drained()
    }
  } finally {
    await operator.close()
  }
}

function rowOf(values: readonly string[]): TargetRow {
  const entries = TARGET_FIELDS.map((name, index) => [name, values[index] ?? ''] as const)
  return Object.fromEntries(entries) as TargetRow
}

async function fromServer(
  access: Access,
  query: string,
  { full }: TargetsOptions,
  list: TargetList,
  context: CommandContext,
): Promise<void> {
  const { exportToOutput } = await import('../remote/export.ts')
  let rest = ''
  const write = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    context.terminal.data(lines.map((line) => list.line(JSON.parse(line) as TargetRow)).join(''))
  }
  await exportToOutput(access, { query, fields: TARGET_FIELDS, full, format: 'ndjson' }, context, write)
}

function report(list: TargetList, { terminal }: CommandContext): void {
  const { targets, recent, without } = list.counts()
  const left = [
    ...(recent === 0 ? [] : [`${counted(recent, 'target')} seen recently left out`]),
    ...(without === 0 ? [] : [`${counted(without, 'record')} without such a target`]),
  ]
  terminal.error(`${[counted(targets, 'target'), ...left].join('; ')}\n`)
}
