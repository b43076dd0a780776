// JSON values of a byte stream in whatever arrangement tools write them: one per line, an array, pretty-printed, inside a
// wrapping object, broken or cut. One value is held at a time.
import { Buffer } from 'node:buffer'
import type { Reading } from '../importer.ts'
import { closeCut } from './cut-json.ts'
import { parseDamaged } from './damaged-json.ts'
import { parseJson } from './parse-json.ts'
import { asList, asObject, dig, type Json, type JsonObject, printJson } from './json.ts'
import { type Line, LineSplitter, reject } from './line.ts'
import type { Found, RawDocument } from './recording.ts'
import { DocumentScanner, KEYED } from './scanner.ts'

/** One JSON value, or why a stretch of text is none, or what is noteworthy about the whole. */
export type Document =
  | {
      readonly kind: 'value'
      /** Line it starts on, from 1. */
      readonly line: number
      readonly value: Json
      /** Its text, for rejects. */
      readonly text: string
      /** The unwrapped path it is an item of; empty for values of their own and items of an outermost array. */
      readonly path: string
      /** Its key, where the unwrapped value is an object and not an array. */
      readonly key: string | undefined
      /**
       * `item`: one of several in an array or unwrapped; `whole`: a value of its own, or the wrapping object after its
       * items, with them taken out; `opening`: the wrapping object as far as it precedes its items.
       */
      readonly part: 'item' | 'opening' | 'whole'
    }
  | Extract<Reading, { kind: 'reject' | 'note' }>

/** How documents are read. */
export interface DocumentOptions {
  /** Longest document in bytes; longer ones become one reject. */
  readonly lineLimit?: number | undefined
  /** Dotted paths (`matches`, `log.entries`) within a wrapping object whose array items or object values are the documents. */
  readonly unwrap?: readonly string[]
  /** Whether objects under such a key of an outermost object are documents of their own; their path is `*`. */
  readonly keyed?: ((key: string) => boolean) | undefined
  /** Dotted paths of lists within a document whose whole objects are read where the input ends within the document. */
  readonly lists?: readonly string[]
  /** The name of the other source that a top-level object is of. */
  readonly foreign?: ((record: JsonObject) => string | undefined) | undefined
  /** Turns text that is not valid JSON into what was meant, for tools that wrote something else for a while. */
  readonly repair?: (text: string) => string
}

/** How much is looked at to tell one-value-per-line from other arrangements. */
const LOOK_AHEAD = 1024 * 1024

function parseOrRepair(text: string, repair: DocumentOptions['repair']): ReturnType<typeof parseJson> {
  const result = parseJson(text)
  if (!('error' in result) || repair === undefined) return result
  const repaired = parseJson(repair(text))
  return 'error' in repaired ? result : repaired
}

function parsed(raw: RawDocument, options: DocumentOptions): Document[] {
  if (raw.cut === true) return beforeCut(raw, options)
  const result = parseOrRepair(raw.text, options.repair)
  if (!('error' in result)) return documentsOf(raw, result.value, options)
  if (raw.part === 'opening') return []
  const reason = `not JSON: ${result.error.slice(0, 200)}`
  const salvaged = parseDamaged(raw.text)
  if (salvaged === undefined) return [reject(raw.line, reason, raw.text)]
  const rest = `${reason}; it was read without what is damaged there`
  return [...documentsOf(raw, salvaged, options), reject(raw.line, rest, raw.text)]
}

/** What came before the cut, and one reject for the rest. */
function beforeCut(raw: RawDocument, options: DocumentOptions): Document[] {
  const reason = 'the input ends within this record'
  const text = options.lists === undefined ? undefined : closeCut(raw.text, options.lists)
  const result = text === undefined ? undefined : parseJson(text)
  if (text === undefined || result === undefined || 'error' in result)
    return [reject(raw.line, reason, raw.text)]
  const rest = `${reason}; its list was read up to there`
  return [...documentsOf({ ...raw, text }, result.value, options), reject(raw.line, rest, raw.text)]
}

function documentsOf(
  raw: RawDocument,
  value: Json,
  { unwrap = [], keyed, foreign }: DocumentOptions,
): Document[] {
  const { line, text, path, key, part } = raw
  const source = path === '' && part !== 'opening' ? sourceOf(value, foreign) : undefined
  if (source !== undefined)
    return [
      reject(
        line,
        `a record of \`${source}\` among those of another tool; import it from a file of its own`,
        text,
      ),
    ]
  const whole: Document = { kind: 'value', line, value, text, path, key, part }
  if (part === 'opening' || path !== '') return [whole]
  const items = keyed === undefined ? [] : keyedItems(whole, keyed)
  if (items.length > 0) return items
  return unwrap.length === 0 ? [whole] : expanded(whole, unwrap)
}

function sourceOf(value: Json, foreign: DocumentOptions['foreign']): string | undefined {
  const record = foreign === undefined ? undefined : asObject(value)
  return record === undefined ? undefined : foreign?.(record)
}

function keyedItems(whole: Document & { kind: 'value' }, keyed: (key: string) => boolean): Document[] {
  return Object.entries(asObject(whole.value) ?? {}).flatMap(([key, value]): Document[] => {
    if (asObject(value) === undefined || value === undefined || !keyed(key)) return []
    return [{ ...whole, value, text: printJson(value), path: KEYED, key, part: 'item' }]
  })
}

