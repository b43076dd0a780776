// Answers of GreyNoise about addresses: community, context, quick and RIOT (v2 and v3), GNQL. Each says whether it was seen scanning; ports and
// destinations in it are of its victims. Layout: docs.greynoise.io.
import { slug } from '../../vocabulary/index.ts'
import type { FeedText, Reader } from '../feed.ts'
import { get, items, parseJson, text } from '../json.ts'
import { readDate } from '../text.ts'

const MARK = /"(?:noise|internet_scanner_intelligence|raw_data)"\s*:/

/** The objects of a document: one, a list, a list within an answer, or one per line. */
function answersIn(feed: FeedText): readonly unknown[] {
  const root = feed.json()
  if (root === undefined)
    return feed.whole.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  if (Array.isArray(root)) return root
  return Array.isArray(get(root, 'data')) ? items(get(root, 'data')) : [root]
}

/** What an answer says of scanning, in the layout of version 2. */
function scannerOf(answer: unknown): unknown {
  return get(answer, 'internet_scanner_intelligence') ?? answer
}

/** Whether it was seen; undefined for anything that is not an answer. */
function wasSeen(answer: unknown): boolean | undefined {
  const said = ['noise', 'seen', 'found']
    .map((key) => get(scannerOf(answer), key))
    .find((one) => typeof one === 'boolean')
  if (typeof said === 'boolean') return said
  // Rows of GNQL are of addresses that were seen.
  return typeof get(answer, 'classification') === 'string' && get(answer, 'metadata') !== undefined
    ? true
    : undefined
}

function isAnswer(value: unknown): boolean {
  return typeof get(value, 'ip') === 'string' && wasSeen(value) !== undefined
}

/** Reader of addresses that were seen scanning; benign ones are of the scanner that GreyNoise names. */
export const greynoise: Reader = {
  kind: 'greynoise',
  title: 'GreyNoise answers',
  basis: 'curated',
  confidence: 70,
  detect: (feed) => {
    if (!/^\s*[[{]/.test(feed.head) || !MARK.test(feed.head)) return false
    const first = answersIn(feed).slice(0, 20)
    return first.length > 0 && first.every(isAnswer)
  },
  read(feed, sink, hints) {
    let newest: number | undefined
    for (const [index, answer] of answersIn(feed).entries()) {
      const seen = wasSeen(answer)
      if (seen === undefined) sink.bad(`answer ${index + 1}`, 'is not an answer about an address')
      if (seen !== true) continue
      const scanner = scannerOf(answer)
      const moment = readDate(text(get(scanner, 'last_seen')))
      if (moment !== undefined && moment > (newest ?? 0)) newest = moment
      const label = sink.label({ tags: hints.tags ?? tagsOf(scanner), note: noteOf(scanner) })
      sink.range(text(get(answer, 'ip')), label, `answer ${index + 1}`)
    }
    sink.state({ date: newest })
  },
}

function actorOf(scanner: unknown): string {
  const actor = text(get(scanner, 'actor')) || text(get(scanner, 'name'))
  return /^unknown$/i.test(actor) ? '' : actor
}

function tagsOf(scanner: unknown): readonly string[] {
  const kind = text(get(scanner, 'classification'))
  const name = slug(actorOf(scanner))
  if (kind === 'benign' && name !== '') return [`scanner:${name}`]
  return kind === 'malicious' || kind === 'suspicious' ? ['scanner', 'list:greynoise'] : ['scanner']
}

function noteOf(scanner: unknown): string {
  const kind = text(get(scanner, 'classification')) || 'not classified'
  const actor = actorOf(scanner)
  return `GreyNoise: ${kind}${actor === '' ? '' : `, ${actor.slice(0, 60)}`}`
}
