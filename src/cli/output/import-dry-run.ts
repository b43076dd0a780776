// Output of `periplus import --dry-run`.
import type { DryRunInput, DryRunSummary } from '../../service/ingest/index.ts'
import { visible } from '../../util/index.ts'
import { reasonLines } from './import-summary.ts'
import { count, counted } from './output.ts'

/** Each input with its format and counts, or the reason why it would be refused. */
export function dryRunText({ inputs, records, rejectReasons, notes }: DryRunSummary): string {
  const read = inputs.filter((input) => !('refused' in input)).length
  const total = records === undefined ? 'very many records' : `${counted(records, 'record')} after merging`
  const reasons = rejectReasons.length === 0 ? [] : ['  rejected:', ...reasonLines(rejectReasons)]
  return [
    `dry run: ${counted(read, 'input')} would give ${total}; ${count(inputs.length - read)} would be refused; nothing was stored`,
    ...inputs.map(lineOf),
    ...reasons,
    ...notes.map((note) => `  note: ${note}`),
    '',
  ].join('\n')
}

function lineOf(input: DryRunInput): string {
  if ('refused' in input) return `  ${visible(input.name)}: refused: ${visible(input.refused)}`
  const { name, format, observations, rejects, skipped } = input
  const more = [
    ...(rejects > 0 ? [`${count(rejects)} rejected`] : []),
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
  ]
  return `  ${visible(name)}: ${format}, ${[counted(observations, 'observation'), ...more].join(', ')}`
}
