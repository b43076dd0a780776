// How many of the matches share title and nearly the same body.
import { type Field, fieldNamed } from '../../field/index.ts'
import { quote, type ResolvedQuery } from '../../query/index.ts'
import type { Selection, Store } from '../../store/index.ts'
import { narrowed } from './condition.ts'
import type { LookAlikesAnswer } from './types.ts'

const TITLE = fieldNamed('title')
const EXACT = fieldNamed('body_hash')
const FUZZY = fieldNamed('body_fuzzy_hash')

/** Different titles of pages with the same body that are told apart. */
const MOST = 10_000

/** Reads a query of the account. */
type Read = (text: string) => Promise<ResolvedQuery>

/**
 * The pages with these hashes, with how many of the matches show each. Fuzzy hashes are 16 hexadecimal digits; others are exact hashes
 * of records without a fuzzy one.
 */
export async function countLookAlikes(
  store: Store,
  read: Read,
  text: string,
  selection: Selection,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<LookAlikesAnswer> {
  const { fuzzy = [], exact = [] } = Object.groupBy(hashes, (hash) => (isFuzzy(hash) ? 'fuzzy' : 'exact'))
  const count = async (field: Field, values: readonly string[], alone = '') => {
    if (values.length === 0) return []
    const wanted = values.map((hash) => `${field.name}==${quote(hash)}`).join(' || ')
    const query = await read(narrowed(text, `(${wanted})${alone}`))
    const dimensions = [{ field, within: TITLE }]
    const { facets } = await store.facets({ ...selection, query, dimensions, size: MOST, signal })
    return facets.flatMap(({ inside, values }) =>
      values.map(({ value, count }) => ({ title: inside, hash: value, count })),
    )
  }
  return {
    pages: [...(await count(FUZZY, fuzzy)), ...(await count(EXACT, exact, ` && ${FUZZY.name}=""`))],
  }
}

const isFuzzy = (hash: string): boolean => /^[0-9a-f]{16}$/.test(hash)
