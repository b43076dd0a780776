// Output of `periplus diff`.
import { bracketed } from '../../asset/index.ts'
import type { Scan, ScanDiff, ServiceName } from '../../service/diff/index.ts'
import { visible } from '../../util/index.ts'
import { counted } from './output.ts'

/** A difference for people: one line per service, then the totals. */
export function scanDiffText({ both, added, changed, closed, notSeen }: ScanDiff): string {
  const lines = [
    ...added.map((one) => [
      'new',
      printed(one),
      ...[one.values.protocol, one.values.title ?? one.values.server ?? one.values.product].flatMap(
        (value) => value ?? [],
      ),
    ]),
    ...changed.map((one) => [
      'changed',
      printed(one),
      ...one.changes.map(({ column, from, to }) => `${column}: ${from} → ${to}`),
    ]),
    ...closed.map((one) => ['closed', printed(one), one.state]),
    ...notSeen.map((one) => ['not seen', printed(one)]),
  ]
  return [
    ...lines.map((cells) => cells.map(visible).join('\t')),
    `# ${counted(both, 'service')} in both scans, ${changed.length} of them changed`,
    `# ${added.length} new, ${closed.length} closed, ${notSeen.length} not seen (the newer scan does not say that it looked there)`,
    '',
  ].join('\n')
}

function printed({ host, port, transport }: ServiceName): string {
  return `${bracketed(host)}:${port}/${transport}`
}

/** What is to be said about reading a scan: inputs that were left out, rejected lines. */
export function scanNotes(name: string, { services, rejects, notes }: Scan): readonly string[] {
  return [
    ...notes,
    ...(rejects > 0 ? [`${counted(rejects, 'line')} rejected; \`periplus import --dry-run\` shows why`] : []),
    ...(services.size === 0 ? ['no services in this scan'] : []),
  ].map((note) => `${visible(name)}: ${visible(note)}`)
}
