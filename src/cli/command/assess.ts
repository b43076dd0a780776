// `periplus assess LIBRARY`: published queries over the stored records, as one HTML file.
import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../service/report/index.ts'
import { connectExisting, type DataOptions, withDataOptions } from '../data/connect.ts'
import { count, type CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'

interface AssessOptions extends DataOptions {
  readonly full: boolean
  readonly language: ReportLanguage
  readonly out?: string
}

/** Adds the command. */
export function addAssess(program: Command, context: CommandContext): void {
  program.addCommand(assessCommand(context))
}

/** The command, which is also the part of `audit` that runs without a name. */
export function assessCommand(context: CommandContext): Command {
  const command = new Command('assess')
    .description(OVERVIEW.assess.description)
    .helpOption('-h, --help', 'print help')
    .argument('<library>', 'a JSON file of products with their queries by search engine, or a folder of them')
    .option('-o, --out <file>', 'the file to write; standard output by default')
    .addOption(
      new Option('--language <language>', 'language of the file').choices(REPORT_LANGUAGES).default('en'),
    )
    .option('--full', 'also records last seen more than one year ago', false)
    .addHelpText('after', HELP)
  return withDataOptions(command).action((library: string, options: AssessOptions) =>
    runAssess(library, options, context),
  )
}

const HELP = `
The library is a JSON list: [{"name": "…", "vendor": "…", "engines": [{"platform": "shodan", "queries": ["…"]}]}]
Platforms are fofa, shodan, censys, zoomeye, quake, hunter and google. No packet is sent. \`periplus audit LIBRARY\` does the same.

Examples:
  periplus assess queries.json -o assessment.html
  periplus assess queries.json --full --language zh -o assessment.html`

/** Rows of one page of the operator. */
const MOST_ROWS = 10_000

async function runAssess(
  file: string,
  { full, language, out, ...options }: AssessOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const [{ readLibrary }, { makeAssessment }] = await Promise.all([
    import('../input/query-library.ts'),
    import('../../service/assess/index.ts'),
  ])
  const library = readLibrary(file)
  const operator = await connectExisting(options)
  try {
    const source = {
      facets: (query: string, fields: readonly string[], size: number) =>
        operator.facets({ query, full, fields, size }),
      count: (query: string) => operator.count({ query, full }),
      rows: async (query: string, fields: readonly string[], size: number) =>
        (await operator.search({ query, full, fields, size: Math.min(size, MOST_ROWS), page: 1 })).rows,
    }
    const onProgress = (done: number, found: number): void => {
      if (terminal.interactive && done % 20 === 0)
        terminal.error(
          `${count(done)} of ${count(library.products.length)} products, ${count(found)} found\n`,
        )
    }
    const asked = { full, language, onProgress }
    const { html, found } = await makeAssessment(source, library, asked, Date.now())
    if (out === undefined) terminal.out(html)
    else writeFileSync(out, html)
    const run = library.size - library.refused.length
    const queries = `${count(run)} queries run, ${count(library.refused.length)} not run`
    terminal.error(`${count(found)} of ${count(library.products.length)} products found; ${queries}\n`)
  } finally {
    await operator.close()
  }
}
