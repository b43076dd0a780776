// `periplus import`: scan files, folders and standard input become records.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { ImportRequest, ImportSummary } from '../../service/ingest/index.ts'
import { connectData, type DataOptions, withDataOptions } from '../data/connect.ts'
import { isNothing, summaryText } from '../output/import-summary.ts'
import { importTools, readingTools } from '../data/import-tools.ts'
import type { CommandContext } from '../output/output.ts'
import { list, moment, type PortOption, portOrPattern } from '../input/parse.ts'
import { type Access, accessOf, type ServerOptions, withServerOptions } from '../remote/access.ts'
import { OVERVIEW } from '../overview.ts'

interface ImportOptions extends DataOptions, ServerOptions {
  readonly format?: string
  readonly port?: PortOption
  readonly fields?: readonly string[]
  readonly time?: number
  readonly keepPersonal?: boolean
  readonly rejects?: string
  readonly json?: boolean
  readonly dryRun?: boolean
}

/** Adds the command. */
export function addImport(program: Command, context: CommandContext): void {
  const command = program
    .command('import')
    .description(OVERVIEW.import.description)
    .argument('<file...>', 'files, folders, or - for standard input')
    .option('--format <name>', 'take every input for this format (docs/importers.md lists them)')
    .option(
      '--port <n>',
      'port of records whose source names none, or a regular expression whose group finds it in the file name',
      portOrPattern,
    )
    .option('--fields <a,b>', 'names of the columns, for sources that do not name them', list)
    .option(
      '--time <t>',
      'time of records without one, UTC (default: the file’s modification time)',
      moment('--time'),
    )
    .option(
      '--keep-personal',
      'keep cookies and query strings of whoever recorded a HAR file (left out otherwise)',
    )
    .option('--rejects <file>', 'file for lines that could not be read (default: in the data directory)')
    .option('--dry-run', 'read everything and show what each file is, but store nothing')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', EXAMPLES)
  withServerOptions(withDataOptions(command)).action((paths: string[], options: ImportOptions) =>
    runImport(paths, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus import scan.xml httpx.jsonl.gz crawl.warc.gz
  periplus import ~/scans
  zgrab2 http -f targets.txt | periplus import -
  periplus import addresses.csv --format zmap --port 443 --time 2026-03-01
  periplus import ~/scans --port 'zmap_(\\d+)'
  periplus import ~/scans --dry-run
  periplus import ~/scans --server https://periplus.example.com --email admin@example.com`

async function runImport(
  paths: readonly string[],
  options: ImportOptions,
  context: CommandContext,
): Promise<void> {
  const started = performance.now()
  const { format, port, fields, time, keepPersonal } = options
  const { port: number, portPattern } = port ?? {}
  const request: ImportRequest = { paths, format, port: number, portPattern, fields, time, keepPersonal }
  if (options.dryRun) return showDryRun(request, options, context)
  const access = accessOf(options)
  if (keepPersonal && access !== undefined)
    throw new AppError('input', '`--keep-personal` works without --server only')
  const summary =
    access === undefined
      ? await importHere(request, options, context)
      : await importThere(access, request, options, context)
  const seconds = (performance.now() - started) / 1000
  context.terminal.out(
    options.json ? `${JSON.stringify({ ...summary, seconds }, null, 2)}\n` : summaryText(summary, seconds),
  )
  if (summary.stopped) throw new AppError('input', 'stopped; the same command continues')
  if (isNothing(summary)) throw new AppError('input', 'nothing was imported')
  if (summary.refusedInputs > 0) process.exitCode = SOME_REFUSED
}

/** The exit code of an import that left whole files out. */
const SOME_REFUSED = 3

async function showDryRun(
  request: ImportRequest,
  options: ImportOptions,
  context: CommandContext,
): Promise<void> {
  const [tools, { previewFiles }, { dryRunText }] = await Promise.all([
    readingTools(options),
    import('../../service/ingest/index.ts'),
    import('../output/import-dry-run.ts'),
  ])
  const summary = await previewFiles(request, { ...tools, signal: context.signal })
  context.terminal.out(options.json ? `${JSON.stringify(summary, null, 2)}\n` : dryRunText(summary))
  if (summary.stopped) throw new AppError('input', 'stopped; nothing was stored')
  if (summary.refusedInputs > 0) process.exitCode = SOME_REFUSED
}

async function importThere(
  access: Access,
  request: ImportRequest,
  { rejects }: ImportOptions,
  context: CommandContext,
): Promise<ImportSummary> {
  const { importTo } = await import('../remote/import.ts')
  return importTo(access, { ...request, rejects }, context)
}

async function importHere(
  request: ImportRequest,
  options: ImportOptions,
  context: CommandContext,
): Promise<ImportSummary> {
  const { checkImport } = await import('../../service/ingest/index.ts')
  await checkImport(request)
  const operator = await connectData(options)
  try {
    const [tools, { runImportFiles }] = await Promise.all([importTools(options), import('../run-import.ts')])
    return await runImportFiles(request, operator, tools, context)
  } finally {
    await operator.close()
  }
}
