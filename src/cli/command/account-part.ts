import { Command } from 'commander'

/** Options of every part of `periplus account`. */
export interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

/** A part of `periplus account`. */
export function accountPart(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--json', 'print one JSON object')
}

/** A value as JSON for programs. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
