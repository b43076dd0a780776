// What administrators may do and see, as a table: parameters, answers and the use case behind each. Knows nothing of how a
// caller proves to be an administrator, so that programs and the page are given the same.

import { ACCOUNT_OPERATIONS } from './account.ts'
import { COIN_OPERATIONS } from './coin.ts'
import { INVITATION_OPERATIONS } from './invitation.ts'
import type { AdminOperation } from './operation.ts'
import { SERVER_OPERATIONS } from './server.ts'
import { TRAIL_OPERATIONS } from './trail.ts'

export { FEED_OPERATIONS, type FeedOperation } from './feed.ts'
export type { AdminCall, AdminOperation } from './operation.ts'
export { backwardsOf, daysOf, nextOf } from './page-of.ts'
export { next } from './schema.ts'
export { AuditEntry, auditParameters } from './trail.ts'

/** Every operation, in the order of the documentation. */
export const ADMIN_OPERATIONS: readonly AdminOperation[] = [
  ...ACCOUNT_OPERATIONS,
  ...COIN_OPERATIONS,
  ...TRAIL_OPERATIONS,
  ...INVITATION_OPERATIONS,
  ...SERVER_OPERATIONS,
]
