// Asks for everything that an assessment shows. Every figure is an exact count of a query that is stated beside it.
import type { FacetsAnswer } from '../aggregate/index.ts'
import { parseQuery, printQuery, quote, readQuery } from '../../query/index.ts'
import { EXPOSED } from './exposed.ts'
import { matchedFields, matchedText } from './matched-text.ts'
import type {
  Assessment,
  AssessAsked,
  AssessSource,
  CountedQuery,
  Example,
  FoundProduct,
  FoundVulnerability,
  Library,
  LibraryProduct,
} from './types.ts'

const MOST_EXAMPLES = 3
const MOST_VULNERABILITIES = 50
/** Matches whose first times are all read. */
const MOST_DATED = 10_000

/** Assesses the records of a source by a library. */
export async function gatherAssessment(
  source: AssessSource,
  library: Library,
  { full, language, onProgress }: AssessAsked,
  now: number,
): Promise<Assessment> {
  const exposed: CountedQuery[] = []
  for (const [name, query] of Object.entries(EXPOSED)) exposed.push(await counted(source, name, query))
  const exploited = await findExploited(source)
  const found: FoundProduct[] = []
  for (const [index, product] of library.products.entries()) {
    const one = await findProduct(source, product)
    if (one !== undefined) found.push(one)
    onProgress(index + 1, found.length)
  }
  const sorted = found.toSorted((a, b) => b.records - a.records || (a.name < b.name ? -1 : 1))
  return { library, full, language, made: now, exposed, exploited, found: sorted }
}

async function counted(source: AssessSource, name: string, query: string): Promise<CountedQuery> {
  const { total, addresses } = await source.facets(query, ['port'], 1)
  return { name, query, records: total, addresses }
}

async function findExploited(source: AssessSource): Promise<readonly FoundVulnerability[]> {
  const { facets } = await source.facets('kev=true', ['cve.exploited'], MOST_VULNERABILITIES)
  const found: FoundVulnerability[] = []
  for (const { value } of facets[0]?.values ?? []) {
    const of = (field: string): Promise<CountedQuery> => counted(source, field, `${field}==${quote(value)}`)
    found.push({ cve: value, confirmed: await of('cve.confirmed'), inRange: await of('cve.in_range') })
  }
  return found
}

async function findProduct(
  source: AssessSource,
  { name, vendor, queries }: LibraryProduct,
): Promise<FoundProduct | undefined> {
  const distinct = [...new Map(queries.map((one) => [one.query, one])).values()]
  const [first] = distinct
  if (first === undefined) return undefined
  const query = distinct.length === 1 ? first.query : distinct.map((one) => bracketed(one.query)).join(' || ')
  if ((await source.count(query)) === 0) return undefined
  const { total, addresses, facets } = await source.facets(query, ['firstseen'], 100)
  const each = []
  for (const one of distinct)
    each.push({ ...one, records: distinct.length === 1 ? total : await source.count(one.query) })
  return {
    ...{ name, vendor, query, records: total, addresses },
    firstSeen: await firstSeen(source, query, total, facets),
    queries: each.filter(({ records }) => records > 0),
    examples: await examplesOf(source, query),
  }
}

/** Plain words are quoted, because beside a condition they could mean something else. */
function bracketed(text: string): string {
  const { mode, root } = parseQuery(text)
  return `(${mode === 'normal' ? printQuery(root) : text.trim()})`
}

async function firstSeen(
  source: AssessSource,
  query: string,
  total: number,
  facets: FacetsAnswer['facets'],
): Promise<string> {
  if (total > MOST_DATED) {
    const years = facets.flatMap(({ values }) => values.map(({ value }) => value))
    return years.sort()[0] ?? ''
  }
  const rows = await source.rows(query, ['firstseen'], MOST_DATED)
  const times = rows.flatMap(([time = '']) => (time === '' ? [] : [time.slice(0, 10)]))
  return times.sort()[0] ?? ''
}

async function examplesOf(source: AssessSource, query: string): Promise<readonly Example[]> {
  const resolved = readQuery(query)
  const fields = ['host', 'firstseen', ...matchedFields(resolved)]
  const rows = await source.rows(query, fields, MOST_EXAMPLES)
  return rows.map((row) => {
    const values = new Map(fields.map((field, index) => [field, row[index] ?? '']))
    const matched = matchedText(resolved.root, values) ?? { field: '', text: '' }
    return { host: row[0] ?? '', firstSeen: (row[1] ?? '').slice(0, 10), ...matched }
  })
}
