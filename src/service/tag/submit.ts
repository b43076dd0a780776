// A new tagging task: lines reserved and the task added in one transaction, so that neither is there without the other.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../error/index.ts'
import { insertTask, isConflict } from '../../state/index.ts'
import { type Account, type Actor, TAGGING } from '../account/index.ts'
import type { AddressLine } from './address-file.ts'
import type { TaggingContext } from './context.ts'

/** What a task works on, kept as JSON. */
export interface TaskInput {
  /** The secret part of the result's name: 128 random bits. It is set here so that every attempt writes the same file. */
  readonly token: string
  readonly lines: readonly AddressLine[]
}

/** Adds a task and returns its id. Fails with `daily` and then `running`, in this order. */
export async function submit(
  context: TaggingContext,
  caller: Account,
  actor: Actor,
  lines: readonly AddressLine[],
): Promise<number> {
  const id = await insert(context, caller, lines)
  context.wake()
  await context.accounts.recordDeed(actor, {
    action: 'tag.submit',
    detail: { task: id, lines: lines.length },
  })
  return id
}

async function insert(
  { state, accounts, now }: TaggingContext,
  caller: Account,
  lines: readonly AddressLine[],
): Promise<number> {
  const input: TaskInput = { token: randomBytes(16).toString('hex'), lines }
  const text = JSON.stringify(input)
  try {
    return await state.write(async (db) => {
      const day = await accounts.takeLines(db, caller, lines.length)
      const row = { account_id: caller.id, kind: TAGGING, input: text, lines: lines.length, day }
      return insertTask(db, { ...row, created_at: now() })
    })
  } catch (error) {
    if (isConflict(error)) throw new AppError('running', 'Only one task can be run at a time!')
    throw error
  }
}
