// Finds the records of JSON text in any arrangement without holding more than one of them: values one after another, an
// array, records inside a wrapping object, and any of these broken or cut. Parses nothing; sees bytes and nesting only.
import { Buffer } from 'node:buffer'
import { DEFAULT_LINE_LIMIT } from './line.ts'
import { completed, cutOff, type Found, keyText, type Recording, refused } from './recording.ts'

/** A container whose items are scanned one by one. */
interface Frame {
  readonly array: boolean
  /** The path of these items; undefined within a wrapping object that is only traversed. */
  readonly path: string | undefined
  key: string | undefined
  awaitsKey: boolean
}

/** The scanner's state: between values, or in a value of which only the end matters. */
type Within = 'nothing' | 'key' | 'string' | 'scalar' | 'container' | 'junk' | 'lost'

const LF = 10
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125
const MOST_OPENINGS = 8
/** The path of items under keys of an outermost object. */
export const KEYED = '*'
/** Longest key that is decoded, in bytes. */
const LONGEST_KEY = 64 * 1024

function isBlank(byte: number): boolean {
  return byte === 32 || byte === LF || byte === 13 || byte === 9
}

function isClosing(byte: number): boolean {
  return byte === CLOSE || byte === CLOSE_LIST
}

function startsScalar(byte: number): boolean {
  // - 0–9 t f n
  return byte === 45 || (byte >= 48 && byte <= 57) || byte === 116 || byte === 102 || byte === 110
}

/** Which values to find. */
interface ScanOptions {
  readonly lineLimit?: number | undefined
  readonly unwrap?: readonly string[]
  /** Whether objects under such a key of an outermost object are values of their own: files keyed by address. */
  readonly keyed?: ((key: string) => boolean) | undefined
}

/** The scanner: push chunks, take what they complete. */
export class DocumentScanner {
  readonly #limit: number
  readonly #unwrap: readonly string[]
  readonly #keyed: ((key: string) => boolean) | undefined
  readonly #frames: Frame[] = []
  #found: Found[] = []
  #within: Within = 'nothing'
  #inString = false
  #escaped = false
  #depth = 0
  #line = 1
  /** Blanks at the start of the current line; counting stops at the first other byte. */
  #indent = 0
  #atLineStart = true
  #lostIndent = 0
  #key: number[] = []
  #item: Recording | undefined
  #wrapper: Recording | undefined
  #wrapperHadItems = false
  #openings = 0
  #hasKeyed = false
  /** The recording of the bytes from `#from` on. */
  #active: Recording | undefined
  #from = 0
  #chunk: Uint8Array = new Uint8Array(0)

  constructor(options: ScanOptions) {
    this.#limit = options.lineLimit ?? DEFAULT_LINE_LIMIT
    this.#keyed = options.keyed
    this.#unwrap = options.unwrap ?? []
  }

  /** Values completed by this chunk. The chunk must not be changed afterwards. */
  push(chunk: Uint8Array): Found[] {
    this.#found = []
    this.#chunk = chunk
    this.#from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LF) this.#endLine(at)
      else if (this.#atLineStart) this.#startLine(byte)
      this.#step(byte, at)
    }
    this.#flush(chunk.length)
    return this.#found
  }

  /** The remaining values at the end of the input. */
  end(): Found[] {
    this.#found = []
    if (this.#item !== undefined) {
      const end = this.#within === 'scalar' ? completed : cutOff
      this.#found.push(end(this.#item, this.#frames.length === 0 ? 'whole' : 'item', this.#limit))
    } else if (this.#wrapper !== undefined && !this.#wrapperHadItems)
      this.#found.push(cutOff(this.#wrapper, 'whole', this.#limit))
    else if (this.#frames.length > 0)
      this.#found.push({
        kind: 'note',
        text: 'the input ends before its JSON list is closed: it may be incomplete',
      })
    return this.#found
  }

