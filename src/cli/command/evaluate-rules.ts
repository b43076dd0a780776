// `periplus evaluate rules`: how often the rules are right that recognise products.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import {
  createRecognise,
  evaluateRules,
  type Quality,
  readLibrary,
  readOwnRules,
  readRecog,
  recogRecords,
} from '../../rule/index.ts'
import { visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../connect.ts'
import { type CommandContext, count } from '../output.ts'
import { ownRulesOf, reading, textOf } from './rules.ts'

interface EvaluateRulesOptions extends DataOptions {
  readonly json?: boolean
}

/** Adds the command below `evaluate`. */
export function addEvaluateRules(evaluate: Command, context: CommandContext): void {
  withDataOptions(evaluate.command('rules'))
    .description('precision and recall of the rules that recognise products, on the examples of recog files')
    .argument('<path...>', 'XML files of recog, also compressed with gzip, or folders of them')
    .option('--json', 'print one JSON object, with every rule')
    .addHelpText('after', EXAMPLES)
    .action((paths: readonly string[], options: EvaluateRulesOptions) => runEvaluate(paths, options, context))
}

const EXAMPLES = `
A product is right when its name is, or is part of, a name that the file knows, or the other way round.

Example:
  periplus evaluate rules recog/xml --json`

function runEvaluate(
  paths: readonly string[],
  options: EvaluateRulesOptions,
  { terminal }: CommandContext,
): void {
  const recognise = createRecognise([...readLibrary(), ...readOwnRules(ownRulesOf(options))])
  const files = paths.flatMap(filesIn).flatMap((path) => readRecog(textOf(path)) ?? [])
  if (files.length === 0) throw new AppError('input', 'no file of recog was found; give its XML files')
  const result = evaluateRules(
    recognise,
    files.flatMap((file) => [...recogRecords(file)]),
  )
  if (options.json) terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  else terminal.out([HEAD, ...[...result.kinds, result.all].map(lineOf)].join(''))
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