/** The items of a wrapping object that was parsed as a whole, between it and itself without them. */
function expanded(whole: Document & { kind: 'value' }, unwrap: readonly string[]): Document[] {
  const documents: Document[] = []
  let value = whole.value
  for (const path of unwrap) {
    const items = itemsAt(whole.value, path.split('.'))
    if (items.length === 0) continue
    value = emptied(value, path.split('.'))
    for (const [key, item] of items) {
      documents.push({ ...whole, value: item, text: printJson(item), path, key, part: 'item' })
    }
  }
  if (documents.length === 0) return [whole]
  return [{ ...whole, value, part: 'opening' }, ...documents, { ...whole, value }]
}

function itemsAt(value: Json, path: readonly string[]): readonly (readonly [string | undefined, Json])[] {
  const holder = dig(value, ...path)
  const object = asObject(holder)
  if (object === undefined) return asList(holder).map((item) => [undefined, item])
  return Object.entries(object).map(([key, item]) => [key, item ?? null])
}

function emptied(value: Json, path: readonly string[]): Json {
  const [key, ...rest] = path
  const object = asObject(value)
  if (key === undefined || object === undefined) return Array.isArray(value) ? [] : {}
  const inner: JsonObject = { ...object, [key]: emptied(object[key] ?? null, rest) }
  return inner
}

/** Decides the arrangement from the beginning, then reads on in it. */
class DocumentReader {
  readonly #options: DocumentOptions
  #ahead: Uint8Array[] = []
  #aheadSize = 0
  #lines: LineSplitter | undefined
  #scanner: DocumentScanner | undefined

  constructor(options: DocumentOptions) {
    this.#options = options
  }

  push(chunk: Uint8Array): Document[] {
    if (this.#lines !== undefined) return this.#fromLines(this.#lines.push(chunk))
    if (this.#scanner !== undefined) return this.#fromScanner(this.#scanner.push(chunk))
    this.#ahead.push(chunk)
    this.#aheadSize += chunk.length
    return this.#decide(false)
  }

  end(): Document[] {
    const documents = this.#lines === undefined && this.#scanner === undefined ? this.#decide(true) : []
    if (this.#lines !== undefined) documents.push(...this.#fromLines(this.#lines.end()))
    if (this.#scanner !== undefined) documents.push(...this.#fromScanner(this.#scanner.end()))
    return documents
  }

  #decide(last: boolean): Document[] {
    const final = last || this.#aheadSize >= LOOK_AHEAD
    // Looking again at every single byte of a slow stream would be quadratic.
    if (!final && this.#aheadSize > 4096 && this.#ahead.length % 64 !== 0 && this.#aheadSize < 65536)
      return []
    const bytes = Buffer.concat(this.#ahead)
    const arrangement = arrangementOf(bytes, final)
    if (arrangement === undefined) {
      this.#ahead = [bytes]
      return []
    }
    this.#ahead = []
    if (arrangement === 'lines') this.#lines = new LineSplitter({ ...this.#options, invalidPrefix: '\\\\x' })
    else this.#scanner = new DocumentScanner(this.#options)
    return this.push(arrangement === 'lines' ? bytes : withoutMark(bytes))
  }

  #fromLines(lines: readonly Line[]): Document[] {
    const documents: Document[] = []
    for (const line of lines) {
      if (line.kind === 'reject') documents.push(line)
      else if (line.text.trim() !== '') documents.push(...this.#fromLine(line.text, line.line, line.ended))
    }
    return documents
  }

  #fromLine(text: string, line: number, ended: boolean): Document[] {
    const raw: RawDocument = { kind: 'raw', line, text, path: '', key: undefined, part: 'whole' }
    const documents = parsed(raw, this.#options)
    const [only] = documents
    return ended || only?.kind !== 'reject' ? documents : beforeCut(raw, this.#options)
  }

  #fromScanner(found: readonly Found[]): Document[] {
    return found.flatMap((item) => (item.kind === 'raw' ? parsed(item, this.#options) : [item]))
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function arrangementOf(bytes: Buffer, final: boolean): 'lines' | 'values' | undefined {
  const text = withoutMark(bytes)
  const start = text.findIndex((byte) => byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13)
  if (start < 0) return final ? 'lines' : undefined
  if (text[start] === 91) return 'values'
  const end = text.indexOf(10, start)
  if (end < 0) return final ? 'values' : undefined
  const first = Buffer.from(text.subarray(start, end)).toString('utf8').trim()
  if (!('error' in parseJson(first)) || !first.startsWith('{')) return 'lines'
  const next = text[end + 1]
  if (next === undefined && !final) return undefined
  return next === 123 && !/[[:,{]$/.test(first) ? 'lines' : 'values'
}

/** Reads the JSON values of a stream. */
export async function* readDocuments(
  bytes: AsyncIterable<Uint8Array>,
  options: DocumentOptions = {},
): AsyncGenerator<Document> {
  const reader = new DocumentReader(options)
  for await (const chunk of bytes) yield* reader.push(chunk)
  yield* reader.end()
}
