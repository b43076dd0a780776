// Results by their names, which are the only key to them: guessed, altered and expired ones are all the same failure.
import { AppError } from '../../error/index.ts'
import { findTaskOfKind } from '../../state/index.ts'
import { isSame, TAGGING } from '../account/index.ts'
import type { TaggingContext } from './context.ts'
import { outcomeOf } from './info.ts'

const FILENAME = /^([1-9]\d{0,14})-[0-9a-f]{32}\.json$/

const absent = (): AppError => new AppError('file', 'File does not exist!')

/** The lines of an issued result that has not expired: the header, then one entry each. Fails with `file`. */
export async function openResult(
  { state, results, linkExpiry, now }: TaggingContext,
  filename: string,
): Promise<AsyncIterable<string>> {
  const [, id] = FILENAME.exec(filename) ?? []
  const task = id === undefined ? undefined : await findTaskOfKind(state.db, TAGGING, Number(id))
  if (task?.state !== 'success') throw absent()
  const { result } = outcomeOf(task)
  if (!isSame(`${result}.json`, filename) || (task.ended_at ?? 0) + linkExpiry <= now()) throw absent()
  const lines = await results.read(result)
  if (lines === undefined) throw absent()
  return lines
}
