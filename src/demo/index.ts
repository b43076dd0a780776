// Synthetic records for the demonstration and the benchmarks: varied and realistic, on addresses and names that are reserved for
// such use, each marked with the tag `demo`. Knows nothing of storage.

export { BENCHMARK_BODY_LENGTH, generateObservations } from './generate.ts'
export { NEEDLES } from './needles.ts'
export { demonstrationScans } from './story/index.ts'
export { toRecord } from './record.ts'
