// All real lists against a count that knows no format: every address, network and range that is in the text is covered, and no other.
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared.ts'
import { countRows, printRow } from '../range/index.ts'
import { readFeed } from './read-feed.ts'

type Span = readonly [first: bigint, last: bigint]

const FOUR = String.raw`(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])`
const SIX = `(?<![0-9A-Fa-f:.])[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*`
const TOKEN = new RegExp(String.raw`(${FOUR}|${SIX})(?:\/(\d{1,3}))?(?:\s*-\s*(${FOUR}|${SIX}))?`, 'g')

/** The value of an address by the rules of the platform's own URL reader. */
function addressValue(text: string): { readonly bits: 32 | 128; readonly value: bigint } | undefined {
  if (!text.includes(':')) {
    const parts = text.split('.').map(Number)
    if (parts.some((part) => part > 255)) return undefined
    return { bits: 32, value: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) }
  }
  if (!URL.canParse(`http://[${text}]/`)) return undefined
  const [head = '', tail] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return { bits: 128, value: all.reduce((sum: bigint, group) => (sum << 16n) | BigInt(`0x${group}`), 0n) }
}

/** Everything in a text that is an address, network or range, as joined spans per family. */
function spansOf(text: string): Readonly<Record<32 | 128, readonly Span[]>> {
  const found: Record<32 | 128, Span[]> = { 32: [], 128: [] }
  for (const [, address = '', length, to] of text.matchAll(TOKEN)) {
    const from = addressValue(address)
    if (from === undefined) continue
    const free = BigInt(from.bits - Number(length ?? from.bits))
    if (free < 0n) continue
    const first = (from.value >> free) << free
    const end = to === undefined ? undefined : addressValue(to)
    const last = end?.bits === from.bits ? end.value : first + (1n << free) - 1n
    found[from.bits].push([end === undefined ? first : from.value, last])
  }
  return { 32: joined(found[32]), 128: joined(found[128]) }
}

function joined(spans: Span[]): readonly Span[] {
  const sorted = spans.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const whole: [bigint, bigint][] = []
  for (const [first, last] of sorted) {
    const before = whole.at(-1)
    if (before !== undefined && first <= before[1] + 1n) {
      if (last > before[1]) before[1] = last
    } else whole.push([first, last])
  }
  return whole
}

const folder = sharedData('feeds')
const files =
  folder === undefined
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => `${file.parentPath}/${file.name}`)

/** Files of which a part is left out on purpose: URLs that are offline, indicators of other kinds, URLs in a list of networks. */
const PARTIAL = /urlhaus|threatfox/

/** Files that are refused rightly: empty lists, names of hosts, texts of requests. */
const NO_ADDRESSES = /feodo|sslbl|ignore_events|_ua\.txt|whitelist|appid|moz-top500|parking-domain-ns|tlds/

describe.skipIf(folder === undefined)('real lists', () => {
  it.each(files.filter((path) => !PARTIAL.test(path)).map((path) => path.slice((folder ?? '').length + 1)))(
    '%s',
    (path) => {
      const bytes = readFileSync(`${folder}/${path}`)
      const read = readFeed('auto', bytes, { name: 'feed' })
      expect(read.ok || NO_ADDRESSES.test(path), read.ok ? '' : read.reason).toBe(true)
      if (!read.ok || read.feed.ranges.four.rows.length + read.feed.ranges.six.rows.length === 0) return
      const { ranges } = read.feed
      const printed = [ranges.four, ranges.six].flatMap((list) =>
        Array.from({ length: countRows(list) }, (_, row) => printRow(list, row)),
      )
      const whole = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      const text = /^\s*[[{]/.test(whole) ? withoutProse(whole) : whole.replace(/(?:#|;|\/\/).*$/gm, '')
      expect(spansOf(printed.join('\n'))).toEqual(spansOf(text))
    },
    60_000,
  )
})

/** JSON without the sentences in it, which may mention addresses. */
const withoutProse = (json: string): string =>
  json.replace(
    /"(?:description|message|note|version|syncToken|createDate|creationTime|last_update\w*|lastUpdated\w*)"\s*:\s*"[^"]*"/g,
    '""',
  )
