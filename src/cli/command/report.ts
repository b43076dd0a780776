// `periplus report QUERY`: a search as one HTML file.
import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../service/report/index.ts'
import { visible } from '../../util/index.ts'
import {
  connectExisting,
  type DataOptions,
  type QueryOptions,
  withDataOptions,
  withQueryOptions,
} from '../data/connect.ts'
import { withMistakeShown } from '../output/query-mistake.ts'
import { bytes, type CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'

interface ReportOptions extends DataOptions, QueryOptions {
  readonly full: boolean
  readonly title: string
  readonly language: ReportLanguage
  readonly out?: string
}

/** Adds the command. */
export function addReport(program: Command, context: CommandContext): void {
  const command = program
    .command('report')
    .description(OVERVIEW.report.description)
    .argument('<query>', 'query text')
    .option('-o, --out <file>', 'the file to write; standard output by default')
    .option('--title <text>', 'heading of the report; the query by default', '')
    .addOption(
      new Option('--language <language>', 'language of the report').choices(REPORT_LANGUAGES).default('en'),
    )
    .option('--full', 'also records last seen more than one year ago', false)
    .addHelpText('after', EXAMPLES)
  withQueryOptions(withDataOptions(command)).action((query: string, options: ReportOptions) =>
    runReport(query, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus report 'domain="example.com"' -o report.html
  periplus report 'country="DE" && port="3389"' --title 'RDP in Germany' -o rdp.html`

async function runReport(
  query: string,
  { full, title, language, out, account, ...options }: ReportOptions,
  context: CommandContext,
): Promise<void> {
  const operator = await connectExisting(options)
  try {
    const { makeReport } = await import('../../service/report/index.ts')
    const source = {
      facets: (text: string, fields: readonly string[], size: number) =>
        operator.facets({ query: text, full, fields, size, account }),
      timeline: (text: string) => operator.timeline({ query: text, full, account }),
    }
    const make = () => makeReport(source, { query, full, title, language }, Date.now())
    const html = await withMistakeShown(query, context, make)
    if (out === undefined) {
      context.terminal.out(html)
    } else {
      writeFileSync(out, html)
      context.terminal.out(`wrote ${visible(out)} (${bytes(Buffer.byteLength(html))})\n`)
    }
  } finally {
    await operator.close()
  }
}
