// Collects what a reader finds, counts what it cannot read and keeps both bounded.

import { visible } from '../../util/index.ts'
import { parseRange, type RangeList, RangeListBuilder, readRange } from '../range/index.ts'
import { isTag } from '../vocabulary/index.ts'
import { type Complete, type Feed, FeedError, type FeedSink, type Label } from './feed.ts'

/** Ranges and systems one feed may hold. */
const MOST_RECORDS = 8_000_000

const MOST_LABELS = 200_000
const MOST_REASONS = 10

/** What was collected. */
interface Collected
  extends Pick<
    Feed,
    'ranges' | 'labels' | 'systems' | 'records' | 'bad' | 'reasons' | 'guesses' | 'complete'
  > {
  readonly date: number | undefined
  readonly version: string | undefined
  readonly licence: string | undefined
  /** Whether the list names addresses that were not read. */
  readonly isPartial: boolean
}

/** A sink for one feed. */
export class Collector implements FeedSink {
  readonly #ranges = new RangeListBuilder()
  readonly #labels: Label[] = []
  readonly #numbers = new Map<string, number>()
  readonly #systems: { asn: number; label: number }[] = []
  readonly #reasons: string[] = []
  #bad = 0
  #unread: { lines: number; readonly first: string } | undefined
  #facts: { date?: number | undefined; version?: string; licence?: string } = {}
  readonly #complete: Complete[] = []
  readonly #guesses: string[] = []

