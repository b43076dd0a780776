// The use cases of tagging, bound to the context of one process.
import { randomBytes } from 'node:crypto'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import { type JobQueue, type JobRun, ResultFiles } from '../../job/index.ts'
import { type Causes, type Entry, resultHeader, type SourceRow, unansweredIn } from '../../tag/index.ts'
import { type Account, type Actor, isSame, TAGGING } from '../account/index.ts'
import type { AddressLine } from './address-file.ts'
import { openTagContext, type TaggerContext, type TaggingContext } from './context.ts'
import {
  infoOf,
  TAGGED,
  type TaggingInfo,
  type TaggingJob,
  type TaggingTask,
  type TaskInput,
  type TaskOutcome,
  taskOf,
} from './info.ts'
import { lookUp, showTags } from './look-up.ts'
import { makeResult } from './make-result.ts'
import { piecesOf, readLines } from './result-lines.ts'

/** IP tagging as the API and the page use it. */
export interface Tagging {
  /** Adds a task and returns its id; `name` is that of its file. Fails with `daily` and then `running`. */
  readonly submit: (
    caller: Account,
    actor: Actor,
    lines: readonly AddressLine[],
    name?: string,
  ) => Promise<number>
  /** The caller's task with this id, which may be any text. Fails with `task`. */
  readonly info: (caller: Account, id: string) => Promise<TaggingInfo>
  /** The caller's tasks that are still kept, newest first. */
  readonly list: (caller: Account) => Promise<readonly TaggingTask[]>
  /** One task with its figures. Fails with `task`. */
  readonly task: (caller: Account, id: string) => Promise<TaggingTask>
  /** The current sources of tags. */
  readonly sources: () => Promise<CurrentSources>
  /** Tags one address and counts one line. Fails with `params` for an invalid address, and with `daily`. */
  readonly lookUp: (
    caller: Account,
    address: string,
  ) => Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }>
  /** Tags one address without counting a line. Fails with `params` for what is not a valid address. */
  readonly show: (
    address: string,
  ) => Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }>
  /** The stored lines of an issued result: the header, then one entry each. Fails with `file`. */
  readonly open: (filename: string) => Promise<AsyncIterable<string>>
  /** Removes expired tasks and results. */
  readonly purge: () => Promise<void>
}

interface OpenTagging extends TaggingContext {
  readonly queue: JobQueue<TaskInput, TaskOutcome>
  readonly files: ResultFiles
}

const MOST_TASKS = 100

/** Opens tagging; tasks that an earlier process left are resumed at once. */
export function openTagging(context: TaggingContext): Tagging {
  const files = new ResultFiles(context.directory)
  const queue = context.jobs.open<TaskInput, TaskOutcome>({
    name: TAGGING,
    concurrency: context.concurrency,
    expiry: context.linkExpiry,
    run: (job, run) => tagAll(context, files, job, run),
    discard: ({ id }) => files.remove(id),
    sweep: (isKnown) => files.sweep(isKnown),
  })
  const open = { ...context, queue, files }
  const { sources } = context
  return {
    submit: (caller, actor, lines, name) => submit(open, caller, actor, lines, name),
    info: async (caller, id) => infoOf(await queue.find(caller.id, id), sources.ready),
    list: async (caller) => {
      const jobs = await queue.list({ accountId: caller.id }, MOST_TASKS)
      return jobs.map((job) => taskOf(job, sources.ready))
    },
    task: async (caller, id) => taskOf(await queue.find(caller.id, id), sources.ready),
    sources: () => currentSources(context),
    lookUp: (caller, address) => lookUp(context, caller, address),
    show: (address) => showTags(context, address),
    open: (filename) => openResult(open, filename),
    purge: () => queue.purge(),
  }
}

/** Lines are counted and the task is added in one transaction, so that neither exists without the other. */
async function submit(
  { queue, accounts }: OpenTagging,
  caller: Account,
  actor: Actor,
  lines: readonly AddressLine[],
  name = '',
): Promise<number> {
  const token = randomBytes(16).toString('hex')
  const { created, job } = await queue.submit({
    accountId: caller.id,
    keyId: caller.key?.id,
    key: token,
    input: { token, lines, ...(name !== '' && { name }) },
    takeLines: async (db) => ({
      lines: lines.length,
      day: await accounts.takeLines(db, caller, lines.length),
    }),
  })
  if (!created) throw new AppError('running', ERROR_TABLE.running.text)
  const detail = { task: job.id, lines: lines.length }
  await accounts.recordAuditEvent(actor, { action: 'tag.submit', detail })
  return job.id
}

/** Tags a task's lines and writes the result; another attempt's file is replaced as a whole. */
async function tagAll(
  context: TaggingContext,
  files: ResultFiles,
  { id, input }: TaggingJob,
  { signal, advance }: JobRun,
): Promise<TaskOutcome> {
  const tagContext = await openTagContext(context, signal)
  signal.throwIfAborted()
  const made = await makeResult(input.lines, tagContext, {
    taskId: id,
    signal,
    onProgress: (share) => advance(share * TAGGED),
  })
  const result = `${id}-${input.token}`
  await files.write(`${result}.ndjson`, piecesOf([made.head, ...made.entries]))
  context.onTagged?.(made.stats)
  return { result }
}

/** Names are the only key to results: guessed, altered and expired ones give the same error. */
async function openResult(
  { queue, files, now }: OpenTagging,
  filename: string,
): Promise<AsyncIterable<string>> {
  const job = await queue.ofFile(filename)
  const result = job?.result?.result
  if (job !== undefined && result !== undefined && queue.expiresAt(job) > now()) {
    const found = isSame(`${result}.json`, filename) ? await files.find(`${result}.ndjson`) : undefined
    if (found !== undefined) return readLines(found.path)
  }
  throw new AppError('file', ERROR_TABLE.file.text)
}

/** A source, and the attribution that its licence requires where its data is shown. */
interface CreditedSource extends SourceRow {
  readonly attribution: string
}

/** The sources, and the questions that none of them can answer with yes. */
interface CurrentSources {
  readonly sources: readonly CreditedSource[]
  readonly unanswered: Causes
}

/** The current sources of tags: feeds, databases, built-in tables and the stored records, each with its state. */
async function currentSources(context: TaggerContext): Promise<CurrentSources> {
  const tagContext = await openTagContext(context)
  const credits = new Map(tagContext.locatedBy?.map(({ name, attribution }) => [name, attribution]))
  const rows = Object.values(resultHeader(null, [], tagContext).sources)
  return {
    sources: rows.map((row) => ({ ...row, attribution: credits.get(row.name) ?? '' })),
    unanswered: unansweredIn(tagContext),
  }
}
