// What the parts of `periplus account` share: options, examples, and how links are printed.
import { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { printTime } from '../../util/index.ts'
import { exampleText } from '../output/output.ts'
import { listenAddress } from '../serve/listen.ts'

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

/** A one-time link for people, on the address that the settings give the server. `expiresAt` is in milliseconds UTC. */
export function linkText(path: string, expiresAt: number, data: string | undefined): string {
  const { 'http.baseUrl': base, 'http.host': host, 'http.port': port } = readConfig({ flags: { data } })
  return (
    `${base || listenAddress(host, port)}${path}\n` +
    `open it before ${printTime(expiresAt)} UTC; it works once, on any address of the server\n`
  )
}
