// `periplus migrate`: moves the records of a data directory to ClickHouse servers, and back.
import { type Command, Option } from 'commander'
import { type Config, readConfig, SETTINGS } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { MigrateProgress, MigrateSummary } from '../../service/migrate/index.ts'
import { type DataOptions, isServed, withDataOptions } from '../data/connect.ts'
import { dataFiles, refuseUnfinished } from '../data/data-directory.ts'
import { type CommandContext, count, counted, duration } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { showProgress } from '../output/progress.ts'
import { rememberRecordsLocation } from '../data/records-location.ts'

interface MigrateFlags extends DataOptions {
  readonly to: string
  readonly cluster?: string
  readonly continue?: boolean
  readonly json?: boolean
}

/** The target that is the engine in process, in the data directory. */
const EMBEDDED = 'embedded'

/** The target that is the servers of the settings, so that no password appears in the arguments. */
const SERVERS = 'servers'

/** Adds the command. */
export function addMigrate(program: Command, context: CommandContext): void {
  const command = program
    .command('migrate')
    .description(OVERVIEW.migrate.description)
    .requiredOption(
      '--to <where>',
      '`servers` of the settings, from the data directory; `embedded`: the data directory, from these servers; or the store.url of a target without a password',
    )
    .addOption(new Option('--cluster <name>', 'store.cluster of such a target'))
    .option('--continue', 'resume an interrupted migration: copy what is missing, replace what differs')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((flags: MigrateFlags) => runMigrate(flags, context))
}

const EXAMPLES = `
Examples:
  periplus migrate --to servers --data /var/lib/periplus
  PERIPLUS_STORE_URL=http://clickhouse.example.com:8123/periplus periplus migrate --to embedded --continue`

async function runMigrate(flags: MigrateFlags, context: CommandContext): Promise<void> {
  const started = performance.now()
  const { from, to } = sidesOf(readConfig({ flags: { data: flags.data } }), flags)
  const files = dataFiles(from.data)
  refuseUnfinished(files)
  if (await isServed(files.socket))
    throw new AppError('input', 'a server has the data directory; stop every server of these records first')
  const summary = await migrate(from, to, flags, context)
  const seconds = (performance.now() - started) / 1000
  context.terminal.out(
    flags.json ? `${JSON.stringify({ ...summary, seconds }, null, 2)}\n` : textOf(summary, to, seconds),
  )
}

/** The settings of both locations of records. */
interface Sides {
  readonly from: Config
  readonly to: Config
}

function sidesOf(config: Config, { to, cluster }: MigrateFlags): Sides {
  const inProcess = { ...config, 'store.url': '', 'store.cluster': '' }
  if (to === SERVERS) {
    if (config['store.url'] === '') throw new AppError('input', '`--to servers` needs the setting store.url')
    if (cluster !== undefined) throw new AppError('input', '`--to servers` takes the setting store.cluster')
    return { from: inProcess, to: config }
  }
  const url = to === EMBEDDED ? '' : to
  if (SETTINGS['store.url'].kind.read(url) === undefined) throw unknownTarget()
  if (url === config['store.url']) throw new AppError('input', 'the records are there already')
  return { from: config, to: { ...config, 'store.url': url, 'store.cluster': cluster ?? '' } }
}

function unknownTarget(): AppError {
  const { allowed } = SETTINGS['store.url'].kind
  return new AppError('input', `--to must be \`${SERVERS}\`, \`${EMBEDDED}\` or ${allowed}`)
}

async function migrate(
  from: Config,
  to: Config,
  flags: MigrateFlags,
  { terminal, signal }: CommandContext,
): Promise<MigrateSummary> {
  const [{ openStoreAndState }, { migrateRecords }] = await Promise.all([
    import('../data/open-store.ts'),
    import('../../service/migrate/index.ts'),
  ])
  await using stack = new AsyncDisposableStack()
  const source = await openStoreAndState(from, { anywhere: true })
  stack.defer(() => source.close())
  const target = await openStoreAndState(to, { anywhere: true })
  stack.defer(() => target.close())
  const first: MigrateProgress = { records: 0, share: 0 }
  const goOn = flags.continue === true
  const summary = await showProgress(terminal, first, (onProgress) =>
    migrateRecords(source, target, { goOn, onProgress, signal }),
  )
  rememberRecordsLocation(to)
  return summary
}

function textOf(summary: MigrateSummary, to: Config, seconds: number): string {
  const { records, skipped, checksum } = summary
  const next =
    to['store.url'] === ''
      ? 'take store.url and store.cluster out of the settings, then start the server'
      : 'set store.url (and store.cluster) to the target, then start the server; the data directory keeps its copy'
  return `${counted(records, 'record')} in ${duration(seconds)}, ${count(skipped)} were there already; both sides have checksum ${checksum}\n  now ${next}\n`
}
