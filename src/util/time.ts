// Instants as milliseconds since 1970 UTC, and the texts that the API prints and the query language reads.

/** Prints `YYYY-MM-DD HH:MM:SS` in UTC, as the API prints every time. */
export function printTime(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Prints `YYYY-MM-DD` in UTC. */
export function printDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Prints `YYYY-MM-DDTHH:MM:SSZ`, for programs. */
export function printInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

const WRITTEN =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?)?)?(Z| ?UTC|[+-]\d{2}:?\d{2})?$/

/** A span of time named by a text: from `first` until just before `next` (milliseconds UTC). */
export interface Span {
  readonly first: number
  readonly next: number
}

/**
 * Parses a year, month, day, minute or second (`2025`, `2025-03`, `2025-03-09`, `2025-03-09 14:05`, `…:06`), UTC unless an offset
 * follows the time of day. Undefined for anything else, including days that do not exist.
 */
export function parseSpan(text: string): Span | undefined {
  const match = WRITTEN.exec(text.trim())
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, zone] = match
  if (zone !== undefined && hour === undefined) return undefined
  const parts = [month, day, hour, minute, second].map((part) =>
    part === undefined ? undefined : Number(part),
  )
  const [mo = 1, d = 1, h = 0, mi = 0, s = 0] = parts
  const first = Date.UTC(Number(year), mo - 1, d, h, mi, s)
  const date = new Date(first)
  if (Number(year) < 100 || date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return undefined
  if (h > 23 || mi > 59 || s > 59) return undefined
  let next: number
  if (month === undefined) next = Date.UTC(Number(year) + 1, 0, 1)
  else if (day === undefined) next = Date.UTC(Number(year), mo, 1)
  else if (hour === undefined) next = first + 86_400_000
  else next = first + (second === undefined ? 60_000 : 1000)
  const offset = zone === undefined ? 0 : zoneOffset(zone)
  return { first: first - offset, next: next - offset }
}

function zoneOffset(zone: string): number {
  if (zone.endsWith('Z') || zone.endsWith('UTC')) return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000
}

/** The same date and time one calendar year earlier, UTC; 29 February becomes 28 February. */
export function oneYearBefore(milliseconds: number): number {
  const date = new Date(milliseconds)
  const leapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29
  if (leapDay) date.setUTCDate(28)
  return date.setUTCFullYear(date.getUTCFullYear() - 1)
}
