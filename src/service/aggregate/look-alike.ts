// How many of the matches share title and body.
import { fieldNamed } from '../../field/index.ts'
import { quote, type ResolvedQuery } from '../../query/index.ts'
import type { Selection, Store } from '../../store/index.ts'
import { narrowed } from './condition.ts'
import type { LookAlikesAnswer } from './types.ts'

const TITLE = fieldNamed('title')
const BODY = fieldNamed('body_hash')

/** Different titles of pages with the same body that are told apart. */
const MOST = 10_000

/** The pages with these hashes of the body, with how many of the matches show each. */
export async function countLookAlikes(
  store: Store,
  read: (text: string) => Promise<ResolvedQuery>,
  text: string,
  selection: Selection,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<LookAlikesAnswer> {
  if (hashes.length === 0) return { pages: [] }
  const wanted = hashes.map((hash) => `${BODY.name}==${quote(hash)}`).join(' || ')
  const query = await read(narrowed(text, `(${wanted})`))
  const dimensions = [{ field: BODY, within: TITLE }]
  const { facets } = await store.facets({ ...selection, query, dimensions, size: MOST, signal })
  return {
    pages: facets.flatMap(({ inside, values }) =>
      values.map(({ value, count }) => ({ title: inside, body_hash: value, count })),
    ),
  }
}
