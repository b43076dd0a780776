// Exports: the text formats of rows, and results of any size that a server writes to a file for an account. Knows accounts, stores
// and queries; nothing of HTTP, and nothing of how jobs run.

export { createExports } from './exports.ts'
export { type RowFormat, rowWriter } from './row-format.ts'
export type { ExportJob, Exports } from './types.ts'
