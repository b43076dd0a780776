// What a kind of job supplies, and its jobs with their input and result decoded.
import type { JobRow } from '../state/index.ts'

/** A job with its input and result decoded. Times are milliseconds UTC. */
export interface Job<Input, Result> {
  readonly id: number
  /** Null for jobs of the server itself. */
  readonly accountId: number | null
  /** Its idempotency key; undefined when an earlier version submitted it. */
  readonly key: string | undefined
  readonly state: JobRow['state']
  /** 0 to 100. */
  readonly progress: number
  readonly input: Input
  /** The checkpoint that an earlier attempt saved. */
  readonly checkpoint: string | undefined
  /** Only with `success`. */
  readonly result: Result | undefined
  /** Why it failed, or what it waits for. */
  readonly reason: string | undefined
  /** Lines reserved from a limit of its account. */
  readonly lines: number
  /** Number of this attempt, from 1. */
  readonly attempt: number
  readonly createdAt: number
  readonly endedAt: number | undefined
}

/** What a handler receives in addition to its job. */
export interface JobRun {
  /** Aborts when the server stops, or when the job was ended or taken over by another process. */
  readonly signal: AbortSignal
  /**
   * Reports progress, 0 to 100, and optionally a checkpoint for the next attempt. Only the latest values are written, a few times a second
   * at most, and progress never decreases.
   */
  readonly advance: (progress: number, checkpoint?: string) => void
}

/** One kind of job: how it runs and what it leaves behind. */
export interface JobKind<Input, Result> {
  /** The name stored in the rows. Servers that do not share what the job needs use different names. */
  readonly name: string
  /** How many run concurrently in this process. */
  readonly concurrency: number
  /** Milliseconds for which a finished job is kept. */
  readonly expiry: number
  /**
   * Runs the job. Any process may start it over at any time, so a second run must cope with what the first one left. An outage
   * delays the job; any other `AppError` is the reason of its failure.
   */
  readonly run: (job: Job<Input, Result>, run: JobRun) => Promise<Result>
  /** Removes what an unsuccessful job leaves, except its row. */
  readonly discard: (job: Job<Input, Result>) => Promise<void>
  /** Called after a job of this kind ends in this process, whatever the outcome. */
  readonly ended?: () => Promise<void>
  /** Removes everything of a finished job except its row; defaults to `discard`. */
  readonly forget?: (job: Job<Input, Result>) => Promise<void>
  /** Removes what deleted jobs left. */
  readonly sweep?: (isKnown: (id: number) => Promise<boolean>) => Promise<void>
}

/** Decodes a row for its kind. */
export function jobOf<Input, Result>(row: JobRow): Job<Input, Result> {
  const { id, state, progress, lines, attempt } = row
  return {
    ...{ id, state, progress, lines, attempt, accountId: row.account_id, createdAt: row.created_at },
    key: row.key ?? undefined,
    input: JSON.parse(row.input) as Input,
    checkpoint: row.checkpoint ?? undefined,
    result: row.result === null ? undefined : (JSON.parse(row.result) as Result),
    reason: row.reason ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}
