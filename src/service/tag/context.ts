// The context of the tagging use cases.
import type { Observed } from '../../asset/index.ts'
import type { Jobs } from '../../job/index.ts'
import type { State } from '../../state/index.ts'
import type { Stats, TagContext } from '../../tag/index.ts'
import type { AccountService } from '../account/index.ts'
import type { LiveSources } from './live-sources.ts'

/** Reads what the stored records say about addresses. */
type ObserveRecords = (
  ips: readonly string[],
  options: { readonly now: number; readonly signal?: AbortSignal | undefined },
) => Promise<ReadonlyMap<string, Observed>>

/** Sources, records and clock: enough to tag addresses. */
export interface TaggerContext {
  readonly sources: Pick<LiveSources, 'current'>
  readonly observe: ObserveRecords
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The additional context of the tasks of accounts. */
export interface TaggingContext extends TaggerContext {
  readonly sources: Pick<LiveSources, 'current' | 'ready'>
  readonly state: State
  readonly accounts: Pick<AccountService, 'takeLines' | 'recordAuditEvent'>
  readonly jobs: Jobs
  /** Tasks that run concurrently. */
  readonly concurrency: number
  /** The directory of the results. */
  readonly directory: string
  /** How long a download address is valid, in milliseconds. */
  readonly linkExpiry: number
  /** Called with the numbers of valid, invalid and duplicate lines after tagging. */
  readonly onTagged?: ((stats: Pick<Stats, 'ok' | 'invalid' | 'duplicate'>) => void) | undefined
}

/**
 * The tagger's context as of an earlier moment (milliseconds UTC); the records are left out, because they show the latest state
 * only.
 */
export async function openPastContext(sources: Pick<LiveSources, 'asOf'>, time: number): Promise<TagContext> {
  return { ...(await sources.asOf(time)), now: Math.floor(time / 1000) }
}

/** The tagger's context as of now. */
export async function openTagContext(
  { sources, observe, now }: TaggerContext,
  signal?: AbortSignal,
): Promise<TagContext> {
  const time = now()
  return {
    ...(await sources.current()),
    observe: (ips) => observe(ips, { now: time, signal }),
    now: Math.floor(time / 1000),
  }
}
