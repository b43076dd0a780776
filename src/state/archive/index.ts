// The state in a form that both databases read and write: what a backup of the accounts is made of.

export { type KeptState, type RestoredCounts, refuseNewerSnapshot, restoreState } from './restore.ts'
export { openSnapshot, type StateSnapshot } from './snapshot.ts'
export { KEPT_NAMES, type KeptRow, type KeptTable, tableIn } from './table.ts'
