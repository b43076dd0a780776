// Output of `periplus import --dry-run`.
import type { DryRunInput, DryRunSummary } from '../../service/ingest/index.ts'
import { visible } from '../../util/index.ts'
import { reasonLines } from './import-summary.ts'
import { count, counted } from './output.ts'

/** Lines for inputs that are read, and for those that are refused. */
const MOST_LINES = 50

/** The first inputs with format and counts, or the reason why they would be refused; further ones as numbers. */
export function dryRunText(summary: DryRunSummary): string {
  const { readInputs, refusedInputs, records, rejectReasons, notes } = summary
  const total = records === undefined ? 'very many records' : `${counted(records, 'record')} after merging`
  const reasons = rejectReasons.length === 0 ? [] : ['  rejected:', ...reasonLines(rejectReasons)]
  return [
    `dry run: ${counted(readInputs, 'input')} would give ${total}; ${count(refusedInputs)} would be refused; nothing was stored`,
    ...inputLines(summary),
    ...reasons,
    ...notes.map((note) => `  note: ${note}`),
    '',
  ].join('\n')
}

function inputLines({ inputs, readInputs, refusedInputs, refusals }: DryRunSummary): readonly string[] {
  const refused = inputs.filter((input) => 'refused' in input).slice(0, MOST_LINES)
  const read = inputs.filter((input) => !('refused' in input)).slice(0, MOST_LINES)
  const shown = new Set([...refused, ...read])
  const [moreRead, moreRefused] = [readInputs - read.length, refusedInputs - refused.length]
  return [
    ...inputs.filter((input) => shown.has(input)).map(lineOf),
    ...(moreRead > 0 ? [`  and ${counted(moreRead, 'more input')}`] : []),
    ...(moreRefused > 0
      ? [`  and ${count(moreRefused)} more refused; all reasons:`, ...reasonLines(refusals)]
      : []),
  ]
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
