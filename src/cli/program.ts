// The program: its commands by name, the terminal, and how failures end it.
import { createInterface } from 'node:readline/promises'
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { isAppError, outageOf, systemSentence } from '../error/index.ts'
import { visible } from '../util/index.ts'
import { type CommandContext, processTerminal, visibleLines } from './output/output.ts'
import { type CommandOverview, OVERVIEW } from './overview.ts'
import { programVersion } from './version.ts'

/** Adds commands to the program. */
type Add = (program: Command, context: CommandContext) => void

/** Every command and the file that adds it, loaded only when the command is used. */
const COMMANDS: Readonly<Record<keyof typeof OVERVIEW, () => Promise<Add>>> = {
  serve: async () => (await import('./command/serve.ts')).addServe,
  open: async () => (await import('./command/open.ts')).addOpen,
  demo: async () => (await import('./command/delete.ts')).addDemo,
  doctor: async () => (await import('./command/doctor.ts')).addDoctor,
  import: async () => (await import('./command/import.ts')).addImport,
  imports: async () => (await import('./command/imports.ts')).addImports,
  search: async () => (await import('./command/search.ts')).addSearch,
  export: async () => (await import('./command/export.ts')).addExport,
  report: async () => (await import('./command/report.ts')).addReport,
  targets: async () => (await import('./command/targets.ts')).addTargets,
  translate: async () => (await import('./command/translate.ts')).addTranslate,
  list: async () => (await import('./command/list.ts')).addList,
  diff: async () => (await import('./command/diff.ts')).addDiff,
  delete: async () => (await import('./command/delete.ts')).addDelete,
  exclude: async () => (await import('./command/exclude.ts')).addExclude,
  retention: async () => (await import('./command/retention.ts')).addRetention,
  explain: async () => (await import('./command/explain.ts')).addExplain,
  pivots: async () => (await import('./command/pivots.ts')).addPivots,
  rules: async () => (await import('./command/rules.ts')).addRules,
  derive: async () => (await import('./command/derive.ts')).addDerive,
  vulnerabilities: async () => (await import('./command/vulnerabilities.ts')).addVulnerabilities,
  assess: async () => (await import('./command/assess.ts')).addAssess,
  tag: async () => (await import('./command/tag.ts')).addTag,
  feed: async () => (await import('./command/feed.ts')).addFeed,
  evaluate: async () => (await import('./command/evaluate.ts')).addEvaluate,
  pack: async () => (await import('./command/pack.ts')).addPack,
  account: async () => (await import('./command/account.ts')).addAccount,
  audit: async () => (await import('./command/audit.ts')).addAudit,
  secret: async () => (await import('./command/secret.ts')).addSecret,
  config: async () => (await import('./command/config.ts')).addConfig,
  'read-only': async () => (await import('./command/read-only.ts')).addReadOnly,
  backup: async () => (await import('./command/backup.ts')).addBackup,
  restore: async () => (await import('./command/restore.ts')).addRestore,
  migrate: async () => (await import('./command/migrate.ts')).addMigrate,
  mcp: async () => (await import('./command/mcp.ts')).addMcp,
  completion: async () => (await import('./command/completion.ts')).addCompletion,
}

/** The whole command line, ready to parse. */
export function createProgram(context: CommandContext): Promise<Command> {
  return programWith(Object.values(COMMANDS), context)
}

/**
 * The part of the program that `argv` needs: the named command; for an overview the descriptions; else all, to suggest what was
 * meant.
 */
export function programFor(argv: readonly string[], context: CommandContext): Promise<Command> {
  const [first] = argv
  const isOverview = first === undefined || ['-h', '--help', '-V', '--version'].includes(first)
  if (isOverview) return programWith([async () => addOverview], context)
  const named = Object.entries(COMMANDS).find(([name]) => name === first)
  return named === undefined ? createProgram(context) : programWith([named[1]], context)
}

async function programWith(
  loads: readonly (() => Promise<Add>)[],
  context: CommandContext,
): Promise<Command> {
  const program = new Command('periplus')
    .description('Search over internet-facing assets, and bulk tagging of addresses.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--debug', 'also print where a failure happened')
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows what there is, with examples)')
    // Their arguments and options are in the help of each command.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .summary('Print the help of a command')
        .helpGroup('Service and data:'),
    )
    .addHelpText('after', '\n`periplus help COMMAND` prints its arguments, options and examples.')
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, context)
  for (const command of program.commands) {
    const { group, summary } = overviewOf(command.name())
    command.helpGroup(group).summary(summary)
  }
  throwInsteadOfExit(program)
  return program
}

/** The names of all commands. */
function addOverview(program: Command): void {
  for (const name of Object.keys(OVERVIEW)) program.command(name)
}

function overviewOf(name: string): CommandOverview {
  const found = Object.entries<CommandOverview>(OVERVIEW).find(([other]) => other === name)
  if (found === undefined) throw new Error(`the overview lacks the command ${name}`)
  return found[1]
}

/** Runs one command and resolves to the exit code: 0 done, 1 failed, 2 wrong usage, 3 files left out, 130 interrupted. */
export async function run(argv: readonly string[]): Promise<number> {
  const context = processContext()
  try {
    const program = await programFor(argv, context)
    await program.parseAsync(argv, { from: 'user' })
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
  // Commander has already printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof Error && error.name === 'AbortError') return 130
  if (debug) process.stderr.write(`${visibleLines(inspect(error))}\n`)
  for (const line of messageOf(error).split('\n')) process.stderr.write(`periplus: ${visible(line)}\n`)
  return 1
}

/** A file that cannot be opened or written is the user's problem; any other plain error is ours. */
function messageOf(error: unknown): string {
  if (isAppError(error)) return error.message
  if (isSystemError(error)) return systemSentence(error)
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
    // Only a command that reads the signal changes what an interrupt does.
    get signal() {
      controller ??= interruptController()
      return controller.signal
    },
  }
}

/** The first interrupt tells the command to stop at a safe point; the second ends the process at once. */
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
