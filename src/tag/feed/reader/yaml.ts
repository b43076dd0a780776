// YAML as configurations of clusters, proxies and inventories have it: lists of addresses below names, of which some except.

import { isCard, isCompanion, isException, isNumberWithDots } from '../ends.ts'
import type { FeedSink, FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { looksLikeAddress } from '../table/cell.ts'
import { rangesIn } from '../table/phrase.ts'
import { guessSense } from '../table/sense.ts'
import { isJsonLike } from '../text.ts'
import { Exceptions } from './exception.ts'
import { ownAddress } from './json-pair.ts'
import { describePaths } from './taken-paths.ts'
import { type Outlined, outlineOf } from './yaml-outline.ts'

/** Names of a path that are shown. */
const MOST_NAMES = 3

const SAMPLE = 400
/** Lines that are not YAML, of those that were looked at. */
const MOST_STRANGE = 0.1

/** Reader of every value, item or name that is an address; a sentence that mentions one is none. */
export const yaml: Reader = {
  kind: 'yaml',
  title: 'YAML with lists of addresses',
  basis: 'curated',
  detect: (feed) => !isJsonLike(feed.head) && !/^\s*</.test(feed.head) && isYaml(feed),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    guessedTags(sink, hints)
    const exceptions = new Exceptions()
    const beside = new Exceptions()
    const own = new Exceptions()
    const taken = new Map<string, number>()
    for (const entry of outlineOf(feed.whole)) {
      const place = `line ${entry.line}`
      const name = exceptionIn(entry.names)
      for (const text of textsOf(entry, { sink, place })) {
        if (name !== undefined) exceptions.hold({ name, place, text })
        else if (entry.kind === 'value' && entry.names.some(isCompanion))
          beside.hold({ name: entry.names.find(isCompanion) ?? '', place, text })
        else if (entry.names.some(isCard))
          own.hold({ name: entry.names.find(isCard) ?? '', place, text: ownAddress(text) })
        else {
          const path = entry.names.slice(-MOST_NAMES).join('.') || 'the items'
          taken.set(path, (taken.get(path) ?? 0) + 1)
          addText(text, { sink, label, place })
        }
      }
    }
    if (exceptions.isEmpty) guessSense(feed, sink)
    own.settle(taken.size > 0, sink, label)
    const hasOthers = taken.size > 0 || !own.isEmpty
    exceptions.settle(hasOthers, sink, label)
    beside.settle(hasOthers, sink, label)
    if (taken.size > 1) sink.guess(describePaths(taken))
  },
}

/** The name below which values are taken out; `filter` beside `selection` in a rule of Sigma. */
const exceptionIn = (names: readonly string[]): string | undefined =>
  names.find((name, at) => isException(name) || (names[at - 1] === 'detection' && /^filter/i.test(name)))

const SYSTEM = /^AS\d{1,10}$/i

function addText(
  text: string,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  if (SYSTEM.test(text)) sink.system(text, label, place)
  else sink.range(text, label, place)
}

const LENGTH = /^(?:prefix_?len(?:gth)?|mask_?bits|netmask)$/i

/** The ranges of a value or name; what was meant as one is rejected where it stands alone. */
function textsOf(
  { kind, text, names, isItem }: Outlined,
  { sink, place }: { readonly sink: FeedSink; readonly place: string },
): readonly string[] {
  const name = names.at(-1) ?? ''
  if (kind === 'value' && LENGTH.test(name)) {
    sink.bad(place, 'a prefix length apart from its address is not read')
    return []
  }
  if (kind === 'value' && isNumberWithDots(name)) return []
  const found = rangesOf(text)
  if (found.length > 0 || kind !== 'value') return found
  // A name or a wrong address among items is rejected; behind a name stands anything.
  if (/\s/.test(text)) return []
  return looksLikeAddress(text) || (isItem && /^[\w-]+[.:/]/.test(text)) ? [text] : []
}

function rangesOf(text: string): readonly string[] {
  if (SYSTEM.test(text)) return [text]
  return (rangesIn(text) ?? []).filter((range) => /[.:]/.test(range))
}

/** Names with something below them or behind them, or items; and addresses among their values. */
function isYaml({ head }: FeedText): boolean {
  let read = 0
  let strange = 0
  let named = 0
  let found = 0
  for (const entry of outlineOf(head)) {
    if (++read > SAMPLE) break
    if (entry.kind === 'strange') strange++
    if (entry.names.length > 0 || entry.kind === 'name') named++
    if (rangesOf(entry.text).length > 0) found++
  }
  return named > 0 && found > 0 && strange <= read * MOST_STRANGE && SIGN.test(head)
}

/** A name alone in its line, an item that names its value, a list in brackets behind a name, or an address as a name. */
const SIGN =
  /^[ \t]*(?:(?:- )?["']?[A-Za-z_][\w./-]*["']?:[ \t]*(?:[|>[{&].*)?|- ["']?[A-Za-z_][\w./-]*["']?: .*|["']?\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?["']?:(?: .*)?)$/m