  readonly label = (label: Label): number => {
    const key = JSON.stringify(label)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    for (const tag of [...label.tags, ...(label.forbid ?? [])]) {
      if (!isTag(tag)) throw new FeedError(`\`${shown(tag)}\` is not a tag of the vocabulary`)
    }
    if (this.#labels.length === MOST_LABELS) throw new FeedError(`more than ${MOST_LABELS} different labels`)
    this.#numbers.set(key, this.#labels.length)
    return this.#labels.push(label) - 1
  }

  readonly range = (text: string, label: number, place: string): void => {
    if (NETMASK.test(text)) this.bad(place, `\`${text}\` is a netmask`)
    else if (isEverything(text)) this.bad(place, `\`${shown(text)}\` is every address there is`)
    else if (isHalf(text))
      this.bad(
        place,
        `\`${shown(text)}\` is half of all addresses or more, as routes to everywhere are written`,
      )
    else if (!readRange(text, this.#ranges, label))
      this.bad(place, `\`${shown(text)}\` is not a valid address or range`)
    else if (this.#ranges.size > MOST_RECORDS) throw new FeedError(`more than ${MOST_RECORDS} ranges`)
  }

  readonly system = (asn: string | number, label: number, place: string): void => {
    const number = typeof asn === 'number' ? asn : Number(/^(?:AS)?(\d{1,10})$/i.exec(asn.trim())?.[1])
    if (!Number.isInteger(number) || number < 1 || number > 0xffff_ffff)
      this.bad(place, `\`${shown(String(asn))}\` is not an AS number`)
    else this.#systems.push({ asn: number, label })
    if (this.#systems.length > MOST_RECORDS) throw new FeedError(`more than ${MOST_RECORDS} systems`)
  }

  readonly bad = (place: string, reason: string): void => {
    this.#bad++
    if (this.#reasons.length < MOST_REASONS) this.#reasons.push(`${place}: ${reason}`)
  }

  readonly unread = (place: string, text: string): void => {
    this.#unread ??= { lines: 0, first: `${place}: \`${shown(text)}\`` }
    this.#unread.lines++
  }

  readonly state = (facts: { date?: number | undefined; version?: string; licence?: string }): void => {
    this.#facts = { ...this.#facts, ...facts }
  }

  readonly guess = (sentence: string): void => {
    this.#guesses.push(visible(sentence))
  }

  readonly complete = (tag: string, versions: readonly (4 | 6)[] = [4, 6]): void => {
    this.#complete.push({ tag, versions })
  }

  /** Everything collected so far. */
  collected(): Collected {
    const ranges = this.#ranges.build()
    if (this.#labels.length === 1 && isWholeInternet(ranges))
      throw new FeedError(
        'the ranges are together nearly every IPv4 address there is, as the routes of a VPN or a table of all blocks are; leave the widest out',
      )
    return {
      ranges,
      labels: this.#labels,
      systems: this.#systems,
      records: this.#ranges.size + this.#systems.length,
      bad: this.#bad,
      reasons: this.#reasons,
      guesses: [...this.#guesses, ...this.#leftOut()],
      date: this.#facts.date,
      version: this.#facts.version,
      licence: this.#facts.licence,
      isPartial: this.#bad > 0 || this.#unread !== undefined,
      complete: this.#complete,
    }
  }

  #leftOut(): readonly string[] {
    if (this.#unread === undefined) return []
    const { lines, first } = this.#unread
    return [`further addresses of ${lines} ${lines === 1 ? 'line' : 'lines'} are not read (${first})`]
  }
}

/** A default route, or the block of mapped addresses that is all of IPv4: no list means that. */
const isEverything = (text: string): boolean =>
  (text.endsWith('/0') && parseRange(text) !== undefined) ||
  (text.endsWith('/96') && parseRange(text)?.first.version === 4) ||
  (FROM_ZERO.test(text) && spansAll(text))

/** Half of IPv4, or all of IPv6 that is given out (2000::/3): no list means that, two such lines are a default route. */
function isHalf(text: string): boolean {
  if (!mayBeHalf(text)) return false
  const range = parseRange(text)
  if (range === undefined) return false
  const { first, last } = range
  if (first.version === 4) return last.value - first.value >= 0x7fff_ffffn
  return first.value <= GLOBAL.first && last.value >= GLOBAL.last
}

/** Few bits, or ends far apart; nearly all ranges are told apart without their numbers. */
function mayBeHalf(text: string): boolean {
  if (/\/(?:[0-3]|9[67])$/.test(text)) return true
  const dash = text.indexOf('-')
  if (dash < 0) return false
  return text.includes(':') || Number.parseInt(text.slice(dash + 1), 10) - Number.parseInt(text, 10) >= 127
}

const GLOBAL = { first: 0x2000n << 112n, last: (0x4000n << 112n) - 1n }

/** Whether the wide blocks of a list are together nearly all of IPv4, as the parts of a default route are. */
function isWholeInternet({ four: { rows } }: RangeList): boolean {
  const wide: (readonly [number, number])[] = []
  for (let at = 0; at < rows.length; at += 3) {
    const [first = 0, last = 0] = [rows[at], rows[at + 1]]
    if (last - first >= 0xff_ffff) wide.push([first, last])
  }
  let covered = 0
  let end = -1
  for (const [first, last] of wide.toSorted(([one], [other]) => one - other)) {
    covered += Math.max(0, last - Math.max(first - 1, end))
    end = Math.max(end, last)
  }
  return covered >= 0.95 * 2 ** 32
}

/** A mask of 8 to 31 bits that stands alone. */
const NETMASK =
  /^255\.(?:0\.0\.0|(?:128|192|224|240|248|252|254)\.0\.0|255\.(?:(?:0|128|192|224|240|248|252|254)\.0|255\.(?:0|128|192|224|240|248|252|254)))$/

/** How a range begins that may be all there is. */
const FROM_ZERO = /^\s*(?:0|::)/

const WHOLE = [parseRange('0.0.0.0/0'), parseRange('::/0')]

function spansAll(text: string): boolean {
  const range = parseRange(text)
  if (range === undefined) return false
  const { first, last } = range
  return WHOLE.some((one) => one?.first.value === first.value && one.last.value === last.value)
}

/** The user's text on one line, cut at 60 characters. */
function shown(text: string): string {
  return visible(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
