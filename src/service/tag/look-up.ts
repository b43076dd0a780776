// Tags one address at once, without a task.
import { AppError } from '../../error/index.ts'
import type { Entry, SourceRow } from '../../tag/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { type Account, giveLinesBack } from '../account/index.ts'
import { openTagContext, type TaggingContext } from './context.ts'
import { makeResult } from './make-result.ts'

/** Tags one address for a caller and counts one line of the day. */
export async function lookUp(
  context: TaggingContext,
  caller: Account,
  address: string,
): Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }> {
  const text = stated(address)
  if (canonicalAddress(text) === undefined) return tagOne(context, text)
  const { state, accounts } = context
  const day = await state.write((db) => accounts.takeLines(db, caller, 1))
  try {
    return await tagOne(context, text)
  } catch (error) {
    await state.write((db) => giveLinesBack(db, caller.id, day, 1))
    throw error
  }
}

/** Tags one address without counting a line: for the page of a host, one address at a time. */
export async function showTags(
  context: TaggingContext,
  address: string,
): Promise<{ readonly entry: Entry; readonly sources: Readonly<Record<string, SourceRow>> }> {
  return tagOne(context, stated(address))
}

function stated(address: string): string {
  const text = address.trim()
  if (text === '') throw new AppError('params', '[-4] Params Error: the parameter `ip` is missing')
  return text
}

async function tagOne(
  context: TaggingContext,
  text: string,
): Promise<{ entry: Entry; sources: Readonly<Record<string, SourceRow>> }> {
  const made = await makeResult([[1, text]], await openTagContext(context))
  context.onTagged?.(made.stats)
  const entry = JSON.parse(made.entries[0] ?? 'null') as Entry
  if (entry.status === 'invalid')
    throw new AppError(
      'params',
      `[-4] Params Error: the parameter \`ip\` is not a valid address: ${entry.reason}`,
    )
  const { sources } = JSON.parse(made.head) as { sources: Readonly<Record<string, SourceRow>> }
  const named = new Set(
    entry.status === 'ok'
      ? [...entry.evidence.map(({ source }) => source), ...Object.values(entry.ruled_out)]
      : [],
  )
  return { entry, sources: Object.fromEntries(Object.entries(sources).filter(([name]) => named.has(name))) }
}
