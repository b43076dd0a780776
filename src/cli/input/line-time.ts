// The time of a line of a log: common log format, ISO 8601, or epoch seconds or milliseconds; and lines by the hour.

const COMMON = /\[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2})(?: ([+-])(\d{2})(\d{2}))?\]/
const ISO = /\b(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,]\d{1,9})?(Z|[+-]\d{2}:?\d{2})?/
const EPOCH = /(?<![\w.])(1\d{9})(\d{3})?(?:\.\d{1,9})?(?!\w)/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Milliseconds UTC of the first time in a line; times without a zone are UTC. Undefined where there is none. */
export function timeInLine(line: string): number | undefined {
  const text = line.slice(0, 4096)
  const found = commonTime(text) ?? isoTime(text) ?? epochTime(text)
  return found === undefined || Number.isNaN(found) ? undefined : found
}

function commonTime(text: string): number | undefined {
  const match = COMMON.exec(text)
  if (match === null) return undefined
  const [, day, name = '', year, clock, sign = '+', hours = '00', minutes = '00'] = match
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  return Date.parse(`${year}-${month}-${day}T${clock}${sign}${hours}:${minutes}`)
}

function isoTime(text: string): number | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, day, clock, zone = 'Z'] = match
  return Date.parse(`${day}T${clock}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
}

function epochTime(text: string): number | undefined {
  const match = EPOCH.exec(text)
  if (match === null) return undefined
  const [, seconds, millis = '000'] = match
  return Number(seconds) * 1000 + Number(millis)
}

const HOUR = 3_600_000
/** Lines hold few addresses; a group stays below the maximum for one tagging call. */
const LINES_OF_GROUP = 500

const hourOf = (time: number | undefined): number | undefined =>
  time === undefined ? undefined : Math.floor(time / HOUR)

/**
 * Lines in groups of one hour, with the time of the first. A line without a time has that of the previous line; those before the first
 * time have none.
 */
export async function* byHour(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ readonly time: number | undefined; readonly lines: readonly string[] }> {
  let group: string[] = []
  let first: number | undefined
  for await (const line of lines) {
    const time = timeInLine(line) ?? first
    const isSame = hourOf(time) === hourOf(first)
    if (group.length > 0 && (!isSame || group.length >= LINES_OF_GROUP)) {
      yield { time: first, lines: group }
      group = []
    }
    if (group.length === 0) first = time
    group.push(line)
  }
  if (group.length > 0) yield { time: first, lines: group }
}
