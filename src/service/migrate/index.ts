// Moves records between stores: from the data directory to servers and back. Knows stores only; must not know where they are.

export { type MigrateProgress, type MigrateSummary, migrateRecords } from './migrate.ts'
