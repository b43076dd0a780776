// Writes records: batches, units and their phases, and recovery after a crashed writer. Threads that only read files import this
// module too: they build batches, and nothing here loads an engine.

export type { Backend, NewRows } from './backend.ts'
export { Batch, type PackedBatch } from './batch.ts'
export { openWriter } from './open.ts'
export type { UnitLimits, Writer } from './writer.ts'
