// Moving records between stores: from the data directory to servers and back. Knows stores only; it must not know where they are.

export { migrateRecords, type MigrateOptions, type MigrateProgress, type MigrateSummary } from './migrate.ts'
