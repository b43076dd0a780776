// An observation as one line of our own NDJSON.
import { type Observation, spellHost } from '../../../src/asset/index.ts'
import { CATALOGUE } from '../../../src/field/index.ts'
import { printTime } from '../../../src/util/index.ts'

const NAMES = new Map(
  CATALOGUE.filter(
    ({ select, operators, name, fromLists }) =>
      select !== 'never' && operators.length > 0 && name !== 'cert.is_expired' && !fromLists,
  ).map((field) => [field.column as string, field.name]),
)

/** The record under catalogue names; importing it gives the observation again. */
export function toRecord(observation: Observation): Readonly<Record<string, unknown>> {
  const { reached, port, baseProtocol, time, firstSeen, stated } = observation
  const identity = { reached, port, base_protocol: baseProtocol }
  const record: Record<string, unknown> = {
    host: spellHost(identity, stated.protocol ?? ''),
    port,
    base_protocol: baseProtocol,
  }
  if (time !== undefined) record['lastupdatetime'] = printTime(time)
  if (firstSeen !== undefined) record['firstseen'] = printTime(firstSeen)
  for (const [column, value] of Object.entries(stated)) record[NAMES.get(column) ?? column] = value
  return record
}
