// Synthetic records for the demonstration and the benchmarks: varied and realistic, on addresses and names that are reserved for
// such use, each marked with the tag `demo`. Knows nothing of storage.

export { BENCHMARK_BODY_LENGTH, type GenerateOptions, generateObservations } from './generate.ts'
export { NEEDLES, type Needle } from './needles.ts'
export { type DemonstrationScan, demonstrationScans } from './story/index.ts'
export { toRecord } from './record.ts'
