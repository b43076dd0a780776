// The ranges between which the tags of any source differ: disjoint, in ascending order.
import { printAddress } from '../../util/index.ts'
import { type Hit, tagAddress, type TagContext } from '../../tag/index.ts'

/** The entry of every address of a range: its tags, their confidence, their sources, and the newest date. */
export interface PackEntry {
  readonly tags: readonly string[]
  readonly confidence: Readonly<Record<string, number>>
  readonly sources: readonly string[]
  /** `YYYY-MM-DD`, or empty if no source states a date. */
  readonly date: string
}

/** A range of one family. IPv4 addresses are numbers below 2^32. Equal entries are the same object. */
export interface PackRange {
  readonly version: 4 | 6
  readonly first: bigint
  readonly last: bigint
  readonly entry: PackEntry
}

const MAPPED = 0xffff_0000_0000n
const LAST_MAPPED = 0xffff_ffff_ffffn

/** Every range with tags. Expired sources, conflicts and shared addresses count as in tagging. */
export function* packRanges(context: TagContext): Generator<PackRange> {
  const describe = describeIn(context)
  for (const version of [4, 6] as const) yield* rangesOf(context, version, describe)
}

type Describe = (version: 4 | 6, value: bigint) => PackEntry | undefined

function* rangesOf({ sources }: TagContext, version: 4 | 6, describe: Describe): Generator<PackRange> {
  let open: PackRange | undefined
  for (const { first, last } of spansOf(version, sources.edges(version))) {
    const entry = describe(version, first)
    if (open !== undefined && open.entry === entry && open.last + 1n === first) {
      open = { ...open, last }
      continue
    }
    if (open !== undefined) yield open
    open = entry && { version, first, last, entry }
  }
  if (open !== undefined) yield open
}

interface Span {
  readonly first: bigint
  readonly last: bigint
}

/** The spans between neighbouring edges. The IPv6 forms of IPv4 addresses are left out: their ranges are those of IPv4. */
function* spansOf(version: 4 | 6, edges: Iterable<bigint>): Generator<Span> {
  let first: bigint | undefined
  for (const next of edges) {
    if (first !== undefined)
      yield* version === 4 ? [{ first, last: next - 1n }] : outsideMapped(first, next - 1n)
    first = next
  }
}

function outsideMapped(first: bigint, last: bigint): readonly Span[] {
  if (last < MAPPED || first > LAST_MAPPED) return [{ first, last }]
  return [
    ...(first < MAPPED ? [{ first, last: MAPPED - 1n }] : []),
    ...(last > LAST_MAPPED ? [{ first: LAST_MAPPED + 1n, last }] : []),
  ]
}

/** Entries by what the sources state; most ranges of a source share one. */
function describeIn(context: TagContext): Describe {
  const numbers = new Map<object, number>()
  const numberOf = (one: object): number => {
    const known = numbers.get(one) ?? numbers.size
    numbers.set(one, known)
    return known
  }
  const keyOf = ({ source, label, bits }: Hit): string => `${numberOf(source)}.${numberOf(label)}.${bits}`
  const byHits = new Map<string, PackEntry | undefined>()
  const byContent = new Map<string, PackEntry>()
  return (version, value) => {
    const address = { version, value: version === 4 ? MAPPED | value : value }
    const hits = context.sources.lookup(address)
    if (hits.length === 0) return undefined
    const key = `${version}:${hits.map(keyOf).join()}`
    if (byHits.has(key)) return byHits.get(key)
    const entry = entryOf(tagAddress(address, { line: 1, input: printAddress(address) }, context, undefined))
    const content = JSON.stringify(entry)
    const shared = entry && (byContent.get(content) ?? entry)
    if (shared !== undefined) byContent.set(content, shared)
    byHits.set(key, shared)
    return shared
  }
}

function entryOf({ tags, evidence }: ReturnType<typeof tagAddress>): PackEntry | undefined {
  if (tags.length === 0) return undefined
  const held = evidence.filter(({ tag, confidence }) => tags.includes(tag) && confidence >= HELD)
  const confidence: Record<string, number> = {}
  for (const row of held) confidence[row.tag] = Math.max(Math.round(row.confidence), confidence[row.tag] ?? 0)
  const dates = held.map(({ last_seen, stated_at }) => last_seen ?? stated_at?.slice(0, 10) ?? '')
  const sources = [...new Set(held.map(({ source }) => source))].toSorted()
  return { tags, confidence, sources, date: dates.toSorted().at(-1) ?? '' }
}

/** Tags below this confidence are left out. */
const HELD = 50
