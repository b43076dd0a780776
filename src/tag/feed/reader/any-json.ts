// Any JSON or JSON lines: every text that is an address, a CIDR or a range, wherever it is.
import { FeedError, type FeedSink, type FeedText, type Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { fromNumber, looksLikeAddress, rangeText } from '../table/cell.ts'
import { isAddressNumber } from '../table/columns.ts'
import { rangesIn } from '../table/phrase.ts'
import { isJsonLike } from '../text.ts'
import { isNetmask, type Members, pairOf } from './json-pair.ts'

/** Reader of JSON without a layout of its own; the paths it took are shown, and `--column` names the ones to take. */
export const anyJson: Reader = {
  kind: 'json',
  title: 'JSON or JSON lines with addresses anywhere',
  basis: 'curated',
  detect: (feed) => isJsonLike(feed.head) && documentsOf(feed) !== undefined,
  read(feed, sink, hints) {
    const documents = documentsOf(feed) ?? []
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    const walk: Walk = { sink, label, wanted: hints.columns?.column, taken: new Map(), withdrawn: 0 }
    for (const { value, place } of documents) visit(value, '$', place, walk)
    if (walk.wanted !== undefined && walk.taken.size === 0)
      throw new FeedError(`no addresses at \`${walk.wanted}\` (--column)`)
    if (walk.withdrawn > 0)
      sink.guess(`entries with addresses that are \`revoked\` or \`deleted\` are left out: ${walk.withdrawn}`)
    if (walk.wanted === undefined) sink.guess(describe(walk.taken))
    guessedTags(sink, hints)
  },
}

interface Walk {
  readonly sink: FeedSink
  readonly label: number
  readonly wanted: string | undefined
  /** How many ranges each path gave. */
  readonly taken: Map<string, number>
  /** Entries with addresses that their publisher took back. */
  withdrawn: number
}

interface Document {
  readonly value: unknown
  readonly place: string
}

/** The whole as one document, or each line as one; undefined where it is neither. */
function documentsOf(feed: FeedText): readonly Document[] | undefined {
  const whole = feed.json()
  if (whole !== undefined) return [{ value: whole, place: '' }]
  const lines = feed.whole.split('\n')
  if (
    lines.filter((line) => line.trim() !== '').length < 2 ||
    parse(lines.find((line) => line.trim() !== '') ?? '') === undefined
  )
    return undefined
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ value: parse(line) ?? BROKEN, place: `line ${index + 1} ` }],
  )
}

const BROKEN = Symbol('no JSON')

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function visit(value: unknown, path: string, place: string, walk: Walk): void {
  if (value === BROKEN) walk.sink.bad(place.trim(), 'is not JSON')
  else if (typeof value === 'string') take(value, path, place, walk)
  else if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`, place, walk)
  else if (typeof value === 'object' && value !== null) visitObject(Object.entries(value), path, place, walk)
}

/** Names of whole numbers that stand for addresses. */
const NUMBER_NAME = /^(?:ip|ip_?(?:addr(?:ess)?|int|num(?:ber)?|v4)|addr(?:ess)?)$/i

/** What a publisher took back: `revoked` of STIX, `deleted` of MISP. */
const WITHDRAWN = /^(?:revoked|deleted)$/

function visitObject(members: Members, path: string, place: string, walk: Walk): void {
  const withdrawn = members.find(([name, value]) => value === true && WITHDRAWN.test(name))
  if (withdrawn !== undefined) {
    if (members.some(([, value]) => holdsAddress(value))) walk.withdrawn++
    return
  }
  const pair = pairOf(members)
  if (pair !== undefined) add(pair.range, `${path}.${pair.names.join('-')}`, place, walk)
  for (const [name, value] of members) {
    if (pair?.names.includes(name) || isNetmask(name, value)) continue
    if (NUMBER_NAME.test(name) && isAddressNumber(String(value))) {
      add(fromNumber(String(value)) ?? '', `${path}.${name}`, place, walk)
      continue
    }
    const keyed = rangeText(name)
    if (keyed !== undefined && /[.:]/.test(keyed)) add(keyed, `${path}{address}`, place, walk)
    visit(value, `${path}${keyed === undefined ? `.${name}` : '{address}'}`, place, walk)
  }
}

function holdsAddress(value: unknown): boolean {
  if (typeof value === 'string')
    return (isPattern(value) ? patternValues(value) : [value]).some((one) =>
      /[.:]/.test(rangeText(one) ?? ''),
    )
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsAddress)
}

/** Calls with each text that is an address, or every one in a text of nothing else. */
function take(text: string, path: string, place: string, walk: Walk): void {
  if (/version$/i.test(path)) return
  if (isPattern(text) && OTHER_COMPARISON.test(text) && isWanted(path, walk))
    walk.sink.bad(`${place}${path}`, 'compares addresses in a way that no range stands for')
  const stated = isPattern(text) ? patternValues(text) : (rangesIn(text) ?? partsOf(text))
  for (const one of stated) {
    const range = rangeText(one)
    if (range !== undefined && /[.:]/.test(range)) add(range, path, place, walk)
    else if (looksLikeAddress(one) && isWanted(path, walk))
      walk.sink.range(one, walk.label, `${place}${path}`)
  }
}

/** `192.0.2.1|443` and `name|192.0.2.1`, as MISP joins two values. */
function partsOf(text: string): readonly string[] {
  const parts = text.split('|')
  return parts.length === 2 ? parts : [text]
}

function add(range: string, path: string, place: string, walk: Walk): void {
  if (!isWanted(path, walk)) return
  walk.taken.set(path, (walk.taken.get(path) ?? 0) + 1)
  walk.sink.range(range, walk.label, `${place}${path}`)
}

/** Whether a path is the wanted one: written as shown, or its last name. */
const isWanted = (path: string, { wanted }: Walk): boolean =>
  wanted === undefined || path === wanted || path.replaceAll('[]', '').endsWith(`.${wanted}`)

const MOST_SHOWN = 8

function describe(taken: ReadonlyMap<string, number>): string {
  const sorted = [...taken].toSorted((one, other) => other[1] - one[1])
  const shown = sorted.slice(0, MOST_SHOWN).map(([path, count]) => `\`${path}\` (${count})`)
  const more = sorted.length > MOST_SHOWN ? ` and ${sorted.length - MOST_SHOWN} more` : ''
  return `addresses are read from ${shown.join(', ')}${more}; --column overrules`
}

const COMPARISON =
  /(?<!NOT )(?:ipv[46]-addr:value|(?:src|dst)_ref\.value|url:value)\s*(?:=|IN|ISSUBSET)\s*(\([^)]*\)|'[^']*')/g
const OTHER_COMPARISON = /(?:ipv[46]-addr:value|(?:src|dst)_ref\.value)\s*(?:LIKE|MATCHES|ISSUPERSET)\b/
const QUOTED = /'([^']*)'/g

/** Whether a text is a pattern that may compare addresses. */
const isPattern = (text: string): boolean =>
  /^\(*\[/.test(text) && /-addr:value|_ref\.value|url:value/.test(text)

/** The values that a pattern demands; those it excludes (`!=`, `NOT`) are left out. */
function patternValues(pattern: string): readonly string[] {
  return [...pattern.matchAll(COMPARISON)].flatMap(([, values = '']) =>
    [...values.matchAll(QUOTED)].map(([, value = '']) => value),
  )
}
