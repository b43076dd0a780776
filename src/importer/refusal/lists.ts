// Lists of addresses and networks: nothing was scanned, so they hold no services. They are what tagging works with.
import { parseAddress, parseNetwork } from '../../util/index.ts'
import type { Refusal, Sample } from '../importer.ts'
import { asList, peekObjects } from '../text/index.ts'

const FEED = 'add it with `periplus feed add NAME FILE`, so that addresses are tagged by it'
const COUNTED_LINES = 200

/** The first lines without comments. */
function linesOf(sample: Sample): readonly string[] {
  const all = sample.text.split(/\r?\n/, COUNTED_LINES)
  if (!sample.whole && all.length > 1) all.pop()
  // Within a line `;` parts the cells of a table.
  return all.map((line) => line.split(/#|^;|\s;|\/\//, 1)[0]?.trim() ?? '').filter((line) => line !== '')
}

function shareOf(lines: readonly string[], is: (line: string) => boolean): number {
  return lines.length === 0 ? 0 : lines.filter(is).length / lines.length
}

const isAddress = (line: string): boolean => parseAddress(line) !== undefined

/** What is between the words of a rule, a set or a table. */
const SEPARATORS = /[\s"'{},;()=]/

/** `"192.0.2.0/24"` anywhere in JSON. */
const JSON_NETWORK = /"([\d.]{7,15}\/\d{1,2}|[\da-f:]{2,39}\/\d{1,3})"/gi

/** Logs of Zeek and answers of name servers hold addresses too. */
const OTHER = /^#separator |\s(A|AAAA|CNAME|NS|MX)\s/m

/** Lines of JSON objects behind something else are records of a program. */
const RECORDS = /^\{"/m

/** Whether an address, network or range is anywhere in a line, as rules, sets and tables write them. */
function isRangeLine(line: string): boolean {
  return line.slice(0, 400).split(SEPARATORS).some(isRange)
}

function isRange(word: string): boolean {
  const [start = ''] = word.split('-', 1)
  return parseNetwork(word) !== undefined || parseAddress(start) !== undefined
}

function detectRanges(sample: Sample): number {
  if (/^\s*(?:\/\*(?:(?!\*\/)[\s\S]){0,4000}\*\/\s*)?[[{]/.test(sample.text)) {
    // A warning list of MISP, of addresses or anything else.
    if (/"matching_attributes"\s*:/.test(sample.text)) return 0.52
    if (/"port"\s*:/.test(sample.text)) return 0
    const networks = [...(sample.text.match(JSON_NETWORK) ?? [])].slice(0, 20)
    return networks.filter((text) => parseNetwork(text.slice(1, -1)) !== undefined).length >= 3 ? 0.52 : 0
  }
  if (OTHER.test(sample.text.slice(0, 2000)) || RECORDS.test(sample.text)) return 0
  return shareOf(linesOf(sample), isRangeLine) >= 0.6 ? 0.52 : 0
}

function detectTor(sample: Sample): number {
  const [header = ''] = sample.text.slice(0, 1000).split('\n', 1)
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  if (names.includes('fingerprint') && names.some((name) => /^(ipaddr|ip|address)$/.test(name))) return 0.97
  if (/^ExitNode [0-9A-F]{40}\r?\n/.test(sample.text)) return 0.97
  const [first] = peekObjects(sample)
  return first !== undefined && asList(first['relays']).length > 0 ? 0.97 : 0
}

/** Lists that are refused. */
export const LIST_REFUSALS: readonly Refusal[] = [
  { name: 'a list of Tor nodes', detect: detectTor, advice: `it does not say what answered; ${FEED}` },
  {
    name: 'a list of addresses',
    detect: (sample) => (shareOf(linesOf(sample), isAddress) >= 0.9 ? 0.95 : 0),
    advice:
      'tag it with `periplus tag FILE`, or add it as a feed with `periplus feed add NAME FILE`; if a scan of one port found them, state --port',
    withoutPort: true,
  },
  { name: 'a list of address ranges', detect: detectRanges, advice: `it names no services; ${FEED}` },
]
