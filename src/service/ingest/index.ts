// Importing: from paths to durable records, with progress, rejects and resumption. Knows the interfaces of importers, enrichment
// and the store; no terminal and no HTTP.

export { Checkpoint, importIdOf, type Progress } from './checkpoint.ts'
export type { DryRunInput, DryRunSummary } from './dry-run.ts'
export {
  checkImport,
  type ImportContext,
  type ImportRequest,
  importFiles,
  type LiveImport,
  previewFiles,
  type ReadingContext,
} from './import-files.ts'
export {
  type ImportLog,
  type ImportRecorder,
  type ImportReport,
  type ImportRun,
  type ImportStart,
  openImportLog,
  type PartRecorder,
} from './import-log.ts'
export { type ImportCounts, type ImportSummary, type IngestContext, ingest, NO_COUNTS } from './ingest.ts'
export { BATCH_LIMITS, type BatchLimits, type InputMark, type ReadBatch } from './read-batch.ts'
export { readInThread } from './read-in-thread.ts'
export { ReadingThreads } from './reading-threads.ts'
export { type ReasonCount, refusalNotes } from './reasons.ts'
export { type RejectLine, RejectsFile } from './rejects.ts'
