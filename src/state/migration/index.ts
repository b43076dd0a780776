// The migrations in order. A released one never changes; a new change of the schema is appended.
import type { DatabaseKind, Db } from '../schema.ts'
import { createAccountTables } from './0001-account.ts'
import { createTaskTable } from './0002-task.ts'
import { createSavedSearchTable } from './0003-saved-search.ts'
import { createCommitLogTables } from './0004-commit-log.ts'
import { createJobTable } from './0005-job.ts'
import { createStoredListTable } from './0006-stored-list.ts'
import { addLeaseQueue } from './0007-lease-queue.ts'
import { createImportRunTable } from './0008-import-run.ts'
import { addImportAlive } from './0009-import-alive.ts'
import { createApiKeyTables } from './0010-api-key.ts'
import { createSecondFactorTables } from './0011-second-factor.ts'
import { createAuditSealTable } from './0012-audit-seal.ts'
import { createExclusionTable } from './0013-exclusion.ts'
import { addRevokedWork } from './0014-revoked-work.ts'
import { addSharedSearches } from './0015-shared-search.ts'
import { createPasskeyTables } from './0016-passkey.ts'

/** One step of the schema; it runs inside a transaction on both databases. */
export interface Migration {
  readonly name: string
  readonly up: (db: Db, kind: DatabaseKind) => Promise<void>
}

/** All steps; the schema's version is how many of them have run. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'account', up: createAccountTables },
  { name: 'task', up: createTaskTable },
  { name: 'saved-search', up: createSavedSearchTable },
  { name: 'commit-log', up: createCommitLogTables },
  { name: 'job', up: createJobTable },
  { name: 'stored-list', up: createStoredListTable },
  { name: 'lease-queue', up: addLeaseQueue },
  { name: 'import-run', up: createImportRunTable },
  { name: 'import-alive', up: addImportAlive },
  { name: 'api-key', up: createApiKeyTables },
  { name: 'second-factor', up: createSecondFactorTables },
  { name: 'audit-seal', up: createAuditSealTable },
  { name: 'exclusion', up: createExclusionTable },
  { name: 'revoked-work', up: addRevokedWork },
  { name: 'shared-search', up: addSharedSearches },
  { name: 'passkey', up: createPasskeyTables },
]
