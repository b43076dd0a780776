// Writing of records: batches, units and their phases, and what follows a writer that ended in the middle. A thread that only reads
// files enters here too: it may hold batches, and nothing here loads an engine.

export type { Backend, NewRows } from './backend.ts'
export { Batch, type PackedBatch } from './batch.ts'
export { decodeValue, WRITTEN_COLUMNS } from '../encode.ts'
export { openWriter } from './open.ts'
export type { UnitLimits, Writer } from './writer.ts'
