// The lines of Zeek's logs as records: tab-separated values below comments that describe them, or JSON objects.
import { asObject, type Json, type JsonObject, parseJson, readableBytes } from '../text/index.ts'

/** Unescapes `\xNN` and `\\`, which Zeek writes for bytes that are not text and for backslashes. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const bytes: Uint8Array[] = []
  let end = 0
  for (const match of text.matchAll(/\\(?:x([0-9a-fA-F]{2})|\\)/g)) {
    bytes.push(Buffer.from(text.slice(end, match.index)))
    bytes.push(match[1] === undefined ? Buffer.from('\\') : Buffer.from(match[1], 'hex'))
    end = match.index + match[0].length
  }
  bytes.push(Buffer.from(text.slice(end)))
  return readableBytes(Buffer.concat(bytes))
}

/** Reads the lines of one file; a file may hold several logs behind each other. */
export class LogLines {
  #separator = '\t'
  #inner = ','
  #empty = '(empty)'
  #unset = '-'
  #path = ''
  #fields: readonly string[] = []
  #types: readonly string[] = []

  /** The record of a line, with the kind of its log under `_path`; undefined for comments, or why it is none. */
  read(line: string): JsonObject | string | undefined {
    if (line.startsWith('#')) {
      this.#describe(line)
      return undefined
    }
    if (line.trim() === '') return undefined
    return line.startsWith('{') ? readJson(line) : this.#row(line)
  }

  #describe(line: string): void {
    const [name = line] = /^#\w+/.exec(line) ?? []
    const value = line.slice(name.length + 1)
    if (name === '#separator') this.#separator = unescaped(value.trim()) || '\t'
    else if (name === '#set_separator') this.#inner = value || ','
    else if (name === '#empty_field') this.#empty = value
    else if (name === '#unset_field') this.#unset = value
    else if (name === '#path') this.#path = value
    else if (name === '#fields') this.#fields = value.split(this.#separator)
    else if (name === '#types') this.#types = value.split(this.#separator)
  }

  #row(line: string): JsonObject | string {
    if (this.#fields.length === 0) return 'no line `#fields` says what its values are'
    const cells = line.split(this.#separator)
    if (cells.length !== this.#fields.length)
      return `the line has ${cells.length} values where \`#fields\` names ${this.#fields.length}`
    const record: Record<string, Json> = { _path: this.#path }
    for (const [index, name] of this.#fields.entries()) {
      const cell = cells[index] ?? ''
      if (cell === this.#unset) continue
      record[name] = /^(set|vector)\[/.test(this.#types[index] ?? '') ? this.#list(cell) : this.#value(cell)
    }
    return record
  }

  #list(cell: string): Json {
    return cell === this.#empty ? [] : cell.split(this.#inner).map(unescaped)
  }

  #value(cell: string): string {
    return cell === this.#empty ? '' : unescaped(cell)
  }
}

function readJson(line: string): JsonObject | string {
  // Lists that were put together by hand have commas between their lines.
  const result = parseJson(line.replace(/,\s*$/, ''))
  if ('error' in result) return `not JSON: ${result.error.slice(0, 200)}`
  return asObject(result.value) ?? 'no JSON object'
}
