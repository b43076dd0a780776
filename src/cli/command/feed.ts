// `periplus feed …`: the sources of tags, and the databases of locations and networks.
import { resolve } from 'node:path'
import { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { FeedContent, FeedOutcome, FeedRow, Recommended } from '../../service/feed/index.ts'
import type { ColumnHints } from '../../tag/index.ts'
import { printDay, visible } from '../../util/index.ts'
import { connectFeeds, type DataOptions } from '../data/connect.ts'
import { bytes, count, exampleText, table, type CommandContext } from '../output/output.ts'
import { list, oneOf, wholeNumber } from '../input/parse.ts'
import { OVERVIEW } from '../overview.ts'

interface Options extends DataOptions {
  readonly json?: boolean
}

interface AddOptions extends Options {
  readonly kind?: string
  readonly v6?: string
  readonly tags?: readonly string[]
  readonly basis?: 'published' | 'curated'
  readonly confidence?: number
  readonly override?: boolean
  readonly column?: string
  readonly acceptSize?: boolean
  readonly recommended?: boolean
  readonly first?: string
  readonly last?: string
  readonly licence?: string
}

/** Adds the command and its parts. */
export function addFeed(program: Command, context: CommandContext): void {
  const feed = program.command('feed').description(OVERVIEW.feed.description).addHelpText('after', EXAMPLES)
  for (const make of [addCommand, updateCommand, listCommand, showCommand, pinCommand, removeCommand])
    feed.addCommand(make(context))
}

const EXAMPLES = `
Examples:
  periplus feed add aws https://ip-ranges.amazonaws.com/ip-ranges.json
  periplus feed add tor-exits tor.txt --tags tor_exit
  periplus feed add ours overrides.json --override
  periplus feed add places city.mmdb --kind geography
  periplus feed add networks-here asn-v4.csv --v6 asn-v6.csv --kind network
  periplus feed update`

function part(name: string, description: string, ...examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', exampleText(`periplus feed ${name}`, examples))
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--json', 'print JSON')
}

function addCommand(context: CommandContext): Command {
  return part(
    'add',
    'add a feed from a file or an https:// address',
    'aws https://ip-ranges.amazonaws.com/ip-ranges.json',
    'tor-exits tor.txt --tags tor_exit',
    'ours overrides.json --override',
    'places city.mmdb --kind geography',
    'networks-here asn-v4.csv --v6 asn-v6.csv --kind network',
  )
    .argument('<name>', 'lower-case letters, digits and -')
    .argument('<from>', 'file or https:// address')
    .option('--kind <kind>', 'format, or geography or network for a database (default: by content)')
    .option('--v6 <file>', 'file for IPv6 of a database in two files')
    .option('--tags <a,b>', 'tags of the listed addresses, when the format has none', list)
    .option(
      '--basis <basis>',
      'published (by the owner) or curated',
      oneOf('--basis', ['published', 'curated']),
    )
    .option('--confidence <n>', 'start confidence, 1 to 100', wholeNumber('--confidence', 1, 100))
    .option('--accept-size', 'take the list however much it covers')
    .option(
      '--column <name>',
      'column of a table (name or number), or path of JSON, that holds the addresses',
    )
    .option('--first <name>', 'column of the first address of each range')
    .option('--last <name>', 'column of the last address of each range')
    .option('--override', 'a list of this server’s administrator: adds and forbids before all others')
    .option('--licence <text>', 'licence, where the feed does not state one')
    .action(async (name: string, from: string, options: AddOptions) => {
      const { kind, tags, basis, confidence, override, licence } = options
      const feeds = await connectFeeds(options, { existing: false })
      const content = contentOf(from, options.v6)
      const columns = columnsOf(options)
      const row = await feeds.add({
        name,
        content,
        kind,
        tags,
        basis,
        confidence,
        override,
        columns,
        acceptSize: options.acceptSize,
        licence,
      })
      print(row, options, context)
    })
}

function columnsOf({ column, first, last }: AddOptions): ColumnHints | undefined {
  return column === undefined && first === undefined && last === undefined
    ? undefined
    : { column, first, last }
}

function updateCommand(context: CommandContext): Command {
  return part(
    'update',
    'fetch one feed or all again; the last good version stays where that fails',
    '',
    'aws',
    'tor-exits tor-of-today.txt',
  )
    .argument('[name]', 'feed')
    .argument('[from]', 'file that replaces it')
    .option('--recommended', 'first add the recommended feeds that are not there yet')
    .option('--accept-size', 'take the list however much it covers')
    .option('--v6 <file>', 'file for IPv6 of a database in two files')
    .action(async (name: string | undefined, from: string | undefined, options: AddOptions) => {
      const feeds = await connectFeeds(options, { existing: options.recommended !== true })
      if (options.recommended) {
        const { addRecommended } = await import('../../service/feed/index.ts')
        reportAdded(await addRecommended(feeds), context)
      }
      const content = from === undefined ? undefined : contentOf(from, options.v6)
      const outcomes = await feeds.update(name, content, { acceptSize: options.acceptSize })
      if (options.json) context.terminal.out(`${JSON.stringify(outcomes, null, 2)}\n`)
      else for (const outcome of outcomes) context.terminal.out(outcomeLine(outcome))
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
      if (failed > 0)
        throw new AppError('input', `${failed} of ${outcomes.length} feeds could not be updated`)
    })
}

function reportAdded(added: readonly Recommended[], { terminal }: CommandContext): void {
  for (const { name, reason } of added)
    terminal.error(reason === null ? `${name}: added\n` : `${name}: ${reason}\n`)
}

function outcomeLine({ name, outcome, reason, feed }: FeedOutcome): string {
  return outcome === 'failed'
    ? `${name}: ${visible(reason ?? '')}; the version of ${printDay(feed.active.retrievedAt * 1000)} stays in use\n`
    : `${name}: ${outcome}, ${count(feed.active.records)} records\n`
}

function listCommand(context: CommandContext): Command {
  return part('list', 'all feeds with their age and state', '', '--json').action(async (options: Options) => {
    const rows = await (await connectFeeds(options)).list()
    if (options.json) context.terminal.out(`${JSON.stringify(rows, null, 2)}\n`)
    else if (rows.length === 0) context.terminal.error('no feeds; `periplus feed add` adds one\n')
    else context.terminal.out(table(NAMES, rows.map(cells), context.terminal.width))
  })
}

const NAMES = ['name', 'format', 'records', 'date', 'state', 'from', 'trouble']

function cells({ name, active, state, url, file, failure, pinned }: FeedRow): readonly string[] {
  return [
    name,
    active.format,
    count(active.records),
    printDay((active.statedAt ?? active.retrievedAt) * 1000),
    pinned === null ? state : `${state}, pinned`,
    url ?? file ?? 'uploaded',
    failure?.reason ?? '',
  ]
}

function showCommand(context: CommandContext): Command {
  return part('show', 'one feed with its versions', 'aws')
    .argument('<name>', 'feed')
    .action(async (name: string, options: Options) => {
      print(await (await connectFeeds(options)).show(name), options, context)
    })
}

function pinCommand(context: CommandContext): Command {
  return part('pin', 'keep a version in use; without one, the newest again', 'aws 3f9c2a7d10b4', 'aws')
    .argument('<name>', 'feed')
    .argument('[version]', 'id of a kept version')
    .action(async (name: string, version: string | undefined, options: Options) => {
      print(await (await connectFeeds(options)).pin(name, version), options, context)
    })
}

function removeCommand({ terminal }: CommandContext): Command {
  return part('remove', 'remove a feed and its versions', 'aws')
    .argument('<name>', 'feed')
    .action(async (name: string, options: Options) => {
      await (await connectFeeds(options)).remove(name)
      terminal.out(options.json ? `${JSON.stringify({ removed: name })}\n` : `removed ${name}\n`)
    })
}

// A server that runs the command has another working directory.
function contentOf(from: string, v6: string | undefined): FeedContent {
  if (/^[a-z]+:\/\//i.test(from)) return { from: 'url', url: from }
  return { from: 'file', path: resolve(from), second: v6 === undefined ? undefined : resolve(v6) }
}

function print(row: FeedRow, { json }: Options, { terminal }: CommandContext): void {
  if (json) {
    terminal.out(`${JSON.stringify(row, null, 2)}\n`)
    return
  }
  const { active, failure } = row
  terminal.out(`${row.name}: ${active.format}, ${count(active.records)} records, ${row.state}\n`)
  if (active.bad > 0)
    terminal.out(`  ${count(active.bad)} lines could not be read: ${visible(active.reasons[0] ?? '')}\n`)
  for (const guess of active.guesses ?? []) terminal.out(`  ${guess}\n`)
  if (failure !== null) terminal.out(`  last update failed: ${visible(failure.reason)}\n`)
  const rows = row.versions.map((version) => [
    version.id,
    printDay(version.retrievedAt * 1000),
    version.label ?? '',
    count(version.records),
    bytes(version.bytes),
    version.id === active.id ? (row.pinned === null ? 'in use' : 'pinned') : '',
  ])
  terminal.out(table(['version', 'retrieved', 'its name', 'records', 'size', ''], rows, terminal.width))
}
