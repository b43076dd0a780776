// How the processor time of some work grows with the size of its input. A limit in milliseconds fails on a slow machine, and lets
// quadratic work pass on a fast one; a ratio of two measurements does neither.

const FACTOR = 8
/** Between 8, the growth of linear work, and 64, that of quadratic work. */
export const LINEAR = 24

/** Runs of a measurement: at least some, and no more after this time in milliseconds. */
const LEAST_RUNS = 3
const MOST_RUNS = 30
const ENOUGH = 100

/** Pairs of measurements, odd so that one is in the middle. */
const LEAST_PAIRS = 5
const MOST_PAIRS = 15

/**
 * The processor time of some work in milliseconds: the least of several runs, so that other work and garbage collection count
 * little.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  let total = 0
  for (let run = 0; run < LEAST_RUNS || (run < MOST_RUNS && total < ENOUGH); run++) {
    const took = await timeOfOne(work)
    least = Math.min(least, took)
    total += took
  }
  return least
}

async function timeOfOne(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times longer some work takes for an input of eight times the size. Each pair of measurements is eight runs of the small
 * input and one of the large, so that other work on the machine, changes of its clock and garbage collection meet both alike; the
 * answer is the median of the pairs, behind one that warms up.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const small = async (): Promise<void> => {
    for (let run = 0; run < FACTOR; run++) await work(size)
  }
  const ratios: number[] = []
  let total = 0
  await small()
  for (let pair = 0; pair < LEAST_PAIRS || (pair < MOST_PAIRS && total < ENOUGH) || pair % 2 === 0; pair++) {
    const [few, many] = [await timeOfOne(small), await timeOfOne(() => work(size * FACTOR))]
    ratios.push((FACTOR * many) / few)
    total += few + many
  }
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? Number.NaN
}
