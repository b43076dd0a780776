// How the processor time of some work grows with the size of its input. A limit in milliseconds fails on a slow machine, and lets
// quadratic work pass on a fast one; a ratio of two measurements does neither.

const FACTOR = 8
/** Between 8, the growth of linear work, and 64, that of quadratic work. */
export const LINEAR = 24

/** Runs of a measurement: at least some, and no more after this time in milliseconds. */
const LEAST_RUNS = 3
const MOST_RUNS = 30
const ENOUGH = 100

/** A busy machine slows large inputs more than small ones; quadratic work is far from linear each time. */
const ATTEMPTS = 3

/**
 * The processor time of some work in milliseconds: the least of several runs, so that other work and garbage collection count
 * little.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  let total = 0
  for (let run = 0; run < LEAST_RUNS || (run < MOST_RUNS && total < ENOUGH); run++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    const took = (user + system) / 1000
    least = Math.min(least, took)
    total += took
  }
  return least
}

/** How many times longer some work takes for an input of eight times the size: the least of a few measurements, unless one is linear. */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= LINEAR; attempt++) {
    const small = await processorTime(() => work(size))
    least = Math.min(least, (await processorTime(() => work(size * FACTOR))) / small)
  }
  return least
}
