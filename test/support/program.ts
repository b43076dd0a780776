// Runs the command line in this process.
import { createProgram } from '../../src/cli/program.ts'

/** Runs commands on a data directory in this process; returns the output of each, followed by the text of a failure. */
export function programOn(data: string): (...args: readonly string[]) => Promise<string> {
  return (...args) => run([...args, '--data', data])
}

async function run(args: readonly string[]): Promise<string> {
  let out = ''
  const take = (text: string): void => {
    out += text
  }
  const terminal = {
    out: take,
    error: take,
    data: take,
    interactive: false,
    width: 120,
    drained: async () => {},
  }
  const context = { terminal, confirm: async () => false, signal: new AbortController().signal }
  const program = await createProgram(context)
  for (const part of program.commands.flatMap((one) => [one, ...one.commands]))
    part.configureOutput({ writeErr: take })
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    return out + (error instanceof Error ? error.message : String(error))
  }
  return out
}
