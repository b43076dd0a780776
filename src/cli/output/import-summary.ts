// What an import did, for people.
import type { ImportSummary, ReasonCount } from '../../service/ingest/index.ts'
import { visible } from '../../util/index.ts'
import { firstReason } from '../input/first-reason.ts'
import { count, counted, duration } from './output.ts'

/** Whether all of the input was refused or rejected. */
export function isNothing({ inputs, refusedInputs, observations, rejects, skipped }: ImportSummary): boolean {
  return inputs === 0 ? refusedInputs > 0 : observations === 0 && skipped === 0 && rejects > 0
}

function rejectLines({ rejects, leftOut, rejectsFile, rejectReasons }: ImportSummary): readonly string[] {
  if (rejects === 0) return []
  const lost = rejects - leftOut
  const repair = `${rejectsFile} has the lines; repair and import it again`
  const first = rejectReasons.length > 0 || rejectsFile === undefined ? undefined : firstReason(rejectsFile)
  return [
    ...(lost === 0 ? [] : [`  ${count(lost)} rejected: ${repair}`]),
    ...(leftOut === 0 ? [] : [`  ${counted(leftOut, 'value')} left out of stored records: ${repair}`]),
    ...(first === undefined ? [] : [`    the first: ${visible(first)}`]),
    ...reasonLines(rejectReasons),
  ]
}

function refusedLines({ refusedInputs, refusals }: ImportSummary): readonly string[] {
  return refusedInputs === 0 ? [] : [`  ${counted(refusedInputs, 'file')} refused`, ...reasonLines(refusals)]
}

/** So few observations say nothing about the speed: opening the store takes longer. */
const FEW = 1000

/** What an import did, for people. */
export function summaryText(summary: ImportSummary, seconds: number): string {
  const { observations, added, replaced, touched, unchanged, skipped } = summary
  const rate = Math.round(observations / Math.max(seconds, 0.001))
  const speed = observations < FEW ? '' : ` (${count(rate)}/s)`
  const lines = [
    `${counted(observations, 'observation')} in ${duration(seconds)}${speed} from ${counted(summary.inputs, 'input')}`,
    `  ${counted(added, 'record')} added, ${count(replaced)} replaced, ${count(touched)} seen again, ${count(unchanged)} unchanged`,
  ]
  if (skipped > 0)
    lines.push(`  ${count(skipped)} skipped that are not services (closed ports, requests, ping answers)`)
  if (summary.excluded > 0)
    lines.push(
      `  ${count(summary.excluded)} excluded by rules and not stored (\`periplus exclude list\`)`,
      ...reasonLines(summary.exclusions),
    )
  lines.push(...rejectLines(summary), ...refusedLines(summary))
  for (const note of summary.notes) lines.push(`  note: ${note}`)
  return `${lines.join('\n')}\n`
}

const MOST_REASONS = 10

/** One line per reason with its count and the first files, most frequent first. */
export function reasonLines(reasons: readonly ReasonCount[]): readonly string[] {
  const lines = reasons.slice(0, MOST_REASONS).map(({ reason, count: times, files }) => {
    const named = files.map(visible).join(', ')
    return `    ${count(times)} × ${visible(reason)} (${named}${times > files.length && files.length >= 3 ? ', …' : ''})`
  })
  const more = reasons.length - lines.length
  return more > 0 ? [...lines, `    and ${counted(more, 'more reason')}`] : lines
}
