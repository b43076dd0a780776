// Readers of lists written as rules of a program.
import type { FeedHints, FeedSink, FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { rangeText, readableText } from '../table/cell.ts'
import { isJsonLike } from '../text.ts'
import { RULE_FORMATS } from './rule.ts'
import type { RuleFormat } from './rule-line.ts'

/** One reader per format. */
export const ruleReaders: readonly Reader[] = RULE_FORMATS.map((format) => ({
  kind: format.kind,
  title: format.title,
  basis: 'curated',
  detect: (feed) => !isJsonLike(feed.head) && explainsMost(feed, format),
  read: (feed, sink, hints) => readRules(feed, format, sink, hints),
}))

function readRules(feed: FeedText, format: RuleFormat, sink: FeedSink, hints: FeedHints): void {
  const label = sink.label({ tags: listTags(hints) })
  declareComplete(sink, hints)
  guessedTags(sink, hints)
  const senses = sensesOf(feed, format)
  const mixed = holdsDenials(feed, format) || [...senses.values()].includes('deny')
  const lists = new Set<string>()
  for (const { line, number } of rulesOf(feed.whole, format)) {
    const rule = format.read(line)
    const place = `line ${number}`
    const list = format.list?.(line)
    if (list !== undefined && lists.size <= MOST_LISTS) lists.add(list)
    if (rule.is === 'frame') continue
    if (rule.is === 'bad') sink.bad(place, rule.reason)
    else if (rule.texts.length === 0 && rule.more === undefined) sink.bad(place, 'holds no address')
    else if (mixed && (rule.sense ?? senses.get(list ?? '')) === 'allow')
      sink.bad(place, 'allows what other lines of the list deny; it is left out')
    else {
      if (rule.left !== undefined) sink.bad(place, `\`${rule.left}\` is taken out of the set; it is left out`)
      if (rule.more !== undefined) sink.unread(place, rule.more)
      for (const text of rule.texts) addText(text, { sink, label, place })
    }
  }
  if (lists.size > 1) sink.guess(`the lists ${shownNames([...lists])} of the file are read as one`)
}

const MOST_LISTS = 6

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTS).map((name) => `\`${name.slice(0, 40)}\``)
  return `${shown.join(', ')}${names.length > MOST_LISTS ? ' and more' : ''}`
}

/** What the rules do with each list; a list that some rule keeps out is one of those. */
function sensesOf(feed: FeedText, format: RuleFormat): ReadonlyMap<string, 'allow' | 'deny'> {
  const senses = new Map<string, 'allow' | 'deny'>()
  if (format.uses === undefined) return senses
  for (const { line } of rulesOf(feed.whole, format))
    for (const { name, sense } of format.uses(line)) if (senses.get(name) !== 'deny') senses.set(name, sense)
  return senses
}

/** Whether some rule keeps addresses out; then those that let them in are exceptions from the list. */
function holdsDenials(feed: FeedText, format: RuleFormat): boolean {
  for (const { line } of rulesOf(feed.whole, format)) {
    const rule = format.read(line)
    if (rule.is === 'addresses' && rule.sense === 'deny') return true
    if (rule.is === 'frame' && rule.denies === true) return true
  }
  return false
}

function addText(
  text: string,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  if (isSystem(text)) sink.system(text, label, place)
  else sink.range(readableText(text), label, place)
}

const isSystem = (text: string): boolean => /^AS\d{1,10}$/i.test(text)

const SAMPLE = 400

/** Whether some line is a sure sign and most are rules with addresses, so that prose with one such line is not taken for a list. */
function explainsMost(feed: FeedText, format: RuleFormat): boolean {
  let good = 0
  let all = 0
  let sure = false
  let read = 0
  for (const { line } of rulesOf(feed.head, format)) {
    if (++read > SAMPLE) break
    sure ||= format.sign(line)
    const rule = format.read(line)
    if (
      rule.is === 'frame' ||
      (rule.is === 'addresses' && rule.texts.length === 0 && rule.more !== undefined)
    )
      continue
    all++
    if (rule.is === 'bad' || (rule.texts.length > 0 && rule.texts.every(isReadable))) good++
  }
  return sure && (good > all / 2 || (all === 0 && format.mayBeEmpty === true))
}

const isReadable = (text: string): boolean => isSystem(text) || rangeText(text) !== undefined

const LONGEST = 65_536

/** Lines trimmed, with single blanks and without comments; a line that ends in `\` goes on in the next. */
function* rulesOf(
  whole: string,
  { kind, block }: RuleFormat,
): Generator<{ readonly line: string; readonly number: number }> {
  let open = ''
  let last = 0
  for (const [index, raw] of whole.split('\n').entries()) {
    last = index + 1
    const words = raw
      .slice(0, LONGEST)
      .split(/\s+/)
      .filter((word) => word !== '')
    const end = kind === 'p2p' ? -1 : words.findIndex((word) => /^(?:#|\/\/)/.test(word))
    const line = `${open}${(end < 0 ? words : words.slice(0, end)).join(' ')}`
    const own = words.join(' ')
    const goesOn = block !== undefined && (open !== '' || block.from.test(own)) && !block.to.test(own)
    if (goesOn) open = `${line} `
    else open = line.endsWith('\\') ? line.slice(0, -1) : ''
    if (line.length >= LONGEST) open = ''
    if (open !== '' || line === '' || line.startsWith('#')) continue
    const rules = kind === 'nginx' ? line.split(/(?<=[;{]) ?/) : [line]
    for (const rule of rules) yield { line: rule, number: index + 1 }
  }
  // The file ends within a rule.
  if (open.trim() !== '') yield { line: open.trim(), number: last }
}
