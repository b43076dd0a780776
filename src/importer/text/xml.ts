// XML as scanners write it, which is often not XML: runs that were aborted, files that were never well-formed, bytes that are not
// text. So this reader checks nothing: it hands out tags and text in bounded memory, expands only the five entities of the
// standard and numbers, and reads no document type; whatever it cannot make sense of is left out.
import { Buffer } from 'node:buffer'
import { decodeUtf8 } from './bytes.ts'
import { DEFAULT_LINE_LIMIT } from './line.ts'

/** What the reader finds, in order. */
export type XmlEvent =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
      /** Whether it ends at once; no `close` follows then. */
      readonly empty: boolean
      readonly line: number
    }
  | { readonly kind: 'close'; readonly name: string; readonly line: number }
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  /** A tag or text beyond the limit, or a tag that another one interrupts; `text` is its beginning. */
  | { readonly kind: 'broken'; readonly text: string; readonly line: number; readonly tooLong: boolean }

const LF = 10
const LESS = 60
const GREATER = 62
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)

/** The text with the entities of the standard and character numbers replaced; any other stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      const character =
        code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd'
      return character
    },
  )
}

const NAME = /[^\s=/"'<>]+/g
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)')/y

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  NAME.lastIndex = 0
  // In two steps: one pattern for both would try every end of a long name that has no value.
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    VALUE.lastIndex = NAME.lastIndex
    const value = VALUE.exec(text)
    if (value === null) continue
    NAME.lastIndex = VALUE.lastIndex
    if (!attributes.has(name[0])) attributes.set(name[0], decodeEntities(value[1] ?? value[2] ?? ''))
  }
  return attributes
}

/** What the bytes at hand belong to; in the skipped kinds nothing is kept. */
type State = 'text' | 'tag' | 'comment' | 'data' | 'declaration'

/** Cuts pushed chunks into events. */
export class XmlReader {
  readonly #limit: number
  readonly #decode: (bytes: Uint8Array) => string
  #events: XmlEvent[] = []
  #state: State = 'text'
  #parts: Uint8Array[] = []
  #size = 0
  #line = 1
  #startLine = 1
  /** How many `<` precede the one that begins the tag. */
  #signs = 0
  #quote = 0
  /** Whether the tag begins with `<!`. */
  #declares = false
  /** Open brackets of a document type, whose declarations hold `>`. */
  #brackets = 0
  /** The last bytes of a comment or data section, to find its end across chunks. */
  #tail = ''

  constructor(options: { readonly lineLimit?: number | undefined; readonly encoding?: string | undefined }) {
    this.#limit = options.lineLimit ?? DEFAULT_LINE_LIMIT
    const latin = /^(iso-?8859-?1|latin-?1|windows-1252|us-ascii)$/i.test(options.encoding ?? '')
    const decoder = new TextDecoder('windows-1252')
    this.#decode = latin ? (bytes) => decoder.decode(bytes) : (bytes) => decodeUtf8(bytes)
  }

