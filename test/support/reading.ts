// Checks whether readings fulfil the importer interface: what an importer yields is stored without further checks.
import { type AnyColumnRow, COLUMNS, columnRow, type Observation } from '../../src/asset/index.ts'
import type { Reading } from '../../src/importer/index.ts'

const ROWS: ReadonlyMap<string, AnyColumnRow> = new Map(COLUMNS.map((column) => [column, columnRow(column)]))

function isOf(row: AnyColumnRow, value: unknown): boolean {
  if (row.many) return Array.isArray(value) && value.every((item) => isText(item))
  if (row.unknown !== null) return isText(value)
  if (value === null) return true
  // Enrichment leaves out numbers beyond a column's range.
  return row.range === undefined ? typeof value === 'boolean' : Number.isFinite(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed()
}

function complaintsOf(observation: Observation): string[] {
  const wrong: string[] = []
  const { reached, port, baseProtocol, time, firstSeen, page } = observation
  if (typeof reached !== 'string' || reached === '' || !reached.isWellFormed())
    wrong.push(`reached ${reached}`)
  if (!Number.isInteger(port) || port < 1 || port > 65535) wrong.push(`port ${port}`)
  if (!['tcp', 'udp', 'sctp'].includes(baseProtocol)) wrong.push(`base protocol ${baseProtocol}`)
  for (const moment of [time, firstSeen])
    if (moment !== undefined && !(moment > 0 && moment < 253402300800000)) wrong.push(`time ${moment}`)
  if (page !== undefined && (!/^https?$/.test(page.scheme) || !page.path.startsWith('/')))
    wrong.push(`page ${page.path}`)
  for (const [column, value] of Object.entries(observation.stated)) {
    const row = ROWS.get(column)
    if (!row?.stated) wrong.push(`column ${column} cannot be stated`)
    else if (!isOf(row, value)) wrong.push(`${column} holds ${JSON.stringify(value)}`)
  }
  return wrong
}

/** The faults of readings; empty without faults. */
export function complaints(readings: readonly Reading[]): string[] {
  return readings.flatMap((reading) => {
    if (reading.kind === 'note')
      return typeof reading.text === 'string' && reading.text !== '' ? [] : ['empty note']
    const line = reading.kind === 'reject' ? reading.reject.line : reading.line
    const wrong = Number.isInteger(line) && line >= 1 ? [] : [`line ${line}`]
    if (reading.kind === 'observation') wrong.push(...complaintsOf(reading.observation))
    else {
      const reason =
        reading.kind === 'probed'
          ? reading.probed.state
          : (reading.kind === 'reject' ? reading.reject : reading).reason
      if (reason === '' || !reason.isWellFormed()) wrong.push('no reason')
      if (reading.kind === 'reject' && reading.reject.text.length > 65536)
        wrong.push('text of a reject beyond 64 KiB')
    }
    return wrong
  })
}
