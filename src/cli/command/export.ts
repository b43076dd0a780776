// `periplus export`: every match, at any depth, in constant memory. With --out an interrupted export resumes where it stopped.
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import { type RowFormat, rowWriter } from '../../service/export/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { Position } from '../../store/index.ts'
import {
  connectExisting,
  type DataOptions,
  type QueryOptions,
  withDataOptions,
  withQueryOptions,
} from '../data/connect.ts'
import { withMistakeShown } from '../output/query-mistake.ts'
import { counted, type CommandContext } from '../output/output.ts'
import { fieldsOption, oneOf } from '../input/parse.ts'
import { withProgress } from '../output/progress.ts'
import {
  type Access,
  accessOf,
  refuseAccount,
  type ServerOptions,
  withServerOptions,
} from '../remote/access.ts'
import { readResume, saveResume } from '../resume.ts'
import { OVERVIEW } from '../overview.ts'

interface ExportOptions extends DataOptions, ServerOptions, QueryOptions {
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: Exclude<RowFormat, 'json'>
  readonly out?: string
  readonly json?: boolean
}

/** Where an interrupted export stopped: stored beside the file it writes. */
interface Resume {
  readonly query: string
  readonly fields: readonly string[]
  readonly full: boolean
  readonly format: string
  readonly position: Position
  readonly bytes: number
  readonly rows: number
}

const EXPORT_FIELDS = [
  'host',
  'ip',
  'port',
  'protocol',
  'title',
  'domain',
  'country',
  'city',
  'as_organization',
  'lastupdatetime',
]

/** Adds the command. */
export function addExport(program: Command, context: CommandContext): void {
  const command = program
    .command('export')
    .description(OVERVIEW.export.description)
    .argument('<query>', 'which records')
    .addOption(fieldsOption('fields to write, comma-separated', EXPORT_FIELDS))
    .option('--full', 'all records, not only those seen within the last year', false)
    .option('--format <name>', 'ndjson or csv', oneOf('--format', ['ndjson', 'csv']), 'ndjson')
    .option('--out <file>', 'write to a file; the same command continues it after a break')
    .option('--json', 'print a summary as one JSON object (with --out)')
    .addHelpText('after', EXAMPLES)
  withServerOptions(withQueryOptions(withDataOptions(command))).action(
    (query: string, options: ExportOptions) => runExport(query, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus export 'country="DE"' --format csv --out germany.csv
  periplus export 'protocol="ssh"' --fields ip,port,banner --full | gzip > ssh.ndjson.gz
  periplus export 'port=22' --out ssh.ndjson --server https://periplus.example.com --email ada@example.com`

async function runExport(query: string, options: ExportOptions, context: CommandContext): Promise<void> {
  const access = accessOf(options)
  refuseAccount(access, options.account)
  if (access !== undefined) return exportFrom(access, query, options, context)
  const operator = await connectExisting(options)
  try {
    await withMistakeShown(query, context, () =>
      options.out === undefined
        ? toTerminal(operator, query, options, context)
        : toFile(operator, query, options, options.out, context),
    )
  } finally {
    await operator.close()
  }
}

async function exportFrom(
  access: Access,
  query: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<void> {
  const { exportToFile, exportToOutput } = await import('../remote/export.ts')
  const { fields, full, format, out } = options
  const wanted = { query, fields, full, format }
  await withMistakeShown(query, context, async () => {
    if (out === undefined) return exportToOutput(access, wanted, context)
    const { rows, bytes, cost } = await exportToFile(access, wanted, out, context)
    const price = cost === 0 ? '' : ` for ${counted(cost, 'coin')}`
    context.terminal.out(
      options.json
        ? `${JSON.stringify({ out, rows, bytes, cost })}\n`
        : `wrote ${counted(rows, 'row')} to ${out}${price}\n`,
    )
  })
}

async function toTerminal(
  operator: Operator,
  query: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<void> {
  const writer = rowWriter(options.format, options.fields)
  context.terminal.data(writer.head)
  for await (const piece of operator.export({
    query,
    full: options.full,
    account: options.account,
    fields: options.fields,
    from: undefined,
  })) {
    context.terminal.data(piece.rows.map(writer.row).join(''))
    context.signal.throwIfAborted()
    await context.terminal.drained()
  }
}

async function toFile(
  operator: Operator,
  query: string,
  options: ExportOptions,
  out: string,
  context: CommandContext,
): Promise<void> {
  const { fields, full, format, account } = options
  const selection = { query, full, account }
  const total = await operator.count(selection)
  const request = { query, fields, full, format }
  const earlier = readResume<Resume>(`${out}.resume`, request)
  const handle = openSync(out, earlier === undefined ? 'w' : 'r+')
  const writer = rowWriter(format, fields)
  let rows = earlier?.rows ?? 0
  let bytes = earlier?.bytes ?? writeAt(handle, writer.head, 0)
  ftruncateSync(handle, bytes)
  const writeRows = async (): Promise<void> => {
    for await (const piece of operator.export({ ...selection, fields, from: earlier?.position })) {
      bytes += writeAt(handle, piece.rows.map(writer.row).join(''), bytes)
      rows += piece.rows.length
      if (piece.end !== undefined)
        saveResume(`${out}.resume`, { ...request, position: piece.end, bytes, rows } satisfies Resume)
      if (context.signal.aborted)
        throw new AppError('input', `stopped after ${counted(rows, 'row')}; the same command continues`)
    }
  }
  const progress = () => ({ records: rows, rejects: 0, share: total === 0 ? 1 : rows / total })
  await withProgress(context.terminal, progress, writeRows).finally(() => closeSync(handle))
  rmSync(`${out}.resume`, { force: true })
  const summary = options.json
    ? `${JSON.stringify({ out, rows, bytes })}\n`
    : `wrote ${counted(rows, 'row')} to ${out}\n`
  context.terminal.out(summary)
}

function writeAt(handle: number, text: string, position: number): number {
  const data = Buffer.from(text)
  writeSync(handle, data, 0, data.length, position)
  return data.length
}
