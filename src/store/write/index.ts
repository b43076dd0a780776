// What writes records. A thread that only reads files enters here: it may hold batches, and must not load the engine.
export { Batch, type PackedBatch } from './batch.ts'
