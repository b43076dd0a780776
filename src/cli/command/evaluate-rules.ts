// `periplus evaluate rules`: how often the rules are right that recognise products, and how far they agree with sources.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { Asset } from '../../asset/index.ts'
import {
  type Agreement,
  compareWithSources,
  createRecognise,
  evaluateRules,
  type Quality,
  readLibrary,
  readOwnRules,
  readRecog,
  recogRecords,
} from '../../rule/index.ts'
import { visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { type CommandContext, count } from '../output/output.ts'
import { reading } from '../input/read-file.ts'
import { ownRulesOf, textOf } from './rules.ts'

interface EvaluateRulesOptions extends DataOptions {
  readonly json?: boolean
}

/** Adds the command below `evaluate`. */
export function addEvaluateRules(evaluate: Command, context: CommandContext): void {
  withDataOptions(evaluate.command('rules'))
    .description(
      'precision and recall of the rules that recognise products, on the examples of recog files; agreement with sources on scan files',
    )
    .argument(
      '<path...>',
      'XML files of recog, also compressed with gzip, or folders of them; or scan files that state products',
    )
    .option('--json', 'print one JSON object, with every rule')
    .addHelpText('after', EXAMPLES)
    .action((paths: readonly string[], _: unknown, command: Command) =>
      // `evaluate` has the same options and takes them, wherever they stand.
      runEvaluate(paths, command.optsWithGlobals<EvaluateRulesOptions>(), context),
    )
}

const EXAMPLES = `
A product is right when its name is, or is part of, a name that the file knows, or the other way round, or its CPE name has the same product.

Examples:
  periplus evaluate rules recog/xml --json
  periplus evaluate rules scans/shodan.json.gz`

async function runEvaluate(
  paths: readonly string[],
  options: EvaluateRulesOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const recognise = createRecognise([...readLibrary(), ...readOwnRules(ownRulesOf(options))])
  const files = paths.flatMap(filesIn).flatMap((path) => readRecog(textOf(path)) ?? [])
  if (files.length === 0) {
    const agreement = compareWithSources(recognise, await recordsIn(paths))
    terminal.out(options.json ? `${JSON.stringify(agreement, null, 2)}\n` : agreementText(agreement))
    return
  }
  const result = evaluateRules(
    recognise,
    files.flatMap((file) => [...recogRecords(file)]),
  )
  if (options.json) terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  else terminal.out([HEAD, ...[...result.kinds, result.all].map(lineOf)].join(''))
}

async function recordsIn(paths: readonly string[]): Promise<readonly Asset[]> {
  const { statedRecords } = await import('../input/stated-records.ts')
  const records: Asset[] = []
  for await (const record of statedRecords(paths)) records.push(record)
  if (records.length > 0) return records
  throw new AppError(
    'input',
    'no file of recog was found, and no record that states a product; give XML files of recog or scan files',
  )
}

/** Lines of products and of disagreements that are printed; JSON has all. */
const MOST_LINES = 40

function agreementText({ all, products, disagreements }: Agreement): string {
  const lines = [all, ...products.slice(0, MOST_LINES)].map(({ product, stated, answered, agreed }) =>
    [visible(product), count(stated), count(answered), count(agreed)].join('\t'),
  )
  const others = disagreements
    .slice(0, MOST_LINES)
    .map(({ stated, found, rule, records }) =>
      [visible(stated), visible(found), visible(rule), count(records)].join('\t'),
    )
  const parts = [
    ['product that a source states\trecords\tanswered\tagreed', ...lines],
    ...(others.length === 0 ? [] : [['', 'the source states\ta rule found\trule\trecords', ...others]]),
  ]
  return `${parts.flat().join('\n')}\n`
}

const HEAD = 'texts\texamples\tanswered\tright\tprecision\trecall\n'

function lineOf({ name, records, answered, right }: Quality): string {
  const share = (of: number): string => (of === 0 ? '-' : (right / of).toFixed(4))
  return `${[visible(name), count(records), count(answered), count(right), share(answered), share(records)].join('\t')}\n`
}

function filesIn(path: string): readonly string[] {
  if (!reading(path, () => statSync(path).isDirectory())) return [path]
  return readdirSync(path)
    .filter((name) => /\.xml(?:\.gz)?$/.test(name))
    .sort()
    .map((name) => join(path, name))
}
