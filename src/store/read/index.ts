// Reads records: pages, counts and scans. Must not know how records are written.

export { Aggregator, type DistinctCache } from './aggregator.ts'
export { Generation } from './generation.ts'
export { Reader, TUNING, type Tuning } from './reader.ts'
export { SnapshotReader } from './snapshot-reader.ts'
export { View } from './view.ts'
export { ownRows, printCondition, replacedBy, type Visible } from './visible.ts'
