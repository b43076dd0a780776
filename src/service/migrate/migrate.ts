// Copies records from one store to another: span by span, each compared by count and checksum before and after, so that a repeated
// run copies only what is missing.
import { AppError } from '../../error/index.ts'
import { readQuery } from '../../query/index.ts'
import type { Selection, Span, Store, Checksum } from '../../store/index.ts'
import { cutSpans, queryOf } from './spans.ts'

/** Options for a migration. */
interface MigrateOptions {
  /** Whether records in the target are from an earlier, interrupted migration and may be replaced. */
  readonly goOn: boolean
  /** Records of a span, at least. */
  readonly spanRecords?: number
  readonly onProgress?: (progress: MigrateProgress) => void
  readonly signal?: AbortSignal | undefined
}

/** The progress of a migration. */
export interface MigrateProgress {
  readonly records: number
  readonly share: number
}

/** The result of a migration. */
export interface MigrateSummary {
  readonly records: number
  /** Records among them that existed already. */
  readonly skipped: number
  /** Checksum of all records, equal on both sides. */
  readonly checksum: string
}

const SPAN_RECORDS = 50_000

/** Copies everything and compares both sides. Fails with `input` for a target that is not empty, and when the sides differ. */
export async function migrateRecords(
  source: Store,
  target: Store,
  options: MigrateOptions,
): Promise<MigrateSummary> {
  await refuseFilled(target, options.goOn)
  const copied = await copySpans(source, target, options)
  const records = await compareWhole(source, target)
  return { ...copied, checksum: records.sum }
}

async function copySpans(
  source: Store,
  target: Store,
  { spanRecords = SPAN_RECORDS, onProgress = () => {}, signal }: MigrateOptions,
): Promise<Pick<MigrateSummary, 'records' | 'skipped'>> {
  const hours = await source.hours()
  const total = hours.reduce((sum, { records }) => sum + records, 0)
  let records = 0
  let skipped = 0
  for (const span of cutSpans(hours, spanRecords)) {
    signal?.throwIfAborted()
    const wanted = await source.checksum('records', span)
    const copied = await copySpan(source, target, span, wanted, signal)
    if (!copied) skipped += wanted.rows
    records += wanted.rows
    onProgress({ records, share: total === 0 ? 1 : records / total })
  }
  return { records, skipped }
}

async function refuseFilled(target: Store, goOn: boolean): Promise<void> {
  const { records } = await target.info()
  if (records === 0 || goOn) return
  throw new AppError(
    'input',
    `the target contains ${records} records already; --continue resumes an interrupted migration and replaces what differs, or choose an empty target`,
  )
}

/** Makes a span of the target equal to the source; false when it was equal already. */
async function copySpan(
  source: Store,
  target: Store,
  span: Span,
  wanted: Checksum,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const there = await target.checksum('records', span)
  if (isSame(there, wanted)) return false
  if (there.rows > 0) await target.remove(selectionOf(span), signal)
  for await (const rows of source.read('records', span, signal)) await target.load(rows)
  const after = await target.checksum('records', span)
  if (!isSame(after, wanted)) throw differs(`between ${queryOf(span)}`, wanted, after)
  return true
}

async function compareWhole(source: Store, target: Store): Promise<Checksum> {
  const [wanted, there] = [await source.checksum('records'), await target.checksum('records')]
  if (!isSame(wanted, there)) throw differs('in all', wanted, there)
  return wanted
}

function selectionOf(span: Span): Selection {
  return { query: readQuery(queryOf(span)), since: undefined, now: Date.now() }
}

function isSame(a: Checksum, b: Checksum): boolean {
  return a.rows === b.rows && a.sum === b.sum
}

function differs(where: string, wanted: Checksum, there: Checksum): AppError {
  return new AppError(
    'input',
    `records ${where} differ: ${wanted.rows} in the source, ${there.rows} in the target, or with another checksum; stop whatever changes either side, and run it again with --continue`,
  )
}
