// Radix sort of rows by columns of numbers: linear, stable, and without a comparison function.

/** Reorders `order` by the 16 bits that `digitOf` gives for each of its values; equal digits keep their order. */
export function sortByDigit(order: Uint32Array, digitOf: (value: number) => number): Uint32Array {
  // A table of 65 537 counts does not pay for a handful.
  if (order.length < 2048) return order.slice().sort((one, other) => digitOf(one) - digitOf(other))
  const counts = new Uint32Array(65_537)
  for (const value of order) {
    const slot = digitOf(value) + 1
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  for (let digit = 1; digit < counts.length; digit++)
    counts[digit] = (counts[digit] ?? 0) + (counts[digit - 1] ?? 0)
  const sorted = new Uint32Array(order.length)
  for (const value of order) {
    const digit = digitOf(value)
    const place = counts[digit] ?? 0
    sorted[place] = value
    counts[digit] = place + 1
  }
  return sorted
}
