// Opens the writer of a store: recovers what another process left, and adopts records that the log does not know.
import type { CommitLog } from '../../commit/index.ts'
import type { View } from '../read/index.ts'
import { type Adoption, adoptRecords } from './adopt.ts'
import type { Backend } from './backend.ts'
import { LeaseHolder } from './lease.ts'
import { recover } from './recovery.ts'
import { UNIT_LIMITS, type UnitLimits, Writer } from './writer.ts'

/** What a writer is opened with. */
interface WriterParts {
  readonly backend: Backend
  readonly log: CommitLog
  readonly view: View
  /** How long a change is retried, in milliseconds. */
  readonly retryTime: number
}

/** Options of the caller. */
interface WriterSettings {
  readonly unitLimits?: Partial<UnitLimits>
  readonly onNotice?: ((sentence: string) => void) | undefined
}

/** Opens the writer once records and log agree. */
export async function openWriter(
  parts: WriterParts,
  { unitLimits, onNotice }: WriterSettings,
): Promise<Writer> {
  const lease = new LeaseHolder(parts.log, new AbortController().signal)
  try {
    const held = await lease.hold()
    await recover(parts, held)
    const notice = noticeOf(await adoptRecords(parts.backend, parts.log, held))
    if (notice !== undefined) onNotice?.(notice)
  } finally {
    await lease.release()
  }
  await parts.view.refresh()
  const writer = new Writer({ ...parts, limits: { ...UNIT_LIMITS, ...unitLimits } })
  parts.view.keepAwayBy((work, signal) => writer.exclusive(work, signal))
  return writer
}

/** The message for the operator; undefined when a new log meets records that are older than commit logs. */
function noticeOf(adoption: Adoption): string | undefined {
  if (adoption.kind === 'known' || (adoption.logged === 0 && adoption.doubles === 0)) return undefined
  const { doubles, logged, found } = adoption
  const what =
    logged === 0
      ? 'the commit log of these records is empty or lost'
      : `the commit log ends at unit ${logged} and the records hold unit ${found}: the accounts database is older than the records`
  return `${what}; all stored rows count from now on, ${doubles} older versions among them were deleted`
}
