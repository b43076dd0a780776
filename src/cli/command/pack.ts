// `periplus pack`: all loaded ranges with their tags in one portable file.
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { PackFormat } from '../../service/pack/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataFiles, refuseMissing } from '../data/data-directory.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { oneOf } from '../input/parse.ts'
import { refuseElsewhere } from '../remote/access.ts'

interface PackOptions extends DataOptions {
  readonly format?: PackFormat
}

const FORMATS = ['mmdb', 'sqlite'] as const satisfies readonly PackFormat[]

/** Adds the command. */
export function addPack(program: Command, context: CommandContext): void {
  const command = program
    .command('pack')
    .description(OVERVIEW.pack.description)
    .argument('<file>', 'the file to write; an earlier one is replaced')
    .option('--format <name>', 'mmdb or sqlite; by the end of the file name', oneOf('--format', FORMATS))
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((file: string, options: PackOptions) => runPack(file, options, context))
}

const EXAMPLES = `
An entry holds \`tags\`, the \`confidence\` of each, \`sources\` and the newest \`date\`, as of now: later the file is as old as it is. Ranges only:
what sources say of a whole network (AS16509), and our own records, are not in the file.

Examples:
  periplus pack tags.mmdb
  mmdblookup --file tags.mmdb --ip 8.8.8.8
  periplus pack tags.sqlite`

async function runPack(file: string, options: PackOptions, { terminal }: CommandContext): Promise<void> {
  refuseElsewhere(options)
  const format = options.format ?? formatOf(file)
  const config = readConfig({ flags: { data: options.data } })
  refuseMissing(config.data)
  const [{ openFeeds }, { LiveSources }, { packTags }] = await Promise.all([
    import('../data/open-feeds.ts'),
    import('../../service/tag/index.ts'),
    import('../../service/pack/index.ts'),
  ])
  const { feeds: directory, compiled } = dataFiles(config.data)
  const onError = (error: unknown): void =>
    terminal.error(`periplus: ${error instanceof Error ? error.message : String(error)}\n`)
  const live = new LiveSources({ feeds: openFeeds(config), directory, compiled, forCommand: true, onError })
  try {
    const { sources } = await live.current()
    const { ranges, sources: many } = await packTags(file, format, {
      sources,
      now: Math.floor(Date.now() / 1000),
    })
    terminal.out(`${counted(ranges, 'range')} of ${count(many)} sources in \`${file}\`\n`)
  } finally {
    await live.close()
  }
}

function formatOf(file: string): PackFormat {
  if (/\.mmdb$/i.test(file)) return 'mmdb'
  if (/\.(?:sqlite3?|db)$/i.test(file)) return 'sqlite'
  throw new AppError('input', `\`${file}\` ends neither in .mmdb nor in .sqlite; say which with --format`)
}