  #endLine(at: number): void {
    // In JSON a text never spans lines: the value is torn, and scanning continues as if a new one could start.
    if (this.#inString || this.#within === 'string' || this.#within === 'key') this.#lose(at)
    this.#line++
    this.#indent = 0
    this.#atLineStart = true
  }

  #startLine(byte: number): void {
    if (isBlank(byte)) {
      this.#indent++
      return
    }
    this.#atLineStart = false
    if (this.#within !== 'lost') return
    const frame = this.#frames.at(-1)
    const again =
      (byte === OPEN && this.#indent === this.#lostIndent) ||
      (byte === CLOSE_LIST && frame?.array === true && this.#indent <= this.#lostIndent) ||
      (byte === CLOSE && frame?.array === false && this.#indent < this.#lostIndent)
    if (again) this.#within = 'nothing'
  }

  #step(byte: number, at: number): void {
    switch (this.#within) {
      case 'nothing':
        this.#between(byte, at)
        return
      case 'container':
        this.#inContainer(byte, at)
        return
      case 'string':
        if (this.#endsString(byte)) this.#endValue(at + 1)
        return
      case 'scalar':
        if (isBlank(byte) || byte === COMMA || isClosing(byte)) {
          this.#endValue(at)
          this.#between(byte, at)
        }
        return
      case 'key':
        if (this.#endsString(byte)) this.#endKey()
        else if (this.#key.length < LONGEST_KEY) this.#key.push(byte)
        return
      case 'junk':
        if (byte === LF) this.#endJunk(at)
        return
      case 'lost':
        return
    }
  }

  #endsString(byte: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else return byte === QUOTE
    return false
  }

  #inContainer(byte: number, at: number): void {
    if (this.#inString) this.#inString = !this.#endsString(byte)
    else if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth++
    else if (isClosing(byte) && --this.#depth === 0) this.#endValue(at + 1)
  }

  #between(byte: number, at: number): void {
    const frame = this.#frames.at(-1)
    if (isBlank(byte) || byte === COLON) return
    if (byte === COMMA) {
      if (frame?.array === false) frame.awaitsKey = true
    } else if (isClosing(byte)) this.#close(at)
    else if (frame?.array === false && frame.awaitsKey && byte === QUOTE) {
      this.#within = 'key'
      this.#key = []
    } else this.#startValue(byte, at, frame)
  }

  #endKey(): void {
    const frame = this.#frames.at(-1)
    this.#within = 'nothing'
    if (frame === undefined) return
    frame.awaitsKey = false
    frame.key = keyText(this.#key)
  }

  #startValue(byte: number, at: number, frame: Frame | undefined): void {
    if (frame === undefined && byte === OPEN_LIST) this.#enter(true, '')
    else if (frame === undefined && byte === OPEN && this.#mayWrap) this.#startWrapper(at)
    else if (frame !== undefined && frame.path === undefined) this.#passValue(byte, at)
    else {
      this.#item = this.#recording(frame?.path ?? '', frame?.key)
      this.#switchTo(this.#item, at)
      this.#skip(byte)
    }
  }

  get #mayWrap(): boolean {
    return this.#unwrap.length > 0 || this.#keyed !== undefined
  }

  #startWrapper(at: number): void {
    this.#wrapper = this.#recording('', undefined)
    this.#wrapperHadItems = false
    this.#openings = 0
    this.#hasKeyed = false
    this.#switchTo(this.#wrapper, at)
    this.#enter(false, undefined)
  }

  /** A value of a wrapping object: entered when it holds the items or leads to them, else kept as part of the wrapper. */
  #passValue(byte: number, at: number): void {
    const path = this.#frames.map((frame) => frame.key).join('.')
    if ((byte === OPEN || byte === OPEN_LIST) && this.#unwrap.includes(path)) {
      this.#switchTo(undefined, at + 1)
      this.#openItems()
      this.#enter(byte === OPEN_LIST, path)
    } else if (byte === OPEN && this.#frames.length === 1 && this.#keyed?.(path) === true)
      this.#startKeyed(path, at)
    else if (byte === OPEN && this.#unwrap.some((wanted) => wanted.startsWith(`${path}.`)))
      this.#enter(false, undefined)
    else this.#skip(byte)
  }

  #startKeyed(key: string, at: number): void {
    this.#wrapperHadItems = true
    this.#hasKeyed = true
    this.#item = this.#recording(KEYED, key)
    this.#switchTo(this.#item, at)
    this.#skip(OPEN)
  }

  #openItems(): void {
    const wrapper = this.#wrapper
    if (wrapper === undefined || wrapper.size > this.#limit) return
    this.#wrapperHadItems = true
    // Each opening holds everything before its items: for many lists in one object the first few are enough.
    if (++this.#openings > MOST_OPENINGS) return
    const text = Buffer.concat(wrapper.parts).toString('utf8')
    const closing = `${text.endsWith('[') ? ']' : '}'}${'}'.repeat(this.#frames.length)}`
    this.#found.push({
      kind: 'raw',
      line: wrapper.line,
      text: text + closing,
      path: '',
      key: undefined,
      part: 'opening',
    })
  }

  #enter(array: boolean, path: string | undefined): void {
    this.#frames.push({ array, path, key: undefined, awaitsKey: !array })
  }

