import { Command } from 'commander'
import { exampleText } from '../output/output.ts'

/** Options of every part of `periplus account`. */
export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

/** A part of `periplus account`, with the arguments of its examples. */
export function accountPart(name: string, description: string, ...examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', exampleText(`periplus account ${name}`, examples))
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--json', 'print one JSON object')
}

/** A value as JSON for programs. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
