// The state in a format that both databases read and write: the content of a backup of the accounts.

export { isNewerSnapshot, type KeptState, refuseNewerSnapshot, restoreState } from './restore.ts'
export { openSnapshot } from './snapshot.ts'
export { KEPT_NAMES, type KeptRow, type KeptTable, tableIn } from './table.ts'
