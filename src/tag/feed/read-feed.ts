// One feed from its bytes: recognised or as declared, read whole, and refused with a reason where it cannot be trusted.
import { categoryOf, namespaceOf, parentsOf, STARTS } from '../vocabulary/index.ts'
import {
  type Complete,
  type Feed,
  FeedError,
  type FeedHints,
  type FeedText,
  type Label,
  type Reader,
} from './feed.ts'
import { READERS } from './reader.ts'
import { Collector } from './collector.ts'
import { feedText, isJsonLike } from './text.ts'

/** A feed, or the sentence about why it cannot be used. */
export type ReadFeed =
  | { readonly ok: true; readonly feed: Feed }
  | { readonly ok: false; readonly reason: string }

/** Names and titles of the formats; `auto` recognises by content. */
export const feedKinds: readonly { readonly kind: string; readonly title: string }[] = READERS.map(
  ({ kind, title }) => ({ kind, title }),
)

/**
 * Reads a feed (plain or gzip). Single bad lines are counted; a file that is broken as a whole, holds nothing, or whose bad lines
 * outnumber the good ones is refused. Never throws for what the bytes hold.
 */
export function readFeed(kind: string, bytes: Uint8Array, hints: FeedHints = {}): ReadFeed {
  try {
    const text = feedText(bytes)
    const reader = chooseReader(kind, text)
    const sink = new Collector()
    reader.read(text, sink, hints)
    return { ok: true, feed: assemble(reader, sink, hints, text) }
  } catch (error) {
    if (error instanceof FeedError) return { ok: false, reason: error.message }
    throw error
  }
}

function chooseReader(kind: string, text: FeedText): Reader {
  if (kind !== 'auto') {
    const declared = READERS.find((reader) => reader.kind === kind)
    if (declared === undefined)
      throw new FeedError(
        `\`${kind}\` is not a known format; known are auto, ${feedKinds.map((row) => row.kind).join(', ')}`,
      )
    if (text.whole.trim() === '') throw new FeedError('the file is empty')
    if (!(declared.accepts ?? declared.detect)(text)) throw new FeedError(unlike(declared, text))
    return declared
  }
  if (text.whole.trim() === '') throw new FeedError('the file is empty')
  const found = READERS.find((reader) => reader.detect(text))
  if (found === undefined) throw new FeedError(unknownFormat(text))
  return found
}

function unlike(reader: Reader, text: FeedText): string {
  if (isJsonLike(text.head) && text.json() === undefined && text.jsonProblem() !== '')
    return text.jsonProblem()
  return `the content does not match the format \`${reader.title}\``
}

function unknownFormat(text: FeedText): string {
  if (/^\s*</.test(text.head))
    return 'the file is HTML or XML, perhaps the page of an error; save its addresses as text, CSV or JSON'
  return text.jsonProblem() || 'the JSON is of no known format'
}

function assemble(reader: Reader, sink: Collector, hints: FeedHints, text: FeedText): Feed {
  const { date, version, licence, isPartial, ...collected } = sink.collected()
  const [first = ''] = collected.reasons
  if (collected.records === 0)
    throw new FeedError(
      first === ''
        ? `the file holds no address (read as ${reader.title})`
        : `no line could be read; ${first}`,
    )
  if (collected.bad > collected.records)
    throw new FeedError(
      `${collected.bad} of ${collected.bad + collected.records} lines could not be read; ${first}`,
    )
  const basis = hints.override === true ? 'override' : (hints.basis ?? reader.basis)
  return {
    kind: reader.kind,
    ...collected,
    statedAt: date ?? null,
    version: version || null,
    licence: licence || licenceIn(text),
    category: hints.override === true ? 'override' : categoryIn(reader, collected.labels),
    basis,
    confidence: hints.confidence ?? startOf(reader, basis),
    speaks: namespaces(collected.labels),
    // What could not be read may have named the address.
    complete: isPartial ? [] : [...collected.complete, ...ownedNames(basis, collected.labels)],
  }
}

function categoryIn(reader: Reader, [first]: readonly Label[]): Feed['category'] {
  const tag = first?.tags[0]
  return tag === undefined ? (reader.category ?? 'list') : categoryOf(tag)
}

function startOf(reader: Reader, basis: Feed['basis']): number {
  return basis === reader.basis ? (reader.confidence ?? STARTS[basis].usual) : STARTS[basis].usual
}

/** Every namespace the labels say yes in, what those imply included. */
function namespaces(labels: readonly Label[]): readonly string[] {
  const tags = labels.flatMap((label) => label.tags.flatMap((tag) => [tag, ...parentsOf(tag)]))
  return [...new Set(tags.map(namespaceOf))].toSorted()
}

const OPERATED = ['cloud', 'cdn', 'waf', 'vpn', 'relay', 'scanner', 'service', 'isp']

/** An operator's own list is complete for the operator's name, never for the kind. */
function ownedNames(basis: Feed['basis'], labels: readonly Label[]): readonly Complete[] {
  if (basis !== 'published') return []
  const names = labels.flatMap(({ tags }) => tags).filter((tag) => tag.includes(':'))
  return [...new Set(names)]
    .filter((tag) => OPERATED.includes(namespaceOf(tag)))
    .map((tag) => ({ tag, versions: [4, 6] }))
}

function licenceIn(text: FeedText): string | null {
  const stated = text.head.matchAll(/^[#;]\s*Licen[cs]e\s*:([^\r\n]*)$/gim)
  const licences = [...stated].map(([, licence = '']) => licence.trim())
  return licences.find(({ length }) => length >= 3 && length <= 120) ?? null
}
