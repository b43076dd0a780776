// Indexes of web archives: CDXJ (pywb, Common Crawl), CDX with its letters, and answers of CDX servers (Wayback, Common Crawl). A line says
// which page answered when and with which status; the content is in the archive, and no line names an address.
import type { Stated } from '../../asset/index.ts'
import {
  type MapContext,
  type Mapped,
  readMappedValues,
  readMappedLines,
  rejected,
  serviceOf,
  skipped,
  textAt,
  webPageOf,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { asObject, type Json, type JsonObject, lookAhead, parseJson, peekObjects } from '../text/index.ts'

const CDXJ_LINE = /^([^\s{]{1,8192})[ \t]+(\d{14})[ \t]+(\{.*\})\s*$/s
/** A header of CDXJ, `!meta {…}`. */
const META = /^!\w+ /
/** The names of the letters that are read (Internet Archive, "CDX and DAT Legend"). */
const LETTERS: Readonly<Record<string, string>> = {
  N: 'urlkey',
  b: 'timestamp',
  a: 'original',
  m: 'mimetype',
  s: 'statuscode',
}
/** What answers of the Wayback machine hold where nobody asked for other columns. */
const WAYBACK = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length']

function* map(record: JsonObject, { options }: MapContext): Generator<Mapped> {
  if ('header' in record) return yield skipped('a header, no capture')
  const time = textAt(record, 'timestamp')
  const url = textAt(record, 'url') ?? textAt(record, 'original') ?? textAt(record, 'uri')
  if (url === undefined) return yield mapKey(record, options, time)
  if (!/^https?:/i.test(url)) return yield skipped(`a capture of \`${url.slice(0, 40)}\`, no web page`)
  const stated: Stated = { ...statusOf(record), link: url.replace(/^(https?:\/\/)[^\s/?#@]*@/i, '$1') }
  const page = webPageOf(url, { address: undefined, time: timeOf(time), stated })
  const isRepeat =
    page.kind === 'observation' && (textAt(record, 'mime') ?? textAt(record, 'mimetype')) === 'warc/revisit'
  yield isRepeat ? { ...page, observation: { ...page.observation, repeat: true } } : page
}

/** Keys write names from their end, `com,example,www)/path`, and leave out the scheme. */
function mapKey(record: JsonObject, { port }: ReadOptions, time: string | undefined): Mapped {
  const [, written] = /^([^\s)]{1,300})\)/.exec(textAt(record, 'urlkey') ?? '') ?? []
  const [host = '', own] = (written ?? '').split(':', 2)
  if (host === '') return rejected('neither a web address nor a key says which page it was')
  const name = /^[\d.]+$/.test(host) ? host : host.split(',').reverse().join('.')
  const found = own ?? port
  if (found === undefined)
    return rejected('only the key of the page, which names no port: give it with --port')
  return serviceOf({ name, address: undefined, port: found, time: timeOf(time), stated: statusOf(record) })
}

/** Captures that repeat an earlier one have no status, or `-`. */
function statusOf(record: JsonObject): Stated {
  const code = Number(record['status'] ?? record['statuscode'] ?? record['status_code'])
  return Number.isInteger(code) && code >= 100 && code <= 999 ? { status_code: code } : {}
}

function timeOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{14}$/.test(text) ? text : undefined
}

/** Reads lines; a header of CDX names the columns of those below it. */
function lineReader(): (line: string) => JsonObject | undefined {
  let names: readonly string[] = WAYBACK
  return (line) => {
    if (line.startsWith(' CDX ')) {
      names = line
        .slice(5)
        .trim()
        .split(' ')
        .map((letter) => LETTERS[letter] ?? '')
      return { header: true }
    }
    if (META.test(line)) return { header: true }
    const [, urlkey = '', timestamp = '', json] = CDXJ_LINE.exec(line) ?? []
    if (json === undefined) return cellsOf(names, line.trim().split(/[ \t]+/))
    const parsed = parseJson(json)
    const fields = 'value' in parsed ? asObject(parsed.value) : undefined
    return fields === undefined ? undefined : { ...fields, urlkey, timestamp }
  }
}

function cellsOf(names: readonly string[], cells: readonly string[]): JsonObject | undefined {
  const at = names.indexOf('timestamp')
  if (cells.length < 3 || !/^\d{14}$/.test(cells[at] ?? '')) return undefined
  return Object.fromEntries(names.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']])))
}

/** Rows of an answer in JSON: the first names the columns. */
function rowMapper(): (value: Json, context: MapContext) => Iterable<Mapped> {
  let names: readonly string[] | undefined
  return (value, context) => {
    const record = asObject(value)
    if (record !== undefined) return map(record, context)
    if (!Array.isArray(value)) return [rejected('no line of an index')]
    const cells = value.map((cell) => (typeof cell === 'string' ? cell : ''))
    if (names === undefined || cells[0] === 'urlkey') {
      names = cells
      return [skipped('a header, no capture')]
    }
    return map(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])), context)
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^[[{]/.test(start)) yield* readMappedValues(again, options, [], rowMapper())
  else yield* readMappedLines(again, options, { read: lineReader(), complaint: 'no line of an index', map })
}

const LINE = /^[^\s{)]{1,1000}\)[^\s]{0,8000}[ \t]+\d{14}[ \t]/
const ANSWER = /^\s*\[\s*\[\s*"(?:urlkey|timestamp|original)"/

/** Whether a sample is an index. */
function isIndex(sample: Sample): boolean {
  const { text } = sample
  const behind = text.replace(/^(?:!\w+ [^\n]{0,4096}\n){1,16}/, '')
  if (text.startsWith(' CDX ') || LINE.test(behind) || ANSWER.test(text)) return true
  const [first] = peekObjects(sample)
  return textAt(first, 'urlkey') !== undefined && /^\d{14}$/.test(textAt(first, 'timestamp') ?? '')
}

/** Indexes of web archives. */
export const cdxjImporter: Importer = {
  name: 'cdxj',
  label: 'indexes of web archives (CDXJ, CDX, answers of CDX servers such as Wayback and Common Crawl)',
  detect: (sample) => (isIndex(sample) ? 0.97 : 0),
  read,
}
