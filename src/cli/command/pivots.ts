// `periplus pivots HOST`: which rare values of a host other hosts share, and similar hosts.
import type { Command } from 'commander'
import type { PivotsAnswer } from '../../service/pivot/index.ts'
import { visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type ServerOptions, withServerOptions } from '../remote/access.ts'
import { withRecords } from '../data/with-operator.ts'

interface PivotsOptions extends DataOptions, ServerOptions {
  readonly json?: boolean
}

/** Adds the command. */
export function addPivots(program: Command, context: CommandContext): void {
  const command = program
    .command('pivots')
    .description(OVERVIEW.pivots.description)
    .argument('<host>', 'an address or a name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withServerOptions(withDataOptions(command)).action((host: string, options: PivotsOptions) =>
    runPivots(host, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus pivots 192.0.2.7
  periplus pivots www.example.com --json`

async function runPivots(
  host: string,
  options: PivotsOptions,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const found = await withRecords(options, signal, (records) => records.pivots(host))
  terminal.out(options.json ? `${JSON.stringify(found, null, 2)}\n` : textOf(found))
}

function textOf({ pivots, similar }: PivotsAnswer): string {
  const shared = pivots.filter(({ hosts }) => hosts > 0)
  const alone = pivots.length - shared.length
  const lines = shared.map(
    ({ hosts, more, condition }) =>
      `${`${hosts}${more ? '+' : ''}`.padStart(9)} other hosts  ${visible(condition)}\n`,
  )
  const hosts = similar.map(({ host, reason }) => `  ${visible(host)}: ${visible(reason)}\n`)
  return [
    ...(lines.length > 0 ? lines : ['no other host shares a value\n']),
    ...(alone > 0 ? [`${alone} more values that no other host has\n`] : []),
    ...(hosts.length > 0 ? ['similar hosts:\n', ...hosts] : []),
  ].join('')
}
