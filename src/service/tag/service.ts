// The use cases of tagging, bound to what one process works with.
import type { TaskRow } from '../../state/index.ts'
import type { Entry, SourceRow } from '../../tag/index.ts'
import type { Account, Actor } from '../account/index.ts'
import type { AddressLine } from './address-file.ts'
import type { TaggingContext } from './context.ts'
import { openResult } from './download.ts'
import { type TaggingInfo, type TaggingTask, taggingInfo, taggingTask, taggingTasks } from './info.ts'
import { lookUp } from './look-up.ts'
import { runTask, type TaskProgress } from './run.ts'
import { type CurrentSources, currentSources } from './sources.ts'
import { submit } from './submit.ts'
import { tidy } from './tidy.ts'

/** What tagging is opened with. */
export type TaggingOptions = TaggingContext

/** IP tagging as the API and the page use it. */
export interface Tagging {
  /** Adds a task and returns its id. Fails with `daily` and then `running`. */
  readonly submit: (caller: Account, actor: Actor, lines: readonly AddressLine[]) => Promise<number>
  /** The caller's task of this id, any text. Fails with `task`. */
  readonly info: (caller: Account, id: string) => Promise<TaggingInfo>
  /** The caller's tasks that are still kept, newest first. */
  readonly list: (caller: Account) => Promise<readonly TaggingTask[]>
  /** One of them with its figures. Fails with `task`. */
  readonly task: (caller: Account, id: string) => Promise<TaggingTask>
  /** What tags are made of now. */
  readonly sources: () => Promise<CurrentSources>
  /** Tags one address and counts one line. Fails with `params` for what is no address, and with `daily`. */
  readonly lookUp: (
    caller: Account,
    address: string,
  ) => Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }>
  /** The stored lines of an issued result. Fails with `file`. */
  readonly open: (filename: string) => Promise<AsyncIterable<string>>
  /** Does the work of a task; a handler of the task runner. */
  readonly run: (task: TaskRow, progress: TaskProgress) => Promise<unknown>
  /** Removes what has expired. */
  readonly tidy: () => Promise<void>
}

/** Binds the use cases. */
export function openTagging(context: TaggingOptions): Tagging {
  return {
    submit: (caller, actor, lines) => submit(context, caller, actor, lines),
    info: (caller, id) => taggingInfo(context, caller, id),
    list: (caller) => taggingTasks(context, caller),
    task: (caller, id) => taggingTask(context, caller, id),
    sources: () => currentSources(context),
    lookUp: (caller, address) => lookUp(context, caller, address),
    open: (filename) => openResult(context, filename),
    run: (task, progress) => runTask(context, task, progress),
    tidy: () => tidy(context),
  }
}
