// `periplus evaluate`: precision and recall of tags against a file of addresses whose tags are known.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { replaceFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import { MOST_LINES } from '../../service/tag/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { dataPaths } from '../data/data-directory.ts'
import { evaluateTags, type LabelledAddress, readLabelled, type TagQuality } from '../output/tag-quality.ts'
import { type CommandContext, count } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { readText } from '../input/read-file.ts'
import { withOperator } from '../data/with-operator.ts'
import { addEvaluateRules } from './evaluate-rules.ts'

interface EvaluateOptions extends DataOptions {
  readonly json?: boolean
}

type Tag = (addresses: readonly string[]) => Promise<readonly string[]>

/** Adds the command. */
export function addEvaluate(program: Command, context: CommandContext): void {
  const command = program
    .command('evaluate')
    .description(OVERVIEW.evaluate.description)
    .argument('<file>', 'one address per line with the tags that it is known to have')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  addEvaluateRules(command, context)
  withDataOptions(command).action((file: string, options: EvaluateOptions) =>
    runEvaluate(file, options, context),
  )
}

const EXAMPLES = `
The result is kept in the data directory beside the feeds (feeds/evaluation.json). Addresses of the file without a tag count as not
having it, so list addresses that lack the tags too.

Examples:
  periplus evaluate known.txt
  periplus evaluate known.txt --json`

async function runEvaluate(
  file: string,
  options: EvaluateOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const labelled = readFile(file)
  await withOperator(options, async (operator) => {
    const tagged = await tagAll(labelled, async (addresses) => {
      const { entries } = await operator.tag(addresses.map((ip, index) => [index + 1, ip]))
      return entries
    })
    const tags = evaluateTags(labelled, tagged)
    const result = { evaluated_at: new Date().toISOString(), file, addresses: labelled.length, tags }
    const { data } = readConfig({ flags: { data: options.data } })
    const { feeds } = dataPaths(data)
    mkdirSync(feeds, { recursive: true, mode: 0o700 })
    replaceFile(join(feeds, 'evaluation.json'), JSON.stringify(result, null, 2))
    terminal.out(options.json ? `${JSON.stringify(result, null, 2)}\n` : textOf(labelled.length, tags))
  })
}

function readFile(file: string): readonly LabelledAddress[] {
  const lines = readText(file).split(/\r?\n/)
  const labelled = lines.flatMap((line, index) => {
    const read = readLabelled(line)
    if (read === undefined) return []
    const ip = canonicalAddress(read.ip)
    if (ip === undefined)
      throw new AppError('input', `line ${index + 1} of \`${file}\`: \`${read.ip}\` is not a valid address`)
    return [{ ...read, ip }]
  })
  if (labelled.length === 0) throw new AppError('input', `\`${file}\` holds no address`)
  return labelled
}

async function tagAll(
  labelled: readonly LabelledAddress[],
  tag: Tag,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const different = [...new Set(labelled.map(({ ip }) => ip))]
  const tagged = new Map<string, readonly string[]>()
  for (let at = 0; at < different.length; at += MOST_LINES)
    for (const entry of await tag(different.slice(at, at + MOST_LINES))) {
      const { ip = '', tags } = JSON.parse(entry) as { ip?: string; tags: readonly string[] }
      tagged.set(ip, tags)
    }
  return tagged
}

function textOf(addresses: number, tags: readonly TagQuality[]): string {
  const rows = tags.map(({ tag, labelled, tagged, right, precision, recall }) =>
    [tag, labelled, tagged, right, shareOf(precision), shareOf(recall)].join('\t'),
  )
  const head = ['tag', 'labelled', 'tagged', 'right', 'precision', 'recall'].join('\t')
  return `${[head, ...rows].join('\n')}\n# ${count(addresses)} labelled addresses\n`
}

function shareOf(share: number | null): string {
  return share === null ? '-' : share.toFixed(4)
}
