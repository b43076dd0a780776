// Records for benchmarks and tests, from a seed: varied and realistic, on addresses and names that are reserved for such use.

export { BENCHMARK_BODY_LENGTH, generateObservations } from './generate.ts'
export { NEEDLES } from './needles.ts'
export { toRecord } from './record.ts'
