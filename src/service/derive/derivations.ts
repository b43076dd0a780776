// One job for all records: reads them by the hours in which they were last seen, at a limited rate, and rewrites those whose
// derived columns changed. A record seen meanwhile moves to a later hour and is processed there.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset, Recognise } from '../../asset/index.ts'
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import {
  createDeriveAgain,
  DERIVATION_VERSION,
  type Locator,
  type StoredDerivation,
  type TagsOf,
} from '../../enrich/index.ts'
import type { Job, JobRun, Jobs } from '../../job/index.ts'
import { type HourCount, recordsOf, type Span, type Store } from '../../store/index.ts'
import { MOST_OF_SLICE, type Reading, readingFor } from './reading.ts'

/** What to derive. */
export interface DeriveInput {
  readonly derivations: readonly StoredDerivation[]
  /** Records read per second, at most. */
  readonly rate: number
  /** The version of the derivations of the program that submitted it. */
  readonly version?: number
  /** What identifies the sources of tags that it shall use. */
  readonly tags?: string
  /** What identified the rules in use when it was submitted. */
  readonly rules?: string
}

/** The result of a derivation. */
interface DeriveOutput {
  readonly read: number
  readonly changed: number
}

/** The job of a derivation. */
export type DeriveJob = Job<DeriveInput, DeriveOutput>

/** The derivations to run next, stored across restarts. */
export interface Postponed {
  readonly read: () => Promise<DeriveInput | undefined>
  /** Adds derivations. */
  readonly add: (input: DeriveInput) => Promise<void>
  /** Removes them, unless more were added since they were read. */
  readonly remove: (input: DeriveInput) => Promise<void>
}

/** The context of derivations. */
interface DerivationsContext {
  readonly jobs: Jobs
  /** The name of the jobs on these records. */
  readonly kind: string
  readonly store: Pick<Store, 'hours' | 'read' | 'revise'>
  /** The databases of locations and networks in use when a job starts. */
  readonly locator: () => Promise<Locator>
  /** The rules in use when a job starts; without it products are not changed. */
  readonly recognise?: () => Recognise | undefined
  /** What identifies the rules in use. */
  readonly ruleMark?: () => string | undefined
  /** The sources of tags in use when a job starts; without it tags of addresses are not changed. */
  readonly tagsOf?: () => Promise<TagsOf>
  /** Milliseconds for which a finished job is kept. */
  readonly expiry: number
  /** Hours with few records are read together, up to this many records: by default 1,000. */
  readonly readTogether?: number
  /** How many run concurrently in this process: by default one, or zero. */
  readonly concurrency?: number
  /** Derivations that were requested while a job was in flight. */
  readonly postponed: Postponed
  /** Called when all records are derived, before the job counts as finished. */
  readonly derived?: (input: DeriveInput) => Promise<void>
}

/** The use cases of derivations. */
export interface Derivations {
  /**
   * Submits a job of the server itself. While another one is in flight, that one is returned, and a job for what was requested
   * meanwhile follows it.
   */
  readonly submit: (input: Omit<DeriveInput, 'version' | 'rules'>) => Promise<DeriveJob>
  /** Submits what was requested while a job was in flight that has ended since. */
  readonly resume: () => Promise<void>
  /** The stored jobs, newest first. */
  readonly list: () => Promise<readonly DeriveJob[]>
  /** Cancels the job with this id; its changes stay. False when it has ended. Fails with `task` when there is none. */
  readonly cancel: (id: number) => Promise<boolean>
}

/** The checkpoint: the end of the last complete span, and the figures up to there. */
interface Mark extends DeriveOutput {
  readonly until: number
}

const HOUR = 3600
const MOST_JOBS = 100

/** Opens derivations; a job that a stop or a crash interrupted resumes. */
export function createDerivations(context: DerivationsContext): Derivations {
  const queue = context.jobs.open<DeriveInput, DeriveOutput>({
    name: context.kind,
    concurrency: context.concurrency ?? 1,
    expiry: context.expiry,
    run: async (job, run) => {
      const output = await deriveAll(context, job, run)
      await context.derived?.(job.input)
      return output
    },
    discard: async () => {},
    ended: () => submitPostponed(),
  })
  const list = () => queue.list({ accountId: null }, MOST_JOBS)
  const submitNow = (input: DeriveInput) =>
    queue.submit({ accountId: null, key: JSON.stringify(input), input })
  const submitPostponed = async (): Promise<void> => {
    const next = await context.postponed.read()
    if (next === undefined) return
    const { created, job } = await submitNow(next)
    if (created || job.key === JSON.stringify(next)) await context.postponed.remove(next)
  }
  return {
    list,
    submit: async (wanted) => {
      const rules = wanted.derivations.includes('recognition') ? context.ruleMark?.() : undefined
      const input = { ...wanted, version: DERIVATION_VERSION, ...(rules !== undefined && { rules }) }
      const { created, job } = await submitNow(input)
      if (created || job.key === JSON.stringify(input)) return job
      await context.postponed.add(input)
      // The other job may have ended before the new one was stored.
      await submitPostponed()
      return job
    },
    resume: submitPostponed,
    cancel: async (id) => {
      const job = (await list()).find((one) => one.id === id)
      if (job === undefined) throw new AppError('task', ERROR_TABLE.task.text)
      const isEnded = await queue.cancel(job, 'cancelled; what was derived stays')
      await submitPostponed()
      return isEnded
    },
  }
}

