// `periplus rules …`: the rules that recognise products.
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { replaceFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import {
  createRecognise,
  exampleRecord,
  ownFamilies,
  readLibrary,
  readRules,
  type Rule,
  type RuleText,
} from '../../rule/index.ts'
import { convertRules, type RefusedEntry } from '../../rule/foreign/index.ts'
import type { TriedRule } from '../../service/rule-trial/index.ts'
import { visible } from '../../util/index.ts'
import { connectExisting, type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataPaths } from '../data/data-directory.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { reading } from '../input/read-file.ts'

interface RulesOptions extends DataOptions {
  readonly json?: boolean
}

/** Adds the command. */
export function addRules(program: Command, context: CommandContext): void {
  const rules = program.command('rules').description(OVERVIEW.rules.description)
  withDataOptions(rules.command('list', { isDefault: true }))
    .description('families of rules with their numbers; own files that cannot be used, with the reason')
    .option('--json', 'print all rules as one JSON object')
    .addHelpText('after', '\nExample:\n  periplus rules list --json')
    .action((options: RulesOptions) => runList(options, context))
  withDataOptions(rules.command('add'))
    .description(
      'add a file of rules: own ones, or those of recog (XML), EHole, FingerprintHub, Wappalyzer (JSON), nuclei (YAML) or nmap-service-probes',
    )
    .argument(
      '<file>',
      'own rules, one JSON object per line, a rule file of another program, or a folder of such files',
    )
    .option('--dry-run', 'say how many rules can be used, and add none')
    .option('--refused', 'print each entry that cannot be used with the reason')
    .addHelpText('after', ADD_EXAMPLES)
    .action((file: string, options: AddOptions) => runAdd(file, options, context))
  withDataOptions(rules.command('try'))
    .description('what rules would match among the stored records, and where a source states another product')
    .argument('<file>', 'own rules, or a rule file of another program; at most 200 rules')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus rules try mine.ndjson')
    .action((file: string, options: RulesOptions) => runTry(file, options, context))
  withDataOptions(rules.command('check'))
    .description('check a file of own rules: its conditions and its examples')
    .argument('<file>', 'one JSON object per line')
    .addHelpText('after', '\nExample:\n  periplus rules check mine.ndjson')
    .action((file: string) => runCheck(file, context))
}

const ADD_EXAMPLES = `
The next import uses the rules, and a running server recognises its records again. Own files replace those of the same name.

Examples:
  periplus rules add finger.json --dry-run
  periplus rules add mine.ndjson && periplus derive start --only recognition`

interface AddOptions extends DataOptions {
  readonly dryRun?: boolean
  readonly refused?: boolean
}

function runAdd(file: string, options: AddOptions, { terminal }: CommandContext): void {
  const name = basename(file, extname(file)).replaceAll(/[^\w.-]/g, '-')
  const { text, note, refused } = ownText(name, filesOf(file))
  const rules = readRules(`own/${name}`, text)
  createRecognise(rules)
  const done = options.dryRun ? 'can be used' : 'added'
  if (!options.dryRun) {
    const directory = ownRulesOf(options)
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    replaceFile(join(directory, `${name}.ndjson`), text)
  }
  terminal.out(`${counted(rules.length, 'rule')} ${done}${note}\n`)
  if (options.refused)
    for (const { name: entry, reason } of refused) terminal.out(`  ${visible(entry)}: ${visible(reason)}\n`)
}

const RULE_FILES = /(?:\.(?:json|xml|ya?ml)|nmap-service-probes)(?:\.gz)?$/

/** The file, or the rule files of a folder and those below it. */
function filesOf(path: string): readonly string[] {
  if (!reading(path, () => statSync(path).isDirectory())) return [path]
  const names = reading(path, () => readdirSync(path, { recursive: true, encoding: 'utf8' }))
  return names
    .filter((name) => RULE_FILES.test(name))
    .sort()
    .map((name) => join(path, name))
}

async function runTry(file: string, options: RulesOptions, { terminal }: CommandContext): Promise<void> {
  const { text } = ownText(basename(file), filesOf(file))
  const operator = await connectExisting(options)
  try {
    const tried = await operator.tryRules(text)
    if (options.json) terminal.out(`${JSON.stringify({ rules: tried }, null, 2)}\n`)
    else for (const one of tried) terminal.out(triedText(one))
  } finally {
    await operator.close()
  }
}

function triedText({ product, hosts, records, otherwise, disagreements }: TriedRule): string {
  const matches = `${visible(product)}: matches ${counted(hosts, 'host')} (${counted(records, 'record')})`
  const lines = disagreements.map(
    ({ host, stated }) => `  ${visible(host)}: a source states ${visible(stated.join(', '))}\n`,
  )
  return `${matches}, ${counted(otherwise, 'record')} of which a source calls otherwise\n${lines.join('')}`
}

interface OwnText {
  readonly text: string
  readonly note: string
  readonly refused: readonly RefusedEntry[]
}

/** Files as own rules; those of another program are converted. */
function ownText(name: string, files: readonly string[]): OwnText {
  const [only, ...more] = files
  const first = only === undefined || more.length > 0 ? undefined : textOf(only)
  if (first !== undefined && convertRules(first) === undefined) return { text: first, note: '', refused: [] }
  const converted = files.flatMap((file) => convertRules(textOf(file)) ?? [])
  const refused = converted.flatMap((one) => one.refused)
  const rules = unique(converted.flatMap((one) => one.rules))
  if (rules.length === 0) throw new AppError('input', `no rule of \`${visible(name)}\` can be used`)
  const formats = [...new Set(converted.map(({ format }) => format))].join(', ')
  const lines = rules.map((rule) => `${JSON.stringify(rule)}\n`).join('')
  return { text: lines, note: ` (${formats}; ${count(refused.length)} entries cannot be used)`, refused }
}

/** Rules of several files whose names differ. */
function unique(rules: readonly RuleText[]): readonly RuleText[] {
  const counts = new Map<string, number>()
  return rules.map((rule) => {
    const name = rule.name ?? ''
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return number === 1 ? rule : { ...rule, name: `${name} file ${number}` }
  })
}

/** The folder of own rules. */
export function ownRulesOf(options: DataOptions): string {
  return dataPaths(readConfig({ flags: { data: options.data } }).data).rules
}

function runList(options: RulesOptions, { terminal }: CommandContext): void {
  const library = readLibrary()
  const own = ownFamilies(ownRulesOf(options))
  if (options.json) {
    const rules = [...library, ...own.flatMap((family) => family.rules)].map(shown)
    const faults = own.flatMap(({ name, fault }) => (fault === undefined ? [] : [{ name, fault }]))
    terminal.out(`${JSON.stringify({ rules, faults }, null, 2)}\n`)
    return
  }
  const families = Map.groupBy(library, ({ id }) => id.split('/', 1)[0] ?? '')
  for (const [name, rules] of families) terminal.out(`${name}\t${rules.length}\n`)
  for (const { name, rules, fault } of own)
    terminal.out(`own/${visible(name)}\t${fault === undefined ? rules.length : visible(fault)}\n`)
  const products = new Set(library.flatMap(({ product }) => product?.toLowerCase() ?? []))
  terminal.error(`${counted(library.length, 'rule')}, ${counted(products.size, 'product')}\n`)
}

function shown({ condition: _, captures: __, match: ___, miss: ____, ...rule }: Rule): object {
  return rule
}

function runCheck(file: string, { terminal }: CommandContext): void {
  const rules = readRules(`own/${basename(file, extname(file))}`, textOf(file))
  const faults = rules.flatMap(faultsOf)
  if (faults.length > 0) throw new AppError('input', faults.slice(0, 20).join('\n'))
  terminal.out(`${counted(rules.length, 'rule')}, all examples as stated\n`)
}

function faultsOf(rule: Rule): readonly string[] {
  const recognise = createRecognise([rule])
  const missed = rule.match.filter((example) => {
    const [found] = recognise(exampleRecord(example))
    return found === undefined || (example['version'] ?? found.version) !== found.version
  })
  const hit = rule.miss.filter((example) => recognise(exampleRecord(example)).length > 0)
  return [
    ...missed.map((example) => `\`${rule.id}\` does not recognise ${JSON.stringify(example)} as stated`),
    ...hit.map((example) => `\`${rule.id}\` recognises ${JSON.stringify(example)}`),
  ]
}

const LARGEST = 64 * 1024 * 1024

/** The text of a file, decompressed where its name ends with `.gz`. */
export function textOf(path: string): string {
  const bytes = reading(path, () => readFileSync(path))
  return reading(path, () =>
    (path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes).toString(),
  )
}
