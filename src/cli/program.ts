import { Command, CommanderError } from 'commander'
import { isAppError } from '../error/index.ts'
import { addConfig } from './command/config.ts'
import { addServe } from './command/serve.ts'
import { programVersion } from './version.ts'

/** Every command adds itself; the order is that of `--help`. */
const COMMANDS: readonly ((program: Command) => void)[] = [addServe, addConfig]

/** Runs one command and resolves to the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('periplus')
    .description('Search over internet-facing assets, and bulk tagging of addresses.')
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .showSuggestionAfterError()
    .exitOverride()
  for (const add of COMMANDS) add(program)
  for (const command of program.commands) command.exitOverride()
  try {
    await program.parseAsync(argv, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    return report(error)
  }
}

function report(error: unknown): number {
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (!isAppError(error)) throw error
  for (const line of error.message.split('\n')) process.stderr.write(`periplus: ${line}\n`)
  return 1
}
