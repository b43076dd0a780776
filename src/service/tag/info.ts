// The progress of a task, and the location of its result.
import type { Job } from '../../job/index.ts'
import type { AddressLine } from './address-file.ts'

/** The progress of a task, in per cent, when all lines are tagged; the rest is writing. */
export const TAGGED = 90

/** The input of a task. */
export interface TaskInput {
  /** The secret part of the result's name: 128 random bits. It is set here so that every attempt writes the same file. */
  readonly token: string
  readonly lines: readonly AddressLine[]
  /** Name of the file, where it is known. */
  readonly name?: string
}

/** The result of a task. */
export interface TaskOutcome {
  /** Name of the result file without its extension. */
  readonly result: string
}

/** The job of a task. */
export type TaggingJob = Job<TaskInput, TaskOutcome>

/** A task as its owner sees it. */
export interface TaggingInfo extends Pick<TaggingJob, 'state' | 'progress'> {
  /** Name of the result for `file_downloads`; with `success` only. */
  readonly filename?: string
  /** Why it failed. */
  readonly reason?: string
  /** What an unfinished task waits for. */
  readonly message?: string
}

/** A task in the list of its owner; times are milliseconds UTC. */
export interface TaggingTask extends TaggingInfo, Pick<TaggingJob, 'id' | 'createdAt'> {
  /** Name of the file; empty where it is not known. */
  readonly name: string
  /** Its lines. */
  readonly lines: number
  /** Lines tagged so far. */
  readonly done: number
  readonly endedAt: number | null
}

const LOADING = 'the sources of tags are being loaded; the task continues when they are'

/** What the owner sees of a task; `ready`: whether the sources are loaded. */
export function infoOf({ state, progress, reason, result }: TaggingJob, ready: boolean): TaggingInfo {
  const ended = state === 'success' || state === 'failure'
  const message = ended ? undefined : (reason ?? (progress === 0 && !ready ? LOADING : undefined))
  return {
    state,
    progress,
    ...(result !== undefined && { filename: `${result.result}.json` }),
    ...(message !== undefined && { message }),
    ...(state === 'failure' && { reason: reason ?? '' }),
  }
}

/** The same with its figures. */
export function taskOf(job: TaggingJob, ready: boolean): TaggingTask {
  const { id, input, lines, progress, createdAt, endedAt = null } = job
  return {
    ...infoOf(job, ready),
    ...{ id, name: input.name ?? '', lines, createdAt, endedAt },
    done: job.state === 'success' ? lines : Math.floor(lines * Math.min(1, progress / TAGGED)),
  }
}
