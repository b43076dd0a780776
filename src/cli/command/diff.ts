// `periplus diff`: what changed from one scan to another, without a server and without a data directory.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type PortOption, portOrPattern } from '../input/parse.ts'

interface DiffOptions {
  readonly format?: string
  readonly port?: PortOption
  readonly json?: boolean
  readonly html?: boolean
}

/** Adds the command. */
export function addDiff(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .description(OVERVIEW.diff.description)
    .argument('<older>', 'the older scan: a file or a folder of any format')
    .argument('<newer>', 'the newer scan, which may have another format')
    .option('--format <name>', 'take both scans for this format (docs/importers.md lists them)')
    .option(
      '--port <n>',
      'port of records whose source names none, or a regular expression whose group finds it in the file name',
      portOrPattern,
    )
    .option('--json', 'print one JSON object')
    .option('--html', 'print a web page: one file without scripts')
    .addHelpText('after', EXAMPLES)
    .action((older: string, newer: string, options: DiffOptions) => runDiff(older, newer, options, context))
}

const EXAMPLES = `
Services are compared by name or address, port and transport. A value counts as changed where both scans state it. A service
is closed where the newer scan says that it looked there (Nmap XML; closed ports of masscan, NDJSON and CSV); otherwise it is not seen.

Examples:
  periplus diff march.xml april.xml
  periplus diff march.xml httpx-april.jsonl.gz --json
  periplus diff march.xml april.xml --html > changes.html`

async function runDiff(
  older: string,
  newer: string,
  { format, port, json, html }: DiffOptions,
  { terminal }: CommandContext,
): Promise<void> {
  if (json && html) throw new AppError('input', '`--json` and `--html` exclude each other')
  const [{ diffScans, readScan }, { readingTools }, { scanDiffText, scanNotes }, { scanDiffPage }] =
    await Promise.all([
      import('../../service/diff/index.ts'),
      import('../data/import-tools.ts'),
      import('../output/scan-diff.ts'),
      import('../output/scan-diff-page.ts'),
    ])
  const { lineLimit, limits } = await readingTools({})
  const options = {
    ...{ format, ...port },
    ...(lineLimit !== undefined && { lineLimit }),
    ...(limits !== undefined && { limits }),
  }
  const scans = [await readScan([older], options), await readScan([newer], options)] as const
  for (const [index, scan] of scans.entries())
    for (const note of scanNotes(index === 0 ? older : newer, scan)) terminal.error(`periplus: ${note}\n`)
  if (scans.every(({ services }) => services.size === 0))
    throw new AppError('input', 'neither scan has a service')
  const diff = diffScans(...scans)
  if (html) terminal.out(scanDiffPage(diff, [older, newer]))
  else terminal.out(json ? `${JSON.stringify(diff, null, 2)}\n` : scanDiffText(diff))
}
