// `periplus secret rotate`: replaces the secret that encrypts keys and signs.
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { Command } from 'commander'
import { type Config, readConfig } from '../../config/index.ts'
import { publishFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import type { RotatedSecret } from '../../service/account/index.ts'
import type { State } from '../../state/index.ts'
import { isServed } from '../data/connect.ts'
import { type DataFiles, dataFiles, refuseMissing, refuseUnfinished } from '../data/data-directory.ts'
import { type CommandContext, counted, exampleText } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type CommonOptions, json } from './account-part.ts'

interface RotateOptions extends CommonOptions {
  readonly nextFile?: string
}

/** Adds the command and its part. */
export function addSecret(program: Command, context: CommandContext): void {
  program
    .command('secret')
    .description(OVERVIEW.secret.description)
    .addCommand(
      new Command('rotate')
        .description(
          'replace the secret: keys stay valid and are encrypted again, sessions end; the server must not run',
        )
        .helpOption('-h, --help', 'print help')
        .addHelpText('after', exampleText('periplus secret rotate', ['', '--next-file new-secret.txt']))
        .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
        .option('--next-file <file>', 'the next secret, where the secret is a setting')
        .option('--json', 'print one JSON object')
        .action((options: RotateOptions) => run(options, context)),
    )
}

async function run(options: RotateOptions, { terminal }: CommandContext): Promise<void> {
  const config = readConfig({ flags: { data: options.data } })
  if (config['state.url'] === '') refuseMissing(config.data)
  const files = dataFiles(config.data)
  refuseUnfinished(files)
  if (await isServed(files.socket))
    throw new AppError(
      'input',
      `a server runs on \`${config.data}\`: stop it, and every other process of its database, then run the command again; nothing was changed`,
    )
  const { openAccountsState } = await import('../data/accounts-location.ts')
  const state = await openAccountsState(config, { mayCreate: false })
  try {
    const rotated = await rotate(config, files, state, options)
    terminal.out(options.json ? json(rotated) : textOf(rotated, config))
  } finally {
    await state.close()
  }
}

function rotate(
  config: Config,
  files: DataFiles,
  state: State,
  { nextFile }: RotateOptions,
): Promise<RotatedSecret> {
  if (config.secret === '' && nextFile !== undefined)
    throw new AppError('input', 'the secret is a file in the data directory, so --next-file is not needed')
  if (config.secret !== '' && nextFile === undefined)
    throw new AppError(
      'input',
      'the secret is a setting: write the next one to a file (`openssl rand -hex 32 >new-secret.txt`) and name it with --next-file',
    )
  return nextFile === undefined ? rotateFile(files, state) : rotateSetting(config, files, state, nextFile)
}

async function rotateFile({ secret: file, auditHead }: DataFiles, state: State): Promise<RotatedSecret> {
  const [{ createSecretFile, openSecretFile, rotateSecret }, { finishRotation, nextSecretFile }] =
    await Promise.all([import('../../service/account/index.ts'), import('../data/secret-file.ts')])
  await finishRotation({ secret: file, auditHead }, state)
  const draft = `${file}.draft-${randomBytes(8).toString('hex')}`
  const next = createSecretFile(draft)
  const nextFile = nextSecretFile(file, next.proof)
  await publishFile(draft, nextFile)
  try {
    const secret = openSecretFile(file)
    const rotated = await rotateSecret({ state, secret, next, now: Date.now(), auditHead })
    await finishRotation({ secret: file, auditHead }, state)
    return rotated
  } catch (error) {
    // An answer that was lost may hide a change that was made.
    if (error instanceof AppError) rmSync(nextFile, { force: true })
    throw error
  }
}

async function rotateSetting(
  { secret: text }: Config,
  { auditHead }: DataFiles,
  state: State,
  nextFile: string,
): Promise<RotatedSecret> {
  const { openSecretText, resignHeadFile, rotateSecret } = await import('../../service/account/index.ts')
  const secret = openSecretText(text)
  const next = openSecretText(readNext(nextFile))
  const rotated = await rotateSecret({ state, secret, next, now: Date.now(), auditHead })
  resignHeadFile(auditHead, secret, next)
  return rotated
}

function readNext(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `cannot read the next secret in \`${file}\`: ${reason}`, { cause })
  }
}

function textOf({ keys, factors, sessionsEnded }: RotatedSecret, config: Config): string {
  const changed = `the secret was replaced: ${counted(keys, 'key')} and ${counted(factors, 'second factor')} encrypted again, ${counted(sessionsEnded, 'session')} ended`
  const follows =
    config.secret === ''
      ? 'make a backup: older ones hold the old secret and the keys, so remove them when it was stolen, and rotate the keys too'
      : 'set the next secret (PERIPLUS_SECRET) for every process before it starts; older backups need the old one'
  return `${changed}\n  ${follows}\n`
}
