// `periplus backup`: a whole data directory as one file, while a server keeps working with it.
import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { BackupProgress, BackupSource, BackupSummary } from '../../service/backup/index.ts'
import { backupFile, isDirectory } from '../backup/name.ts'
import { backupPaths, existingFiles } from '../backup/paths.ts'
import type { Rotation } from '../backup/rotate.ts'
import { connectData, type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataFiles, refuseUnfinished } from '../data/data-directory.ts'
import { bytes, type CommandContext, counted, duration } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { wholeNumber } from '../input/parse.ts'
import { showProgress } from '../output/progress.ts'
import { programVersion } from '../version.ts'

interface BackupFlags extends DataOptions {
  readonly out: string
  readonly keep?: number
  readonly force?: boolean
  readonly recipient?: readonly string[]
  readonly recipientsFile?: readonly string[]
  readonly json?: boolean
}

/** Adds the command. */
export function addBackup(program: Command, context: CommandContext): void {
  const command = program
    .command('backup')
    .description(OVERVIEW.backup.description)
    .requiredOption('--out <path>', 'file to write, or a directory that gets a file named by time')
    .option(
      '--keep <n>',
      'of a directory: keep so many backups and remove older ones, except the last that holds more than each of them',
      wholeNumber('--keep', 1, 10_000),
    )
    .option('--recipient <key...>', 'encrypt to this public key of age (`age1…`); may be repeated', more, [])
    .option('--recipients-file <path...>', 'encrypt to the public keys in this file, one a line', more, [])
    .option('--force', 'write the backup also without any account, or of damaged records')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((flags: BackupFlags) => runBackup(flags, context))
}

const more = (value: string, values: readonly string[]): readonly string[] => [...values, value]

const EXAMPLES = `
Examples:
  periplus backup --out /srv/backups --keep 7
  periplus backup --data /srv/periplus --out periplus.tar
  periplus backup --out /srv/backups --recipients-file /etc/periplus-recipients`

async function runBackup(flags: BackupFlags, context: CommandContext): Promise<void> {
  const started = performance.now()
  if (flags.keep !== undefined && !isDirectory(flags.out))
    throw new AppError('input', `--keep needs an existing directory; create \`${flags.out}\` first`)
  const config = readConfig({ flags: { data: flags.data } })
  refuseUnfinished(existingFiles(config))
  const recipients = await recipientsOf(flags, config)
  const file = backupFile(flags.out, Date.now(), recipients.length > 0)
  const summary = await backUp(file, config, { ...flags, recipient: recipients }, context)
  const rotation = await rotate(flags)
  const seconds = (performance.now() - started) / 1000
  context.terminal.out(
    flags.json
      ? `${JSON.stringify({ ...summary, seconds, ...rotation }, null, 2)}\n`
      : textOf(summary, seconds, rotation),
  )
}

/** Those of the command, else those of the setting. */
async function recipientsOf(
  { recipient = [], recipientsFile = [] }: BackupFlags,
  config: Config,
): Promise<readonly string[]> {
  const { readRecipients } = await import('../../service/backup/index.ts')
  const inFiles = await Promise.all(recipientsFile.map(readRecipients))
  const given = [...recipient, ...inFiles.flat()]
  return given.length > 0 ? given : config['backup.recipients']
}

async function rotate({ out, keep }: BackupFlags): Promise<Rotation> {
  if (keep === undefined) return { removed: [], spared: [] }
  const { keepNewest } = await import('../backup/rotate.ts')
  return keepNewest(out, keep)
}

async function backUp(
  file: string,
  config: Config,
  flags: BackupFlags,
  { terminal, signal }: CommandContext,
): Promise<BackupSummary> {
  const operator = await connectData(flags)
  const first: BackupProgress = { step: 'accounts', records: 0, share: 0 }
  try {
    const { makeBackup } = await import('../../service/backup/index.ts')
    const source = await sourceOf(config, operator)
    return await showProgress(terminal, first, (onProgress) =>
      makeBackup(file, source, {
        now: Date.now,
        onProgress,
        signal,
        force: flags.force,
        recipients: flags.recipient ?? [],
      }),
    )
  } finally {
    await operator.close()
  }
}

async function sourceOf(config: Config, records: BackupSource['records']): Promise<BackupSource> {
  const files = existingFiles(config)
  return {
    program: programVersion(),
    state: await accountsOf(config),
    paths: backupPaths(config),
    place: existsSync(files.place) ? readFileSync(files.place, 'utf8') : null,
    secret: config.secret !== '' ? 'setting' : existsSync(files.secret) ? 'file' : 'none',
    records,
  }
}

/** The database of the accounts, verified to belong to this data directory; undefined if there is none yet. */
async function accountsOf(config: Config): Promise<BackupSource['state']> {
  const [{ accountsOptions, openAccountsState }, { finishRotation }] = await Promise.all([
    import('../data/accounts-location.ts'),
    import('../data/secret-file.ts'),
  ])
  const options = accountsOptions(config)
  if ('file' in options && !existsSync(options.file)) return undefined
  const state = await openAccountsState(config)
  await finishRotation(dataFiles(config.data), state).finally(() => state.close())
  return options
}

function textOf(summary: BackupSummary, seconds: number, { removed, spared }: Rotation): string {
  const lines = [
    `${counted(summary.records, 'record')} and ${counted(summary.accounts, 'account')} in ${duration(seconds)}, ${bytes(summary.bytes)}, read back and checked: ${summary.file}`,
    `  ${contentOf(summary)}`,
  ]
  if (removed.length > 0) lines.push(`  ${counted(removed.length, 'older backup')} removed`)
  if (summary.damage !== undefined) lines.push(`  the records are damaged: ${summary.damage}`)
  if (spared.length > 0) lines.push(`  ${spared.join(', ')} stays as well: newer backups hold less`)
  return `${lines.join('\n')}\n`
}

function contentOf({ secret, recipients }: BackupSummary): string {
  if (secret === 'setting')
    return 'the server’s secret is a setting and not in it: without the same secret no key of its accounts works'
  return recipients === 0
    ? 'it holds every account with its key: keep it as safe as the server'
    : `encrypted to ${counted(recipients, 'public key')}: without one of their secret keys nobody can restore it`
}
