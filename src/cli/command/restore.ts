// `periplus restore`: turns a backup into a data directory again.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../config/index.ts'
import type {
  BackupFile,
  BackupIdentity,
  Manifest,
  RestoreProgress,
  RestoreSummary,
} from '../../service/backup/index.ts'
import { findBackup } from '../backup/name.ts'
import { backupPaths } from '../backup/paths.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataFiles } from '../data/data-directory.ts'
import { visible } from '../../util/index.ts'
import { type CommandContext, counted, duration } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { showProgress } from '../output/progress.ts'

interface RestoreFlags extends DataOptions {
  readonly check?: boolean
  readonly identity?: readonly string[]
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
    .option(
      '--identity <path...>',
      'file of the secret key of age that opens an encrypted backup; may be repeated',
    )
    .option('--check', 'only read the backup and compare it with its checksums')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((backup: string, flags: RestoreFlags) => runRestore(backup, flags, context))
}

const EXAMPLES = `
Examples:
  periplus restore /srv/backups --check
  periplus restore /srv/backups/periplus-20261120T030000Z.tar --data /srv/periplus-restored
  periplus restore /srv/backups --identity key.txt --data /srv/periplus-restored`

async function runRestore(backup: string, flags: RestoreFlags, context: CommandContext): Promise<void> {
  const started = performance.now()
  const file = await findBackup(backup)
  const archive = { path: file, identities: await identitiesOf(flags) }
  if (flags.check) return check(archive, flags, context)
  const config = readConfig({ flags: { data: flags.data } })
  const summary = await restore(archive, config, context)
  const seconds = (performance.now() - started) / 1000
  context.terminal.out(
    flags.json
      ? `${JSON.stringify({ ...summary, file, data: resolve(config.data), seconds }, null, 2)}\n`
      : textOf(summary, config.data, seconds),
  )
}

async function identitiesOf({ identity = [] }: RestoreFlags): Promise<readonly BackupIdentity[]> {
  const { readIdentities } = await import('../../service/backup/index.ts')
  return (await Promise.all(identity.map(readIdentities))).flat()
}

async function check(
  archive: BackupFile,
  { json }: RestoreFlags,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const { verifyArchive, verifySealed, isEncrypted } = await import('../../service/backup/index.ts')
  const encrypted = await isEncrypted(archive.path)
  const opened = !encrypted || (archive.identities ?? []).length > 0
  const manifest = opened
    ? await verifyArchive(archive, { signal })
    : await verifySealed(archive.path, signal)
  const facts = factsOf(archive.path, manifest, { encrypted, opened })
  terminal.out(json ? `${JSON.stringify(facts, null, 2)}\n` : checkText(facts))
}

interface CheckFacts {
  readonly file: string
  readonly created: string
  readonly program: string
  readonly records: number
  readonly accounts: number
  readonly secret: Manifest['secret']
  readonly encrypted: boolean
  /** Whether the content was read, not only the bytes of an encrypted file. */
  readonly opened: boolean
  readonly damage?: string
}

function factsOf(
  file: string,
  { created, program, records, state, secret, damage }: Manifest,
  how: Pick<CheckFacts, 'encrypted' | 'opened'>,
): CheckFacts {
  const accounts = state?.rows['account'] ?? 0
  const facts = { file, created, program, records: records.rows.records, accounts, secret, ...how }
  return damage === undefined ? facts : { ...facts, damage }
}

/** The facts for people. */
export function checkText({ file, created, program, records, accounts, opened, damage }: CheckFacts): string {
  // What the file says of itself is text of whoever made it.
  const content = `${counted(records, 'record')} and ${counted(accounts, 'account')} of ${visible(created)}, by Periplus ${visible(program)}`
  const lines = opened
    ? [`whole: ${content}: ${file}`]
    : [
        `unchanged since it was written (SHA-256), said to hold ${content}: ${file}`,
        '  it is encrypted: only --identity checks the content, and that a key opens it',
      ]
  if (damage !== undefined) lines.push(`  made with --force of damaged records: ${visible(damage)}`)
  return `${lines.join('\n')}\n`
}

async function restore(
  archive: BackupFile,
  config: Config,
  { terminal, signal }: CommandContext,
): Promise<RestoreSummary> {
  const [{ restoreBackup }, { stateOptions }, { openStore }] = await Promise.all([
    import('../../service/backup/index.ts'),
    import('../data/account-settings.ts'),
    import('../data/open-store.ts'),
  ])
  const { directory, restoring } = dataFiles(config.data)
  const target = {
    directory,
    marker: restoring,
    paths: backupPaths(config),
    state: stateOptions(config),
    openStore: () => openStore(config),
  }
  const first: RestoreProgress = { records: 0, share: 0 }
  return showProgress(terminal, first, (onProgress) => restoreBackup(archive, target, { onProgress, signal }))
}

function textOf(summary: RestoreSummary, data: string, seconds: number): string {
  const { created, records, accounts, secret, droppedSettings } = summary
  const lines = [
    `${counted(records, 'record')} and ${counted(accounts, 'account')} of ${visible(created)} restored into ${data} in ${duration(seconds)}`,
  ]
  if (secret === 'setting')
    lines.push('  the secret was a setting: set the same one (PERIPLUS_SECRET) before you start the server')
  if (droppedSettings.length > 0)
    lines.push(
      `  left out of the settings, because they name paths of the original: ${visible(droppedSettings.join(', '))}`,
    )
  return `${lines.join('\n')}\n`
}
