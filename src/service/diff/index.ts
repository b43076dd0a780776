// The difference between two scans of any format, without a store: services that are new, changed, closed, or not seen. A service
// counts as closed only when the newer scan says that it probed it. Knows importers and enrichment; no store and no terminal.

export { diffScans, type ScanDiff, type ServiceName } from './compare.ts'
export { readScan, type Scan } from './read-scan.ts'
