// Any JSON or JSON lines: every text that is an address, a CIDR or a range, wherever it is.

import { parseRange } from '../../range/index.ts'
import {
  companionsIn,
  isCard,
  isCompanion,
  isException,
  isForwarded,
  isNumberWithDots,
  isSubject,
  mayAccompany,
} from '../ends.ts'
import { FeedError, type FeedHints, type FeedSink, type FeedText, type Reader } from '../feed.ts'
import { parseJson } from '../json.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { isTakenOut } from '../standing.ts'
import { fromNumber, looksLikeAddress, rangeText, spanOf } from '../table/cell.ts'
import { isAddressNumber } from '../table/columns.ts'
import { rangesIn } from '../table/phrase.ts'
import { isJsonLike } from '../text.ts'
import { Exceptions } from './exception.ts'
import { bothSenses, isOfOtherType, isPart, isReference, letsIn } from './json-entry.ts'
import { isExact, isNetmask, type Members, ownAddress, pairOf } from './json-pair.ts'
import { describePaths, shownNames } from './taken-paths.ts'

/** Reader of JSON without a layout of its own; the paths it took are shown, and `--column` names the ones to take. */
export const anyJson: Reader = {
  kind: 'json',
  title: 'JSON or JSON lines with addresses anywhere',
  basis: 'curated',
  detect: (feed) => isJsonLike(feed.head) && documentsOf(feed) !== undefined,
  read: (feed, sink, hints) => readDocuments(documentsOf(feed) ?? [], sink, hints),
}

/** Reads every address of some documents, but those that accompany others or are taken out. */
export function readDocuments(documents: readonly Document[], sink: FeedSink, hints: FeedHints): void {
  const label = sink.label({ tags: listTags(hints) })
  declareComplete(sink, hints)
  const walk: Walk = {
    ...{ sink, label, wanted: hints.columns?.column, taken: new Map<string, number>() },
    ...{ takenOut: 0, takenOutBy: new Set<string>(), letIn: 0, others: 0 },
    ...{ exceptions: new Exceptions(), beside: new Exceptions(), own: new Exceptions(), about: [] },
    senses: bothSenses(documents.map(({ value }) => value)),
  }
  for (const { value, place } of documents) visit(value, '$', place, walk)
  walk.own.settle(walk.taken.size > 0, sink, label)
  const hasOthers = walk.taken.size > 0 || !walk.own.isEmpty
  walk.exceptions.settle(hasOthers, sink, label)
  walk.beside.settle(hasOthers, sink, label)
  if (!hasOthers && walk.exceptions.isEmpty && walk.takenOut > 0)
    throw new FeedError(`every entry was taken out of the list (${shownNames(walk.takenOutBy)})`)
  if (walk.wanted !== undefined && walk.taken.size === 0)
    throw new FeedError(`no addresses at \`${walk.wanted}\` (--column)`)
  if (walk.takenOut > 0)
    sink.guess(`entries that were taken out (${shownNames(walk.takenOutBy)}) are left out: ${walk.takenOut}`)
  if (walk.others > 0)
    sink.guess(`entries of other types (links, comments, texts) are left out: ${walk.others}`)
  if (walk.letIn > 0)
    sink.guess(
      `entries that let addresses in (\`${walk.senses}\`) beside those that keep them out are left out: ${walk.letIn}`,
    )
  if (walk.wanted === undefined && walk.taken.size > 0) sink.guess(describePaths(walk.taken))
  guessedTags(sink, hints)
}

interface Walk {
  readonly sink: FeedSink
  readonly label: number
  readonly wanted: string | undefined
  /** How many ranges each path gave. */
  readonly taken: Map<string, number>
  /** Entries with addresses that their publisher took out, and by which names. */
  takenOut: number
  readonly takenOutBy: Set<string>
  /** How entries let addresses in, where others keep them out; undefined where all do the same. */
  readonly senses: string | undefined
  letIn: number
  /** Entries whose type says that what looks like an address is none of the list. */
  others: number
  /** What is below `exclude`, `whitelist` and the like. */
  readonly exceptions: Exceptions
  /** What is below the names of gateways and name servers within an entry. */
  readonly beside: Exceptions
  /** What is below the names of cards of the machine itself. */
  readonly own: Exceptions
  /** The addresses that the entries around a value are about. */
  readonly about: About[]
}