async function deriveAll(
  { store, locator, recognise, tagsOf, readTogether }: DerivationsContext,
  { input, checkpoint }: DeriveJob,
  { signal, advance }: JobRun,
): Promise<DeriveOutput> {
  const tools = { locator: await locator(), recognise: recognise?.(), tagsOf: await tagsOf?.() }
  const derive = createDeriveAgain(tools, input.derivations)
  const reading = readingFor({ ...input, readTogether, ruleColumns: tools.recognise?.columns })
  const throttle = throttleAt(input.rate)
  let mark: Mark =
    checkpoint === undefined ? { until: 0, read: 0, changed: 0 } : (JSON.parse(checkpoint) as Mark)
  for (;;) {
    const hours = (await store.hours()).filter(({ hour }) => hour >= mark.until)
    if (hours.length === 0) return { read: mark.read, changed: mark.changed }
    const total = mark.read + hours.reduce((sum, { records }) => sum + records, 0)
    for (const span of spansOf(hours, reading.readTogether)) {
      let { read, changed } = mark
      // A write costs the same for one record and for hundreds, so changed records wait for others until the span ends.
      let waiting: readonly Asset[] = []
      for await (const slice of slicesOf(store, span, reading, signal)) {
        const found = slice.filter((record) => !reading.isSame(record, derive(record)))
        waiting = [...waiting, ...found]
        if (waiting.length >= MOST_OF_SLICE) {
          changed += await revise(store, waiting, derive)
          waiting = []
        }
        read += slice.length
        advance((99 * read) / total)
        await throttle(reading.cost(slice.length, found.length), signal)
      }
      changed += await revise(store, waiting, derive)
      mark = { until: span.until, read, changed }
      advance((99 * read) / total, JSON.stringify(mark))
    }
  }
}

/** Groups hours with few records: one statement reads each span. */
function* spansOf(hours: readonly HourCount[], most: number): Generator<Span> {
  let span: Span | undefined
  let together = 0
  for (const { hour, records } of hours) {
    if (span !== undefined && together + records > most) {
      yield span
      span = undefined
      together = 0
    }
    span = { from: span?.from ?? hour, until: hour + HOUR }
    together += records
  }
  if (span !== undefined) yield span
}

/** The records of a span in slices small enough for the rate. */
async function* slicesOf(
  store: DerivationsContext['store'],
  span: Span,
  { columns, slice }: Reading,
  signal: AbortSignal,
): AsyncGenerator<readonly Asset[]> {
  for await (const rows of ahead(store.read('records', span, signal, columns))) {
    const records = recordsOf(rows)
    for (let at = 0; at < records.length; at += slice) {
      signal.throwIfAborted()
      yield records.slice(at, at + slice)
    }
  }
}

/** The same values; the next one is asked for while one is worked on. */
async function* ahead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = iterator.next()
      // It is awaited later; until then its failure must not be an unhandled rejection.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

async function revise(
  store: DerivationsContext['store'],
  changed: readonly Asset[],
  derive: (stored: Asset) => Asset,
): Promise<number> {
  let revised = 0
  for (let at = 0; at < changed.length; at += MOST_OF_SLICE) {
    // Derives from what is stored at this moment: a record may have changed since it was read.
    const { replaced, touched } = await store.revise(changed.slice(at, at + MOST_OF_SLICE), derive)
    revised += replaced + touched
  }
  return revised
}

/** Waits so that no more than `rate` records are processed per second. */
function throttleAt(rate: number): (taken: number, signal: AbortSignal) => Promise<void> {
  const start = performance.now()
  let total = 0
  return async (taken, signal) => {
    total += taken
    const wait = start + (total / rate) * 1000 - performance.now()
    if (wait > 0) await sleep(wait, undefined, { signal })
  }
}