  /** What this chunk completes. The chunk must not be changed afterwards. */
  push(chunk: Uint8Array): XmlEvent[] {
    this.#events = []
    for (let at = 0; at < chunk.length; ) {
      if (this.#state === 'text') at = this.#inText(chunk, at)
      else if (this.#state === 'tag') at = this.#inTag(chunk, at)
      else at = this.#skipped(chunk, at)
    }
    return this.#events
  }

  /** What the end of the input leaves: text, or a broken tag. */
  end(): XmlEvent[] {
    this.#events = []
    if (this.#state === 'text') this.#endText()
    else if (this.#state === 'tag') {
      this.#endSigns()
      this.#broken()
    }
    return this.#events
  }

  #inText(chunk: Uint8Array, at: number): number {
    const end = chunk.indexOf(LESS, at)
    this.#keep(chunk.subarray(at, end < 0 ? chunk.length : end))
    if (end < 0) return chunk.length
    this.#endText()
    this.#begin('tag')
    this.#keep(chunk.subarray(end, end + 1))
    return end + 1
  }

  #inTag(chunk: Uint8Array, at: number): number {
    for (let index = at; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === LESS && this.#size + index - at === 1) {
        // A run of signs is one broken piece, and the last one may begin a tag.
        this.#signs++
        at = index + 1
        continue
      }
      if (this.#signs > 0) this.#endSigns()
      if (byte === LESS) {
        // No attribute may hold `<`: the tag before it was never finished.
        this.#keep(chunk.subarray(at, index))
        this.#broken()
        this.#begin('tag')
        this.#keep(chunk.subarray(index, index + 1))
        return index + 1
      }
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0
      } else if (byte === 34 || byte === 39) this.#quote = byte
      else if (byte === GREATER) {
        this.#keep(chunk.subarray(at, index + 1))
        this.#endTag()
        return index + 1
      }
      const length = this.#size + index - at + 1
      if (length === 2) this.#declares = byte === 33
      if (this.#declares && length < 10 && this.#special(chunk.subarray(at, index + 1))) return index + 1
    }
    this.#keep(chunk.subarray(at))
    return chunk.length
  }

  /** Whether the tag so far begins something that is not a valid tag; then it is skipped from here on. */
  #special(more: Uint8Array): boolean {
    const start = Buffer.concat([...this.#parts, more]).toString('latin1')
    const state =
      start === '<!--'
        ? 'comment'
        : start === '<![CDATA['
          ? 'data'
          : start === '<!DOCTYPE'
            ? 'declaration'
            : undefined
    if (state === undefined) return false
    this.#countLines(more)
    this.#begin(state)
    return true
  }

  #skipped(chunk: Uint8Array, at: number): number {
    for (let index = at; index < chunk.length; index++) {
      const byte = chunk[index] ?? 0
      if (byte === LF) this.#line++
      if (!this.#ends(byte)) continue
      if (this.#state === 'data') this.#endData(chunk.subarray(at, index + 1))
      this.#begin('text')
      return index + 1
    }
    if (this.#state === 'data') this.#keepUncounted(chunk.subarray(at))
    return chunk.length
  }

  #ends(byte: number): boolean {
    if (this.#state === 'declaration') {
      if (byte === 91) this.#brackets++
      else if (byte === 93) this.#brackets--
      return byte === GREATER && this.#brackets <= 0
    }
    this.#tail = (this.#tail + String.fromCharCode(byte)).slice(-3)
    return this.#tail === (this.#state === 'comment' ? '-->' : ']]>')
  }

  #endData(rest: Uint8Array): void {
    this.#keepUncounted(rest)
    const bytes = this.#bytes()
    if (this.#size > this.#limit) this.#broken()
    else this.#events.push({ kind: 'text', text: this.#decode(bytes.subarray(0, -3)), line: this.#startLine })
  }

  #begin(state: State): void {
    this.#state = state
    this.#parts = []
    this.#size = 0
    this.#startLine = this.#line
    this.#quote = 0
    this.#signs = 0
    this.#declares = false
    this.#brackets = 0
    this.#tail = ''
  }

  #keep(piece: Uint8Array): void {
    this.#countLines(piece)
    this.#keepUncounted(piece)
  }

  #keepUncounted(piece: Uint8Array): void {
    if (this.#size <= this.#limit && piece.length > 0) this.#parts.push(piece)
    this.#size += piece.length
  }

  #countLines(piece: Uint8Array): void {
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) this.#line++
  }

  #bytes(): Uint8Array {
    const [only] = this.#parts
    return this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
  }

  #endText(): void {
    if (this.#size > this.#limit) this.#broken()
    else if (this.#size > 0)
      this.#events.push({
        kind: 'text',
        text: decodeEntities(this.#decode(this.#bytes())),
        line: this.#startLine,
      })
    this.#begin('text')
  }

  /** Reports the `<` before the one that begins the tag. */
  #endSigns(): void {
    if (this.#signs === 0) return
    const text = '<'.repeat(Math.min(this.#signs, 65536))
    this.#events.push({ kind: 'broken', text, line: this.#startLine, tooLong: false })
    this.#signs = 0
  }

  #broken(): void {
    const text = this.#decode(this.#bytes().subarray(0, 65536))
    this.#events.push({ kind: 'broken', text, line: this.#startLine, tooLong: this.#size > this.#limit })
    this.#begin('text')
  }

  #endTag(): void {
    if (this.#size > this.#limit) {
      this.#broken()
      return
    }
    const text = this.#decode(this.#bytes())
    const line = this.#startLine
    this.#begin('text')
    const match = /^<(\/?)([^\s/>"'=]+)/.exec(text)
    if (match === null || text.startsWith('<?') || text.startsWith('<!')) return
    const [start, closing, name = ''] = match
    const empty = text.endsWith('/>') && text.length > start.length + 1 ? '/' : ''
    const rest = text.slice(start.length, empty === '' ? -1 : -2)
    // Nmap before 2000 wrote empty elements as `</name attribute="…">`.
    const old = closing === '/' && rest.includes('=')
    if (closing === '/' && !old) this.#events.push({ kind: 'close', name, line })
    else
      this.#events.push({
        kind: 'open',
        name,
        attributes: readAttributes(rest),
        empty: old || empty === '/',
        line,
      })
  }
}

/** The encoding that an XML declaration at the start of the bytes names. */
export function declaredEncoding(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.subarray(0, 200)).toString('latin1')
  return /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1]
}
