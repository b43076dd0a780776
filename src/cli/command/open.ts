// `periplus open`: scan files on the screen, without a server, an account or a data directory.
import type { Command } from 'commander'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { moment, type PortOption, portOrPattern, wholeNumber } from '../input/parse.ts'

interface OpenOptions {
  readonly keep?: string
  readonly listen: number
  readonly browser: boolean
  readonly format?: string
  readonly port?: PortOption
  readonly time?: number
}

/** Adds the command. */
export function addOpen(program: Command, context: CommandContext): void {
  program
    .command('open')
    .description(OVERVIEW.open.description)
    .argument('<file...>', 'files, folders, or - for standard input')
    .option('--keep <dir>', 'keep the records in this new data directory, with a first account')
    .option(
      '--listen <port>',
      'port of 127.0.0.1 to listen on, 0 for any free one',
      wholeNumber('--listen', 0, 65_535),
      0,
    )
    .option('--no-browser', 'print the address only')
    .option('--format <name>', 'take every input for this format (docs/importers.md lists them)')
    .option(
      '--port <n>',
      'port of records whose source names none, or a regular expression whose group finds it in the file name',
      portOrPattern,
    )
    .option(
      '--time <t>',
      'time of records without one, UTC (default: the file’s modification time)',
      moment('--time'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: OpenOptions) => {
      const { keep, listen: listenPort, browser, format, time, port: { port, portPattern } = {} } = options
      const { runOpen } = await import('../open/run-open.ts')
      const request = { paths, format, port, portPattern, fields: undefined, time }
      await runOpen({ ...request, keep, listenPort, browser }, context)
    })
}

const EXAMPLES = `
Only this machine can reach the server, and only with the address that is printed. Searches cover records of any age.
PERIPLUS_ variables of the environment have no effect.

Examples:
  periplus open scan.xml
  periplus open ~/scans --no-browser
  periplus open scan.xml --keep ./march      continue with: periplus serve --data ./march`
