// Every spelling of a moment that the formats use.

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
// Behind the offset Go prints the name of the zone, or the offset again: `+0100 CET`, `+0330 +0330`.
const ISO =
  /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(?:\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?(?:\s+UTC|(?<=[+-]\d{4})\s+(?:[A-Z]{2,5}|[+-]\d{2,4}))?$/i
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})Z?)$/
// `Tue, 15 Nov 1994 12:45:26 GMT`, with dashes too
const HTTP =
  /^(?:[a-z]+,?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
// `Tue Nov 15 12:45:26 1994`, and OpenSSL's `Nov 15 12:45:26 1994 GMT`
const CTIME =
  /^(?:[a-z]{3}\s+)?([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2}):(\d{2})\s+(\d{4})(?:\s+(Z|UTC|GMT))?$/i
// `24.11.2026 10:00`, as spreadsheets of most of Europe write it; with slashes nobody knows which is the month
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const LATEST = Date.UTC(10000, 0, 1)

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || !/^[+-]/.test(zone)) return 0
  const digits = zone.replace(/\D/g, '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

function instant(
  date: readonly number[],
  time: readonly (string | undefined)[],
  zone?: string,
): number | undefined {
  const [year = 0, month = 0, day = 0] = date
  const [hour = '0', minute = '0', second = '0', fraction = ''] = time
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (year < 1970 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const clock = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return midnight.getTime() + clock * 1000 + millis - offsetOf(zone)
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by size. */
function epoch(value: number): number | undefined {
  if (!(value > 0)) return undefined
  let millis = value < 1e11 ? value * 1000 : value
  while (millis >= LATEST) millis /= 1000
  return Math.floor(millis)
}

function written(text: string): number | undefined {
  const iso = ISO.exec(text)
  if (iso !== null) return instant(iso.slice(1, 4).map(Number), iso.slice(4, 8), iso[8])
  const digits = DIGITS.exec(text)
  if (digits !== null) return instant(digits.slice(1, 4).map(Number), digits.slice(4, 7))
  const http = HTTP.exec(text)
  if (http !== null)
    return instant([Number(http[3]), monthOf(http[2]), Number(http[1])], http.slice(4, 7), http[7])
  const dotted = DOTTED.exec(text)
  if (dotted !== null)
    return instant([Number(dotted[3]), Number(dotted[2]), Number(dotted[1])], dotted.slice(4, 7))
  const ctime = CTIME.exec(text)
  if (ctime === null) return undefined
  return instant([Number(ctime[6]), monthOf(ctime[1]), Number(ctime[2])], ctime.slice(3, 6))
}

/**
 * Milliseconds since 1970 UTC of any spelling that scan formats use: epoch seconds, milli-, micro- or nanoseconds as number
 * or text, RFC 3339 with any fraction, the same without zone (UTC), `20240111235959Z`, HTTP dates and C's `ctime`. Undefined
 * for anything else, for days that do not exist, and for moments before 1970 or at 0 (scanners write 0 for "not known").
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return epoch(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.length > 64) return undefined
  const found =
    written(text) ?? (/^\d{9,10}(\.\d+)?$|^\d{11,19}$/.test(text) ? epoch(Number(text)) : undefined)
  return found !== undefined && found > 0 && found < LATEST ? found : undefined
}
