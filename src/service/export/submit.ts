import { randomBytes } from 'node:crypto'
import { AppError } from '../../error/index.ts'
import { fieldsOf, readQuery } from '../../query/index.ts'
import { findTask, findTaskUnderWay, insertTask, isConflict } from '../../state/index.ts'
import { type Account, type Actor, utcDay } from '../account/index.ts'
import { checkPermission } from '../search/index.ts'
import { costOf, jobOf, selectionOf, storedOf } from './job.ts'
import type { ExportJob, ExportRequest, ExportsContext, Stored } from './types.ts'

/** Begins an export: its checks, its price, its task. */
export async function submit(
  context: ExportsContext,
  account: Account,
  actor: Actor,
  request: ExportRequest,
  signal: AbortSignal | undefined,
): Promise<ExportJob> {
  const query = readQuery(request.text)
  checkPermission([...request.fields, ...fieldsOf(query)], account.level)
  const asked = {
    query: request.text,
    fields: request.fields.map((field) => field.name),
    full: request.full,
    format: request.format,
    bom: request.bom,
  }
  const before = await underWay(context, account, asked)
  if (before !== undefined) return before
  const now = context.now()
  const selection = selectionOf(query, request.full, now)
  const total = await context.gate.run(account.id, () => context.store.count(selection, signal), signal)
  const price = context.accounts.priceOf(account)
  const cost = costOf(total, price)
  // Whether it can be paid is told now; the coins are held back by whoever takes the task up.
  await (await context.accounts.reserveSearch(account, cost, 'export')).release()
  const secret = randomBytes(16).toString('hex')
  const stored: Stored = { ...asked, total, price, name: `${secret}.${request.format}` }
  const task = { account_id: account.id, kind: context.kind, input: JSON.stringify(stored), lines: 0 }
  const id = await context.state
    .write((db) => insertTask(db, { ...task, day: utcDay(now), created_at: now }))
    .catch((error: unknown) => {
      if (isConflict(error)) return undefined
      throw error
    })
  if (id === undefined) return (await underWay(context, account, asked)) ?? Promise.reject(tryAgain())
  context.wake()
  await context.accounts.recordDeed(actor, {
    action: 'export',
    detail: { export: id, query: request.text.slice(0, 1000), format: request.format, total },
  })
  const row = await findTask(context.state.db, account.id, id)
  if (row === undefined) throw new Error(`export ${id} is gone`)
  return jobOf(context, row)
}

/** The export that the account has under way, when it is the one asked for. */
async function underWay(
  context: ExportsContext,
  account: Account,
  asked: Omit<Stored, 'total' | 'price' | 'name'>,
): Promise<ExportJob | undefined> {
  const row = await findTaskUnderWay(context.state.db, account.id, context.kind)
  if (row === undefined) return undefined
  const { query, fields, full, format, bom } = storedOf(row)
  if (JSON.stringify({ query, fields, full, format, bom }) === JSON.stringify(asked))
    return jobOf(context, row)
  throw new AppError(
    'conflict',
    `[-4] Params Error: export ${row.id} of this account is under way; one runs at a time, wait for its end`,
  )
}

function tryAgain(): AppError {
  return new AppError(
    'conflict',
    '[-4] Params Error: another export of this account ended just now; try again',
  )
}
