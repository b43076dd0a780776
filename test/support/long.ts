// How much of a thing `npm test` tries, and how much `npm run test:long` does.

/** Whether this is the long run, which tries everything. */
export const LONG = process.env['PERIPLUS_TEST_LONG'] === '1'

/** A number of cases: the first in the short run, the second in the long one. */
export function inShortOrLong(short: number, long: number): number {
  return LONG ? long : short
}
