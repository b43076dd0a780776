import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { isAppError, outageOf } from '../error/index.ts'
import { visible } from '../util/index.ts'
import { addAccount } from './command/account.ts'
import { addBackup } from './command/backup.ts'
import { addDoctor } from './command/doctor.ts'
import { addConfig } from './command/config.ts'
import { addDelete } from './command/delete.ts'
import { addExport } from './command/export.ts'
import { addFeed } from './command/feed.ts'
import { addImport } from './command/import.ts'
import { addMigrate } from './command/migrate.ts'
import { addRestore } from './command/restore.ts'
import { addMcp } from './command/mcp.ts'
import { addSearch } from './command/search.ts'
import { addServe } from './command/serve.ts'
import { addTag } from './command/tag.ts'
import { addTranslate } from './command/translate.ts'
import type { CommandContext } from './context.ts'
import { processTerminal, visibleLines } from './output.ts'
import { programVersion } from './version.ts'

/** Every command adds itself; the order is that of `--help`. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addServe,
  addImport,
  addSearch,
  addExport,
  addDelete,
  addTranslate,
  addTag,
  addFeed,
  addMcp,
  addAccount,
  addBackup,
  addRestore,
  addMigrate,
  addDoctor,
  addConfig,
]

/** The whole command line, ready to parse. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('periplus')
    .description('Search over internet-facing assets, and bulk tagging of addresses.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--debug', 'also print where a failure happened')
    .showSuggestionAfterError()
  for (const add of COMMANDS) add(program, context)
  throwInsteadOfExit(program)
  return program
}

/** Runs one command and resolves to the exit code: 0 done, 1 failed, 2 wrong usage, 3 files left out, 130 interrupted. */
export async function run(argv: readonly string[]): Promise<number> {
  const context = processContext()
  try {
    await createProgram(context).parseAsync(argv, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    return report(error, argv.includes('--debug'))
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const part of command.commands) throwInsteadOfExit(part)
}

function report(error: unknown, debug: boolean): number {
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof Error && error.name === 'AbortError') return 130
  if (debug) process.stderr.write(`${visibleLines(inspect(error))}\n`)
  for (const line of messageOf(error).split('\n')) process.stderr.write(`periplus: ${visible(line)}\n`)
  return 1
}

/** A file that cannot be opened or written is the user's matter; any other plain error is ours. */
function messageOf(error: unknown): string {
  if (isAppError(error) || isSystemError(error)) return error.message
  const outage = outageOf(error)
  if (outage !== undefined) return outage.message
  const reason = error instanceof Error ? error.message : String(error)
  return `unexpected failure: ${reason.split('\n')[0]} (--debug shows where)`
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

function processContext(): CommandContext {
  let controller: AbortController | undefined
  return {
    terminal: processTerminal,
    confirm,
    // Only a command that asks for the signal changes what an interrupt does.
    get signal() {
      controller ??= interruptController()
      return controller.signal
    },
  }
}

/** The first interrupt asks the command to stop at a good place; the second ends the process at once. */
function interruptController(): AbortController {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim())
  } finally {
    reader.close()
  }
}