  #skip(byte: number): void {
    this.#depth = 0
    this.#inString = false
    this.#escaped = false
    if (byte === OPEN || byte === OPEN_LIST) {
      this.#within = 'container'
      this.#depth = 1
    } else if (byte === QUOTE) this.#within = 'string'
    else this.#within = startsScalar(byte) ? 'scalar' : 'junk'
  }

  #close(at: number): void {
    const frame = this.#frames.pop()
    if (frame?.path !== undefined && this.#wrapper !== undefined) this.#switchTo(this.#wrapper, at)
    if (this.#frames.length > 0 || this.#wrapper === undefined) return
    this.#switchTo(undefined, at + 1)
    // The text around keyed items has no meaning and was not kept.
    if (!this.#hasKeyed) this.#found.push(completed(this.#wrapper, 'whole', this.#limit))
    this.#wrapper = undefined
  }

  #endValue(end: number): void {
    this.#within = 'nothing'
    if (this.#item === undefined) return
    this.#switchTo(undefined, end)
    this.#found.push(completed(this.#item, this.#frames.length === 0 ? 'whole' : 'item', this.#limit))
    this.#item = undefined
  }

  #endJunk(at: number): void {
    this.#within = 'nothing'
    const junk = this.#item
    if (junk === undefined) return
    this.#switchTo(undefined, at)
    this.#found.push(refused(junk, 'not JSON', this.#limit))
    this.#item = undefined
  }

  #lose(at: number): void {
    const torn = this.#item ?? this.#wrapper
    this.#switchTo(undefined, at)
    if (torn !== undefined)
      this.#found.push(refused(torn, 'a line ends within a text: the record is torn', this.#limit))
    if (this.#item === undefined) {
      this.#frames.length = 0
      this.#wrapper = undefined
    }
    this.#item = undefined
    this.#lostIndent = torn?.indent ?? 0
    this.#inString = false
    this.#within = 'lost'
  }

  #recording(path: string, key: string | undefined): Recording {
    return { line: this.#line, indent: this.#indent, path, key, parts: [], size: 0 }
  }

  /** Adds the bytes of the chunk up to `at` to the active recording. */
  #flush(at: number): void {
    const active = this.#active
    if (active !== undefined && at > this.#from) {
      if (active.size <= this.#limit) active.parts.push(this.#chunk.subarray(this.#from, at))
      active.size += at - this.#from
    }
    this.#from = at
  }

  #switchTo(next: Recording | undefined, at: number): void {
    this.#flush(at)
    this.#active = next
  }
}