interface About {
  readonly path: string
  readonly address: string
}

/** A parsed document, and where in the file it is. */
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
    parseJson(lines.find((line) => line.trim() !== '') ?? '') === undefined
  )
    return undefined
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ value: parseJson(line) ?? BROKEN, place: `line ${index + 1} ` }],
  )
}

const BROKEN = Symbol('no JSON')

function visit(value: unknown, path: string, place: string, walk: Walk): void {
  if (value === BROKEN) walk.sink.bad(place.trim(), 'is not JSON')
  else if (typeof value === 'string') take(value, path, place, walk)
  else if (Array.isArray(value)) visitArray(value, path, place, walk)
  else if (typeof value === 'object' && value !== null) visitObject(Object.entries(value), path, place, walk)
}

/** `{"range": ["192.0.2.1", "192.0.2.9"]}`, as nftables writes it, is one range; everything else is as many as it has items. */
function visitArray(value: readonly unknown[], path: string, place: string, walk: Walk): void {
  const [first, last] = value
  const span =
    value.length === 2 && /[.](?:ip_?)?range(?:s\[\])?$/i.test(path) && typeof first === 'string'
      ? spanOf(first, String(last))
      : undefined
  if (span !== undefined) add(span, path, place, walk)
  else for (const item of value) visit(item, `${path}[]`, place, walk)
}

/** Names of whole numbers that stand for addresses. */
const NUMBER_NAME = /^(?:ip|ip_?(?:addr(?:ess)?|int|num(?:ber)?|v4)|addr(?:ess)?)$/i

/** Names of the ends of ranges. */
const END_NAME =
  /^(?:(?:ip|range)_?)?(?:first|start|begin|from|last|end|to)(?:_?(?:ip|addr(?:ess)?|num(?:ber)?))?$/i

function visitObject(members: Members, path: string, place: string, walk: Walk): void {
  const out = members.find(([name, value]) => isTakenOut(name, value))
  if (out !== undefined) {
    if (members.some(([, value]) => holdsAddress(value))) {
      walk.takenOut++
      walk.takenOutBy.add(`${out[0]}: ${String(out[1])}`.slice(0, 40))
    }
    return
  }
  if (walk.senses !== undefined && walk.wanted === undefined && letsIn(members)) {
    if (members.some(([, value]) => holdsAddress(value))) walk.letIn++
    return
  }
  if (isOfOtherType(members)) {
    if (members.some(([, value]) => holdsAddress(value))) walk.others++
    return
  }
  const pair = pairOf(members)
  if (pair !== undefined) add(pair.range, `${path}.${pair.names.join('-')}`, place, walk)
  const companions = isOfLists(members, path) ? NONE : companionsOf(members, path, walk)
  const about = pair === undefined ? subjectOf(members) : undefined
  if (about !== undefined) walk.about.push({ path, address: about })
  for (const [name, value] of members) {
    if (companions.has(name)) {
      walk.sink.unread(`${place}${path}.${name}`, firstText(value))
      continue
    }
    if (pair?.names.includes(name) || isNetmask(name, value)) continue
    if (isReference(name) && walk.wanted === undefined) {
      if (holdsAddress(value)) walk.others++
      continue
    }
    if ((NUMBER_NAME.test(name) || END_NAME.test(name)) && typeof value === 'number' && !isExact(value)) {
      if (isWanted(`${path}.${name}`, walk))
        walk.sink.bad(
          `${place}${path}.${name}`,
          `the number ${value} stands for no address exactly; write it as text`,
        )
      continue
    }
    if (NUMBER_NAME.test(name) && isAddressNumber(String(value))) {
      add(fromNumber(String(value)) ?? '', `${path}.${name}`, place, walk)
      continue
    }
    const keyed = rangeText(name)
    if (keyed !== undefined && /[.:]/.test(keyed)) add(keyed, `${path}{address}`, place, walk)
    visit(value, `${path}${keyed === undefined ? `.${name}` : '{address}'}`, place, walk)
  }
  if (about !== undefined) walk.about.pop()
}

/** The address that an entry is about. */
const subjectOf = (members: Members): string | undefined => {
  const [, value] =
    members.find(([name, value]) => isSubject(name) && typeof value === 'string' && isSingle(value)) ?? []
  return typeof value === 'string' ? rangeText(value) : undefined
}

