// `periplus explain HOST`: why the records of an address or name have their products and known vulnerabilities.
import type { Command } from 'commander'
import { type Reason, readReasons } from '../../asset/index.ts'
import { AppError } from '../../error/index.ts'
import { readHostQuery } from '../../service/aggregate/index.ts'
import { printTime, visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type ServerOptions, withServerOptions } from '../remote/access.ts'
import { withRecords } from '../data/with-operator.ts'

interface ExplainOptions extends DataOptions, ServerOptions {
  readonly json?: boolean
}

const FIELDS = ['host', 'port', 'base_protocol', 'product', 'evidence', 'cve.reason'] as const
const MOST_RECORDS = 100
const MOST_VULNERABILITIES = 20

/** Adds the command. */
export function addExplain(program: Command, context: CommandContext): void {
  const command = program
    .command('explain')
    .description(OVERVIEW.explain.description)
    .argument('<host>', 'an address or a name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withServerOptions(withDataOptions(command)).action((host: string, options: ExplainOptions) =>
    runExplain(host, options, context),
  )
}

const EXAMPLES = `
Examples:
  periplus explain 192.0.2.7
  periplus explain www.example.com --json`

async function runExplain(
  host: string,
  options: ExplainOptions,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const query = readHostQuery(host)?.text
  if (query === undefined) throw new AppError('input', `\`${visible(host)}\` is not a valid address or name`)
  const request = { query, fields: FIELDS, size: MOST_RECORDS, page: 1, full: true }
  const { rows } = await withRecords(options, signal, (stored) => stored.search(request))
  if (rows.length === 0) throw new AppError('host', `no record of host \`${visible(host)}\` is known`)
  const records = rows.map(explained)
  terminal.out(options.json ? `${JSON.stringify({ records }, null, 2)}\n` : records.map(textOf).join(''))
}

interface Explained {
  readonly host: string
  readonly port: string
  readonly baseProtocol: string
  /** What a source stated without a rule. */
  readonly stated: readonly string[]
  readonly found: readonly Reason[]
  /** Each known vulnerability with its verdict and why. */
  readonly vulnerabilities: readonly string[]
}

function explained([
  host = '',
  port = '',
  baseProtocol = '',
  product = '',
  evidence = '',
  reasons = '',
]: readonly string[]): Explained {
  const { found, stated } = readReasons(evidence)
  const alone = evidence === '' && product !== '' ? product.split(',') : stated
  const vulnerabilities = reasons === '' ? [] : reasons.split(/,(?=CVE-[0-9]{4}-)/)
  return { host, port, baseProtocol, stated: alone, found, vulnerabilities }
}

function textOf({ host, port, baseProtocol, stated, found, vulnerabilities }: Explained): string {
  const lines = found.map(lineOf)
  const source = stated.length === 0 ? [] : [`  stated by the source: ${visible(stated.join(', '))}\n`]
  const none = lines.length + source.length === 0 ? ['  no product known\n'] : []
  const cves = vulnerabilities.slice(0, MOST_VULNERABILITIES).map((line) => `  ${visible(line)}\n`)
  const left = vulnerabilities.length - cves.length
  const more = left > 0 ? [`  ${left} more: periplus vulnerabilities of ${visible(host)}\n`] : []
  return [
    `${visible(host)} (${port}/${baseProtocol})\n`,
    ...[...source, ...lines, ...none, ...cves, ...more],
  ].join('')
}

function lineOf({ name, version, rule, field, text, since, stated }: Reason): string {
  const what = visible(`${name} ${version}`.trim())
  const other = stated === '' ? '' : `; the source states ${visible(stated)}`
  const day = printTime(since * 1000).slice(0, 10)
  return `  ${what}  ${visible(rule)} in ${field} since ${day}${other}\n    ${visible(text)}\n`
}
