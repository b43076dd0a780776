// `periplus vulnerabilities …`: lists of known vulnerabilities, and those of a host.
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import {
  addLists,
  listLists,
  removeList,
  type VulnerabilitiesAnswer,
} from '../../service/vulnerability/index.ts'
import { visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataFiles, dataPaths } from '../data/data-directory.ts'
import { type CommandContext, count } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type ServerOptions, withServerOptions } from '../remote/access.ts'
import { withRecords } from '../data/with-operator.ts'

interface VulnerabilitiesOptions extends DataOptions {
  readonly json?: boolean
}

/** Adds the commands. */
export function addVulnerabilities(program: Command, context: CommandContext): void {
  const group = program.command('vulnerabilities').description(OVERVIEW.vulnerabilities.description)
  withDataOptions(group.command('list', { isDefault: true }))
    .description('the loaded lists with date, licence and number of entries')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus vulnerabilities list --json')
    .action((options: VulnerabilitiesOptions) => runList(options, context))
  withDataOptions(group.command('add'))
    .description('load lists: KEV (JSON), NVD (JSON 2.0), CVE records (JSON 5), EPSS (CSV), also compressed')
    .argument('<file...>', 'files or folders; each replaces the list of its name')
    .addHelpText('after', ADD_EXAMPLES)
    .action((files: readonly string[], options: DataOptions) => runAdd(files, options, context))
  withDataOptions(group.command('remove'))
    .description('remove a list')
    .argument('<name>', 'its name')
    .addHelpText('after', '\nExample:\n  periplus vulnerabilities remove epss_scores.csv.gz')
    .action((name: string, options: DataOptions) => runRemove(name, options, context))
  withServerOptions(withDataOptions(group.command('of')))
    .description('the vulnerabilities of a host: confirmed, version in range, product only')
    .argument('<host>', 'an address or a name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus vulnerabilities of 192.0.2.7')
    .action((host: string, options: VulnerabilitiesOptions & ServerOptions) => runOf(host, options, context))
}

const ADD_EXAMPLES = `
Nothing is fetched: get the files from their publishers.

Example:
  periplus vulnerabilities add known_exploited_vulnerabilities.json nvdcve-2.0-2024.json.gz epss_scores.csv.gz`

function runList(options: VulnerabilitiesOptions, { terminal }: CommandContext): void {
  const lists = listLists(dataPaths(readConfig({ flags: { data: options.data } }).data).vulnerabilities)
  if (options.json) terminal.out(`${JSON.stringify({ lists }, null, 2)}\n`)
  else if (lists.length === 0) terminal.error('no lists; `periplus vulnerabilities add` loads one\n')
  else
    for (const { name, title, date, licence, entries } of lists)
      terminal.out(`${[visible(name), title, visible(date), licence, count(entries)].join('\t')}\n`)
}

async function runAdd(
  files: readonly string[],
  options: DataOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const path = dataFiles(readConfig({ flags: { data: options.data } }).data).vulnerabilities
  for (const { name, kind, date, entries } of await addLists(path, files, Date.now()))
    terminal.out(
      `${visible(name)}: ${kind} of ${visible(date) || 'unknown date'}, ${count(entries)} entries\n`,
    )
}

function runRemove(name: string, options: DataOptions, { terminal }: CommandContext): void {
  removeList(dataPaths(readConfig({ flags: { data: options.data } }).data).vulnerabilities, name)
  terminal.out(`removed ${visible(name)}\n`)
}

async function runOf(
  host: string,
  options: VulnerabilitiesOptions & ServerOptions,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const found = await withRecords(options, signal, (records) => records.vulnerabilities(host))
  terminal.out(options.json ? `${JSON.stringify(found, null, 2)}\n` : textOf(found))
}

function textOf(found: VulnerabilitiesAnswer): string {
  const head = `confirmed ${found.confirmed}, version in range ${found.version_in_range}, product only ${found.product_only}\n`
  const lines = found.vulnerabilities.map(({ cve, verdict, host, reason, kev, epss, title }) => {
    const more = [
      ...(kev === null ? [] : [`exploited since ${kev}`]),
      ...(epss === null ? [] : [`EPSS ${epss}`]),
    ]
    return `${cve}  ${verdict}  ${[host, reason, ...more].map(visible).join('; ')}\n    ${visible(title)}\n`
  })
  const none = found.lists.length === 0 ? ['no list is loaded: `periplus vulnerabilities add`\n'] : []
  return [head, ...lines, ...none].join('')
}