const isSingle = (text: string): boolean => {
  const range = parseRange(rangeText(text) ?? '')
  return range !== undefined && range.first.value === range.last.value
}

/** Whether a document has nothing but lists, each with a name of its own. */
const isOfLists = (members: Members, path: string): boolean =>
  path === '$' && members.every(([, value]) => Array.isArray(value) || !holdsAddress(value))

/** Names of addresses that accompany others of the object, where nobody asked for them. */
function companionsOf(members: Members, path: string, { wanted }: Walk): ReadonlySet<string> {
  if (wanted !== undefined || !members.some(([name]) => mayAccompany(name))) return NONE
  // Sections of a whole document that stand for others accompany none: `[Peer]` beside `[Interface]`.
  const isWhole = path === '$' && subjectOf(members) === undefined
  const names = members.flatMap(([name, value]) =>
    !isReference(name) &&
    holdsAddress(value) &&
    !(isWhole && /^(?:peer|neighbou?r)s?$/i.test(name) && isPart(value))
      ? [name]
      : [],
  )
  // The name of the object is the address that it is about.
  return path.endsWith('{address}') ? new Set(names.filter(isCompanion)) : companionsIn(names)
}

const NONE: ReadonlySet<string> = new Set()

/** The first text of a value, to be shown. */
function firstText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return (
    Object.values(value)
      .map(firstText)
      .find((text) => text !== '') ?? ''
  )
}

function holdsAddress(value: unknown): boolean {
  if (typeof value === 'string')
    return (isPattern(value) ? patternValues(value) : (rangesIn(value) ?? [value])).some((one) =>
      /[.:]/.test(rangeText(one) ?? ''),
    )
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsAddress(one))
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '')

/** Calls with each text that is an address, or every one in a text of nothing else. */
function take(text: string, path: string, place: string, walk: Walk): void {
  if (isNumberWithDots(lastName(path))) return
  if (isPattern(text) && OTHER_COMPARISON.test(text) && isWanted(path, walk))
    walk.sink.bad(`${place}${path}`, 'compares addresses in a way that no range stands for')
  const all = isPattern(text) ? patternValues(text) : (rangesIn(text) ?? partsOf(text))
  // Behind the client are the proxies on the way.
  const isChain = all.length > 1 && walk.wanted === undefined && isForwarded(lastName(path))
  if (isChain) walk.sink.unread(`${place}${path}`, all[1] ?? '')
  const stated = isChain ? all.slice(0, 1) : all
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
  const name = walk.wanted === undefined ? path.split(/[.[]/).find(isException) : undefined
  if (name !== undefined) {
    walk.exceptions.hold({ name, place: `${place}${path}`, text: range })
    return
  }
  const beside = walk.wanted === undefined ? companionAbove(path) : undefined
  if (beside === undefined && walk.wanted === undefined && path.split(/[.[]/).some(isCard)) {
    walk.own.hold({ name: 'interface', place: `${place}${path}`, text: ownAddress(range) })
    return
  }
  if (beside !== undefined) {
    walk.beside.hold({ name: beside, place: `${place}${path}`, text: range })
    return
  }
  if (walk.wanted === undefined && walk.about.some((about) => isAround(range, path, about))) {
    walk.sink.unread(`${place}${path}`, range)
    return
  }
  walk.taken.set(path, (walk.taken.get(path) ?? 0) + 1)
  walk.sink.range(range, walk.label, `${place}${path}`)
}

/** A companion's name within a named part of an entry; the first name of a document and of an item may be that of a list. */
const companionAbove = (path: string): string | undefined =>
  path.split(/[.[]/).find((name, at, names) => at > 1 && names[at - 1] !== ']' && isCompanion(name))

/** Whether a range is the announced network or the registration of the address that the entry is about. */
function isAround(text: string, path: string, about: About): boolean {
  if (path.slice(about.path.length).includes('[]')) return false
  const [range, { first: one } = { first: undefined }] = [parseRange(text), parseRange(about.address)]
  if (range === undefined || one === undefined || range.first.version !== one.version) return false
  return (
    range.first.value < one.value && one.value <= range.last.value && range.first.value !== range.last.value
  )
}

/** Whether a path is the wanted one: written as shown, or its last name. */
const isWanted = (path: string, { wanted }: Walk): boolean =>
  wanted === undefined || path === wanted || path.replaceAll('[]', '').endsWith(`.${wanted}`)

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
