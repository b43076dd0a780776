// Seals the audit trail and checks it, so that one that was changed is noticed without anybody asking.
import type { AccountService } from '../../service/account/index.ts'

/** What is checked, and where the result goes. */
interface AuditWatch {
  readonly accounts: Pick<AccountService, 'sealAudit' | 'verifyAudit'>
  readonly metrics: { readonly auditIntact: (isIntact: boolean) => void }
  readonly onError: (error: unknown) => void
}

/** The days that each check reads again; the first check, one a day, and those after a failure read all. */
const RECENT_DAYS = 2
const CHECKS_A_DAY = 24

/** Returns the check, to be called every hour. It reports what does not verify and never fails. */
export function createAuditWatch({ accounts, metrics, onError }: AuditWatch): () => Promise<void> {
  let checks = 0
  let hasFailed = false
  return async () => {
    const days = hasFailed || checks % CHECKS_A_DAY === 0 ? undefined : RECENT_DAYS
    checks += 1
    const problem = await problemOf(accounts, days).catch((error: unknown) => error)
    hasFailed = problem !== undefined
    metrics.auditIntact(!hasFailed)
    if (problem !== undefined) onError(problem)
  }
}

async function problemOf(
  accounts: AuditWatch['accounts'],
  days: number | undefined,
): Promise<Error | undefined> {
  const isSealed = await accounts.sealAudit()
  const { days: checked, head } = await accounts.verifyAudit(days)
  const altered = checked.filter(({ verdict }) => verdict === 'altered').map(({ day }) => day)
  if (altered.length > 0) return auditError(`events or seals of ${altered.join(', ')} were changed`)
  if (!isSealed || head === 'cut') return auditError('seals are missing, and no new ones are made')
  return undefined
}

function auditError(finding: string): Error {
  return new Error(`the audit trail does not verify: ${finding}; run \`periplus audit verify\``)
}
