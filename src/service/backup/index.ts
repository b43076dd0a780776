// Backups: everything of a data directory, accounts included, as one verified file, and back. Knows the copy formats of the state
// and the store; must not know commands, settings or HTTP.

export { verifyArchive } from './archive-reader.ts'
export { type BackupProgress, type BackupSource, type BackupSummary, makeBackup } from './backup.ts'
export { describeBackup } from './describe.ts'
export {
  type BackupFile,
  type BackupIdentity,
  isEncrypted,
  readIdentities,
  readRecipients,
} from './encryption.ts'
export type { BackupPaths } from './files.ts'
export type { Manifest } from './manifest.ts'
export { type RestoreProgress, type RestoreSummary, type RestoreTarget, restoreBackup } from './restore.ts'
export { sidecarOf, verifySealed } from './sidecar.ts'
