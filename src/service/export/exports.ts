// Exports of accounts: submitted, charged, written by the process that leases the job, downloaded by their address, and removed
// when they expire.
import { randomBytes } from 'node:crypto'
import { AppError, ERROR_TABLE, isAppError } from '../../error/index.ts'
import { fieldNamed } from '../../field/index.ts'
import { type JobQueue, type JobRun, ResultFiles } from '../../job/index.ts'
import { fieldsOf, type ResolvedQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import { type Account, type Actor, isSame } from '../account/index.ts'
import { checkPermission } from '../search/index.ts'
import { writeExport } from './export-file.ts'
import { checkRoom } from './room.ts'
import type {
  ExportInput,
  ExportJob,
  ExportOutput,
  ExportRequest,
  ExportResult,
  Exports,
  ExportsContext,
  ExportTask,
} from './types.ts'

/** Maximum number of exports per account (`export.keep`). */
const MOST_COUNTED = 1000

interface OpenContext extends ExportsContext {
  readonly queue: JobQueue<ExportInput, ExportOutput>
  readonly files: ResultFiles
}

/** Opens exports; those that a stop or a crash interrupted resume. */
export function createExports(context: ExportsContext): Exports {
  const files = new ResultFiles(context.directory)
  const queue: JobQueue<ExportInput, ExportOutput> = context.jobs.open<ExportInput, ExportOutput>({
    name: context.kind,
    concurrency: context.concurrency,
    expiry: context.expiry,
    run: async (job, run) => runExport(context, files, job, run, await usedBy(queue, job)),
    discard: ({ id }) => files.remove(id),
    sweep: (isKnown) => files.sweep(isKnown),
  })
  const open = { ...context, queue, files }
  return {
    submit: (account, actor, request, signal) => submit(open, account, actor, request, signal),
    info: async (account, id) => shownOf(open, await queue.find(account.id, id)),
    list: async (account) => {
      const jobs = await queue.list({ accountId: account.id }, 100)
      return jobs.map((job) => shownOf(open, job))
    },
    open: (name) => openResult(open, name),
  }
}

async function submit(
  context: OpenContext,
  account: Account,
  actor: Actor,
  request: ExportRequest,
  signal: AbortSignal | undefined,
): Promise<ExportJob> {
  const query = await context.accounts.readAccountQuery(account.id, request.text)
  checkPermission([...request.fields, ...fieldsOf(query)], account.level)
  const { text, fields, full, format, bom } = request
  const asked = { query: text, fields: fields.map(({ name }) => name), full, format, bom }
  const key = JSON.stringify(asked)
  const before = await context.queue.inFlight(account.id)
  if (before !== undefined) return same(context, key, before)
  const selection = selectionOf(query, full, context.now())
  const total = await context.admission.run(
    account.id,
    (slot) => context.store.count(selection, slot.signal),
    signal,
  )
  const price = context.accounts.priceOf(account)
  // A price above the balance is reported now; the process that leases the job reserves the coins.
  await (await context.accounts.reserveSearch(account, costOf(total, price), 'export')).release()
  const name = `${randomBytes(16).toString('hex')}.${format}`
  const input = { ...asked, total, price, name }
  const { created, job } = await context.queue.submit({
    accountId: account.id,
    keyId: account.key?.id,
    key,
    input,
  })
  if (!created) return same(context, key, job)
  await context.accounts.recordAuditEvent(actor, {
    action: 'export',
    detail: { export: job.id, query: text.slice(0, 1000), format, total },
  })
  await context.queue.keepNewest(account.id, context.keep)
  return shownOf(context, job)
}

/** Bytes of the finished exports of a job's account. */
async function usedBy(
  queue: JobQueue<ExportInput, ExportOutput>,
  { accountId }: ExportTask,
): Promise<number> {
  if (accountId === null) return 0
  const jobs = await queue.list({ accountId }, MOST_COUNTED)
  return jobs.reduce((sum, { state, result }) => sum + (state === 'success' ? (result?.bytes ?? 0) : 0), 0)
}

/** The export in flight, if it is the requested one. */
function same(context: OpenContext, key: string, job: ExportTask): ExportJob {
  if (job.key === key) return shownOf(context, job)
  throw new AppError(
    'conflict',
    `[-4] Params Error: export ${job.id} of this account is running; one runs at a time, wait for its end`,
  )
}

async function openResult(context: OpenContext, name: string): Promise<ExportResult> {
  const job = await context.queue.ofFile(name)
  const shown = job && shownOf(context, job)
  if (shown?.file !== undefined && isSame(shown.file.name, name)) {
    const found = await context.files.find(name)
    if (found !== undefined) return { ...found, name, format: shown.format }
  }
  throw new AppError('file', ERROR_TABLE.file.text)
}

/** A job as its account sees it. */
function shownOf({ queue, now }: OpenContext, job: ExportTask): ExportJob {
  const { id, state, progress, createdAt, reason, input, result } = job
  const { query, format, fields, full, total, price, name } = input
  const expiresAt = queue.expiresAt(job)
  const ready = state === 'success' && expiresAt > now()
  return {
    ...{ id, state, progress, createdAt, reason, query, format, fields, full, total },
    rows: result?.rows ?? 0,
    bytes: result?.bytes ?? 0,
    cost: result?.cost ?? (state === 'failure' ? 0 : costOf(total, price)),
    file: ready ? { name: `${id}-${name}`, expiresAt } : undefined,
  }
}

/** Rows per price. */
const ROWS_PER_PRICE = 10_000

/** The price of `rows` rows in coins. */
function costOf(rows: number, price: number): number {
  return Math.ceil(rows / ROWS_PER_PRICE) * price
}

/** The selected records, as of a time. */
function selectionOf(query: ResolvedQuery, full: boolean, now: number): Selection {
  return { query, since: full ? undefined : Math.floor(oneYearBefore(now) / 1000), now }
}

/** Writes the file of a job and charges its rows. */
async function runExport(
  { accounts, exclusions, store, room, directory }: ExportsContext,
  files: ResultFiles,
  { id, accountId, attempt, createdAt, input }: ExportTask,
  { signal, advance }: JobRun,
  used: number,
): Promise<ExportOutput> {
  const { query, fields, full, format, bom, total, price, name } = input
  if (accountId === null) throw new Error(`export ${id} belongs to no account`)
  const work = { accountId, amount: costOf(total, price), name: `export ${id}`, attempt }
  const coins = await accounts.reserveWork(work)
  const distinct = [...new Set(fields)]
  // As of the submission, so that a resumed export covers the same records.
  const selection = selectionOf(await accounts.readAccountQuery(accountId, query), full, createdAt)
  const scan = { ...selection, fields: distinct.map(fieldNamed), signal }
  try {
    await files.prepare()
    const written = await writeExport(
      {
        ...{ path: files.path(`${id}-${name}`), format, fields: distinct, bom },
        applyExclusions: exclusions.refresh,
        checkRoom: checkRoom(room, directory, used),
      },
      (from) => store.scan(from === undefined ? scan : { ...scan, from }),
      (rows) => advance(total === 0 ? 99 : (rows / total) * 99),
      signal,
    )
    return { ...written, cost: await coins.capture(costOf(written.rows, price)) }
  } catch (error) {
    // If the database is unavailable now, the release is repeated when it answers again.
    await coins.release().catch(() => {})
    // A file that may not grow is useless and takes space.
    if (isAppError(error) && error.code === 'params') await files.remove(id)
    throw error
  }
}
