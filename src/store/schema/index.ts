// The tables of the store: columns, indexes and migrations.

export { COLUMNS } from './columns.ts'
export { migrate, refuseNewer, SCHEMA_VERSION } from './migrate.ts'
export { IDENTITIES, MIGRATIONS, newTables, type Placement, SUPERSEDED } from './migrations.ts'
export { SEEN_AGAIN_COLUMNS, taggedRows } from './stored.ts'
