// `periplus restore`: turns a backup into a data directory again.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config/index.ts'
import type { RestoreProgress, RestoreSummary } from '../../service/backup/index.ts'
import { findBackup } from '../backup/name.ts'
import { backupPlaces } from '../backup/places.ts'
import { type DataOptions, withDataOptions } from '../connect.ts'
import { dataFiles } from '../data-directory.ts'
import { counted, duration, type CommandContext } from '../output.ts'
import { showProgress } from '../progress.ts'
import { OVERVIEW } from '../overview.ts'

interface RestoreFlags extends DataOptions {
  readonly check?: boolean
  readonly json?: boolean
}

/** Adds the command. */
export function addRestore(program: Command, context: CommandContext): void {
  const command = program
    .command('restore')
    .description(OVERVIEW.restore.description)
    .argument(
      '<backup>',
      'file that `periplus backup` wrote, or a directory of them: the newest of undamaged records',
    )
    .option('--check', 'only read the backup and compare it with its checksums')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((backup: string, flags: RestoreFlags) => runRestore(backup, flags, context))
}

const EXAMPLES = `
Examples:
  periplus restore /srv/backups --check
  periplus restore /srv/backups/periplus-20261120T030000Z.tar --data /srv/periplus-restored`

async function runRestore(backup: string, flags: RestoreFlags, context: CommandContext): Promise<void> {
  const started = performance.now()
  const file = await findBackup(backup)
  if (flags.check) return check(file, flags, context)
  const config = readConfig({ flags: { data: flags.data } })
  const summary = await restore(file, config, context)
  const seconds = (performance.now() - started) / 1000
  context.terminal.out(
    flags.json
      ? `${JSON.stringify({ ...summary, file, data: resolve(config.data), seconds }, null, 2)}\n`
      : textOf(summary, config.data, seconds),
  )
}

async function check(
  file: string,
  { json }: RestoreFlags,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const { verifyArchive } = await import('../../service/backup/index.ts')
  const { created, program, records, state, secret, damage } = await verifyArchive(file, { signal })
  const facts = {
    file,
    created,
    program,
    records: records.rows.records,
    accounts: state?.rows.account ?? 0,
    secret,
    ...(damage !== undefined && { damage }),
  }
  const note = damage === undefined ? '' : `  made with --force of damaged records: ${damage}\n`
  terminal.out(
    json
      ? `${JSON.stringify(facts, null, 2)}\n`
      : `whole: ${counted(facts.records, 'record')} and ${counted(facts.accounts, 'account')} of ${created}, by Periplus ${program}: ${file}\n${note}`,
  )
}

async function restore(
  file: string,
  config: Config,
  { terminal, signal }: CommandContext,
): Promise<RestoreSummary> {
  const [{ restoreBackup }, { stateOptions }, { openStore }] = await Promise.all([
    import('../../service/backup/index.ts'),
    import('../account-settings.ts'),
    import('../open-store.ts'),
  ])
  const { directory, restoring } = dataFiles(config.data)
  const target = {
    directory,
    marker: restoring,
    places: backupPlaces(config),
    state: stateOptions(config),
    openStore: () => openStore(config),
  }
  const first: RestoreProgress = { records: 0, share: 0 }
  return showProgress(terminal, first, (onProgress) => restoreBackup(file, target, { onProgress, signal }))
}

function textOf(summary: RestoreSummary, data: string, seconds: number): string {
  const { created, records, accounts, secret, droppedSettings } = summary
  const lines = [
    `${counted(records, 'record')} and ${counted(accounts, 'account')} of ${created} restored into ${data} in ${duration(seconds)}`,
  ]
  if (secret === 'setting')
    lines.push('  the secret was a setting: set the same one (PERIPLUS_SECRET) before you start the server')
  if (droppedSettings.length > 0)
    lines.push(
      `  left out of the settings, because they name places of the original: ${droppedSettings.join(', ')}`,
    )
  return `${lines.join('\n')}\n`
}
