// `periplus exclude`: rules about records that are never stored and never shown.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import { type Exclusion, parseRule, parseRules, printRule } from '../../service/exclusion/index.ts'
import { printTime, visible } from '../../util/index.ts'
import { connectData, type DataOptions, withDataOptions } from '../data/connect.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { withOperator } from '../data/with-operator.ts'

interface ExcludeOptions extends DataOptions {
  readonly json?: boolean
}

interface AddOptions extends ExcludeOptions {
  readonly file?: string
  readonly note?: string
}

/** Adds the command. */
export function addExclude(program: Command, context: CommandContext): void {
  const exclude = program.command('exclude').description(OVERVIEW.exclude.description)
  withDataOptions(exclude.command('add'))
    .description('add rules: what they exclude is hidden at once and removed')
    .argument('[rule...]', 'networks, names, fingerprints of certificates, or cert:NAME')
    .option('--file <file>', 'read rules from a file, one a line; # starts a comment')
    .option('--note <text>', 'why, for the list')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((rules: string[], options: AddOptions) => runAdd(rules, options, context))
  withDataOptions(exclude.command('list', { isDefault: true }))
    .description('the rules, who added them, and how many records each removed')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus exclude list')
    .action((options: ExcludeOptions) => runList(options, context))
  withDataOptions(exclude.command('remove'))
    .description('remove a rule; records that were removed do not come back')
    .argument('<rule>', 'the rule, or its number')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus exclude remove 192.0.2.0/24')
    .action((rule: string, options: ExcludeOptions) => runRemove(rule, options, context))
}

const EXAMPLES = `
A name includes its subdomains. A record is excluded when any of its addresses is in the network. Tagging an excluded address
still works: tagging stores nothing.

Examples:
  periplus exclude add 192.0.2.0/24 example.com --note "asked for by its owner"
  periplus exclude add sha256:0f1e2d3c… cert:example.com
  periplus exclude add --file excluded.txt`

async function runAdd(
  written: readonly string[],
  options: AddOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const ofFile = options.file === undefined ? [] : parseRules(readFileSync(options.file, 'utf8'))
  const rules = [...written.map(parseRule), ...ofFile]
  if (rules.length === 0) throw new AppError('input', 'no rule was given: name rules, or a file with --file')
  const { added, known } = await withOperator(
    options,
    (operator) => operator.addExclusions(rules, options.note ?? ''),
    connectData,
  )
  const reported = `${counted(added.length, 'rule')} added${known > 0 ? `, ${count(known)} known before` : ''}`
  terminal.out(
    options.json
      ? `${JSON.stringify({ added, known }, null, 2)}\n`
      : `${reported}; matching records are hidden now and removed in the background (periplus exclude list shows how many)\n`,
  )
}

async function runList(options: ExcludeOptions, { terminal }: CommandContext): Promise<void> {
  const exclusions = await withOperator(options, (operator) => operator.exclusions())
  if (options.json) terminal.out(`${JSON.stringify({ exclusions }, null, 2)}\n`)
  else terminal.out(exclusions.length === 0 ? 'no exclusions\n' : exclusions.map(lineOf).join(''))
}

async function runRemove(
  written: string,
  options: ExcludeOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const removed = await withOperator(options, async (operator) =>
    operator.removeExclusion(numberOf(written, await operator.exclusions())),
  )
  terminal.out(options.json ? `${JSON.stringify(removed)}\n` : `removed ${printRule(removed)}\n`)
}

function numberOf(written: string, exclusions: readonly Exclusion[]): number {
  if (/^\d{1,15}$/.test(written)) return Number(written)
  const asked = printRule(parseRule(written))
  const found = exclusions.find((one) => printRule(one) === asked)
  if (found !== undefined) return found.id
  throw new AppError('input', `\`${written}\` is not excluded; \`periplus exclude list\` shows the rules`)
}

function lineOf(one: Exclusion): string {
  const time = printTime(one.createdAt)
  const state = one.sweptAt === undefined ? 'being removed' : `${counted(one.removed, 'record')} removed`
  const note = one.note === '' ? '' : `  ${visible(one.note)}`
  return `${one.id}  ${printRule(one)}  ${time}  ${visible(one.actor)}  ${state}${note}\n`
}
