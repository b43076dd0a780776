// `periplus search`: one page of results on the terminal or as text for other programs.
import type { Command } from 'commander'
import { rowWriter } from '../../service/export/index.ts'
import { type DataOptions, type QueryOptions, withDataOptions, withQueryOptions } from '../data/connect.ts'
import { count, counted, table, type CommandContext } from '../output/output.ts'
import { fieldsOption, oneOf, wholeNumber } from '../input/parse.ts'
import { withMistakeShown } from '../output/query-mistake.ts'
import { accessOf, refuseAccount, type ServerOptions, withServerOptions } from '../remote/access.ts'
import { printExplanation } from '../output/explanation.ts'
import { OVERVIEW } from '../overview.ts'
import { withRecords } from '../data/with-operator.ts'

interface SearchOptions extends DataOptions, ServerOptions, QueryOptions {
  readonly fields: readonly string[]
  readonly size: number
  readonly page: number
  readonly full: boolean
  readonly explain: boolean
  readonly format: 'table' | 'json' | 'ndjson' | 'csv'
}

/** The columns of the table by default. */
const TABLE_FIELDS = ['host', 'ip', 'port', 'protocol', 'country', 'title', 'lastupdatetime']

/** Adds the command. */
export function addSearch(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .description(OVERVIEW.search.description)
    .argument('<query>', 'a query such as title="login" && country="DE", or plain words')
    .addOption(fieldsOption('fields to show, comma-separated', TABLE_FIELDS))
    .option('--size <n>', 'results per page, 1 to 10000', wholeNumber('--size', 1, 10_000), 100)
    .option('--page <n>', 'page, from 1', wholeNumber('--page', 1, 1_000_000), 1)
    .option('--full', 'all records, not only those seen within the last year', false)
    .option(
      '--explain',
      'show how many records each condition finds, and near values where it finds none',
      false,
    )
    .addHelpText('after', EXAMPLES)
  withFormat(withServerOptions(withQueryOptions(withDataOptions(command)))).action(
    (query: string, options: SearchOptions & { json?: boolean }) =>
      runSearch(query, options.json ? { ...options, format: 'json' } : options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus search 'title="login" && country="DE" && port!="443"'
  periplus search 'server="nginx"' --fields host,ip,title --size 20
  periplus search 'cert.is_expired=true' --format csv > expired.csv
  periplus search 'ip="198.18.0.0/16"' --full --json
  periplus search 'server="ngnix" && country="DE"' --explain
  periplus search 'port=22' --server https://periplus.example.com --email ada@example.com`

function withFormat(command: Command): Command {
  return command
    .option(
      '--format <name>',
      'table, json, ndjson or csv',
      oneOf('--format', ['table', 'json', 'ndjson', 'csv']),
      'table',
    )
    .option('--json', 'the same as --format json')
}

async function runSearch(query: string, options: SearchOptions, context: CommandContext): Promise<void> {
  const { account } = options
  refuseAccount(accessOf(options), account)
  await withRecords(options, context.signal, async (records) => {
    const { fields, size, page, full } = options
    const answer = await withMistakeShown(query, context, () =>
      records.search({ query, fields, size, page, full, account }),
    )
    if (options.format === 'table') printTable(answer.rows, answer.total, options, context)
    else if (options.format === 'json')
      printJson(query, answer.rows, answer.total, answer.mode, options, context)
    else {
      const writer = rowWriter(options.format, fields)
      context.terminal.data(writer.head + answer.rows.map(writer.row).join('') + writer.tail)
    }
    if (options.explain) printExplanation(query, await records.explain({ query, full, account }), context)
    else if (answer.total === 0 && options.format === 'table')
      context.terminal.error('use --explain to see why\n')
  })
}

type Rows = readonly (readonly string[])[]

function printTable(rows: Rows, total: number, options: SearchOptions, { terminal }: CommandContext): void {
  const { fields, size, page } = options
  if (rows.length > 0) terminal.out(table(fields, rows, terminal.width))
  const first = (page - 1) * size + 1
  const shown = rows.length === 0 ? 'none' : `${count(first)}–${count(first + rows.length - 1)}`
  const span = options.full ? '' : ' of the last year (--full for all)'
  terminal.error(
    rows.length === total
      ? `${counted(total, 'result')}${span}\n`
      : `${shown} of ${counted(total, 'result')}${span}\n`,
  )
}

function printJson(
  query: string,
  rows: Rows,
  total: number,
  mode: string,
  options: SearchOptions,
  { terminal }: CommandContext,
): void {
  const { fields, page } = options
  const results = rows.map((row) => Object.fromEntries(fields.map((name, index) => [name, row[index] ?? ''])))
  terminal.data(`${JSON.stringify({ query, mode, page, size: rows.length, total, results }, null, 2)}\n`)
}
