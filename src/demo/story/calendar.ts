// When things of the demonstration happened, relative to the moment at which it is loaded, so that it never ages.

/** Milliseconds. */
export const HOUR = 3_600_000
/** Milliseconds. */
export const DAY = 24 * HOUR

const TUESDAY = 2
const WEEK = 7

/** Midnight UTC of the day. */
function midnight(now: number): number {
  return Math.floor(now / DAY) * DAY
}

/** Nine o'clock UTC of the last Tuesday before today. */
export function lastTuesday(now: number): number {
  const passed = (new Date(now).getUTCDay() - TUESDAY + WEEK) % WEEK
  return midnight(now) - (passed === 0 ? WEEK : passed) * DAY + 9 * HOUR
}

/** Start of the weekly scan that many weeks ago; the newest one was yesterday at two o'clock UTC. */
export function scanStart(now: number, weeksAgo: number): number {
  return midnight(now) - DAY - weeksAgo * WEEK * DAY + 2 * HOUR
}
