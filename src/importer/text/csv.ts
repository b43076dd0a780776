// Rows of comma-separated values as tools write them: quotes where they are needed, line ends within quotes, and quotes that were
// never closed. Spreadsheets of many countries part cells by semicolons; tabs and bars are read too, also the tables that databases and
// Markdown draw with bars.
import type { Reading } from '../importer.ts'
import { DEFAULT_LINE_LIMIT, readLines, reject } from './line.ts'

/** One row, or why a stretch of text is none. */
export type Row =
  | {
      readonly kind: 'row'
      /** Line it starts on, from 1. */
      readonly line: number
      readonly cells: readonly string[]
      /** Its text, for rejects. */
      readonly text: string
    }
  | Extract<Reading, { kind: 'reject' }>

interface HeldLine {
  readonly line: number
  readonly text: string
  readonly end: string
}

/** A cell with more lines is given up: a held line takes far more memory than its text. */
const MOST_LINES = 100_000

/** How often the lines behind a quote that is never closed are read anew, before they are given up together. */
const MOST_RETRIES = 16

/** What parts the cells of a table, by its first line: a comma wherever there is one. */
export function delimiterOf(line: string): ',' | ';' | '\t' | '|' {
  const bare = line.replace(/"[^"]*"/g, '')
  if (bare.includes(',')) return ','
  const semicolons = bare.split(';').length - 1
  const tabs = bare.split('\t').length - 1
  if (semicolons === 0 && tabs === 0) return /[|│┃║]/.test(bare) ? '|' : ','
  return semicolons >= tabs ? ';' : '\t'
}

/** The names of a header for comparison: without byte order mark, quotes and blanks, in lower case. */
export function headerNames(cells: readonly string[]): readonly string[] {
  return cells.map((cell) =>
    cell
      .replace(/^\ufeff/, '')
      .replace(/^"|"$/g, '')
      .trim()
      .toLowerCase(),
  )
}

/** What spreadsheets write and take before a header, `sep=;`. */
export const STATED = /^sep=([,;\t|])\s*$/i

/** A line that a drawn table has above, between and below its rows. */
const RULE = /^(?=[^-=─━═]{0,8}[-=─━═])[-+|:=\s─━═│┃║┼┬┴├┤┌┐└┘╋┳┻┣┫┏┓┗┛╇╈╪╞╡╔╗╚╝╠╣╦╩╬]{3,}$/

/** What a database prints below a table. */
const COUNT = /^(?:\(\d{1,12} rows?\)|\d{1,12} rows? in set .{0,40})$/i

/** Whether a line belongs to the drawing of a table and not to its rows. */
export function isRule(line: string): boolean {
  return line.length <= 4096 && RULE.test(line)
}

/** Whether cells are drawn: between bars that stand apart or at the edge. A `|` within a value has a backslash in Markdown. */
function isDrawn(line: string): boolean {
  return /^\s*\||\s\|(?:\s|$)|[│┃║]/.test(line)
}

/** `**Port**`, and a value as code. */
const EMPHASIS = /^(\*\*|`)([^*`]{1,200})\1$/

/** The cells of a drawn row, without the bars at its edges. */
function drawnCells(line: string): readonly string[] {
  const bare = line
    .trim()
    .replace(/^[|│┃║]/, '')
    .replace(/(?<!\\)[|│┃║]$/, '')
  return bare.split(/(?<!\\)[|│┃║]/).map((cell) => cell.replaceAll('\\|', '|').trim().replace(EMPHASIS, '$2'))
}

/** The cells of a line at the start of a table, without regard to quotes. */
export function cellsOf(line: string, delimiter = delimiterOf(line)): readonly string[] {
  return delimiter === '|' && isDrawn(line) ? drawnCells(line) : line.split(delimiter)
}

/** The cells of a row while its lines come in. */
class RowParser {
  readonly #delimiter: string
  readonly #cells: string[] = []
  #cell = ''
  #quoted = false
  #lineEnd = ''

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Takes one line; true when the row is complete. */
  feed({ text: line, end: lineEnd }: HeldLine): boolean {
    let at = 0
    if (this.#quoted) {
      this.#cell += this.#lineEnd
      at = this.#inQuotes(line, 0)
    }
    this.#lineEnd = lineEnd
    while (!this.#quoted) {
      if (line[at] === '"' && this.#cell === '') {
        this.#quoted = true
        at = this.#inQuotes(line, at + 1)
        continue
      }
      const end = line.indexOf(this.#delimiter, at)
      this.#cell += end < 0 ? line.slice(at) : line.slice(at, end)
      this.#cells.push(this.#cell)
      this.#cell = ''
      if (end < 0) return true
      at = end + 1
    }
    return false
  }

  get cells(): readonly string[] {
    return this.#cells
  }

  /** Reads on within quotes; returns where the cell goes on behind them, or the end of the line. */
  #inQuotes(line: string, from: number): number {
    let at = from
    for (;;) {
      const quote = line.indexOf('"', at)
      if (quote < 0) {
        this.#cell += line.slice(at)
        return line.length
      }
      const next = line[quote + 1]
      const ends = next === undefined || next === this.#delimiter
      const end = ends ? quote + 1 : endBehindBlanks(line, quote + 1, this.#delimiter)
      if (end !== undefined) {
        this.#cell += line.slice(at, quote)
        this.#quoted = false
        return end
      }
      // A quote before anything but the end of the cell stands for itself, doubled or not.
      this.#cell += line.slice(at, quote + 1)
      at = quote + (next === '"' ? 2 : 1)
    }
  }
}

const BLANKS = /[ \t]+/y

/** Where a cell ends whose closing quote is followed by blanks; undefined where something else follows them. */
function endBehindBlanks(line: string, at: number, delimiter: string): number | undefined {
  BLANKS.lastIndex = at
  if (!BLANKS.test(line)) return undefined
  const end = BLANKS.lastIndex
  return end === line.length || line[end] === delimiter ? end : undefined
}

/** The lines as they were, without the last line end. */
function textOf(lines: readonly HeldLine[]): string {
  return lines.map(({ text, end }, index) => (index === lines.length - 1 ? text : text + end)).join('')
}

/** Collects lines into rows. */
class RowReader {
  readonly #limit: number
  #delimiter: string | undefined
  #drawn = false
  #parser = new RowParser(',')
  #held: HeldLine[] = []
  #size = 0
  #retries = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  *take(line: HeldLine): Generator<Row> {
    if ((this.#drawn || this.#delimiter === undefined) && isRule(line.text)) return
    if (this.#delimiter === undefined && line.text.trim() !== '') {
      const stated = STATED.exec(line.text)?.[1]
      this.#delimiter = stated ?? delimiterOf(line.text)
      this.#parser = new RowParser(this.#delimiter)
      if (stated !== undefined) return
      this.#drawn = this.#delimiter === '|' && isDrawn(line.text)
    }
    if (this.#drawn) {
      if (line.text.trim() !== '' && !COUNT.test(line.text.trim()))
        yield { kind: 'row', line: line.line, text: line.text, cells: drawnCells(line.text) }
      return
    }
    if (this.#held.length === 0 && !line.text.includes('"')) {
      if (line.text.trim() !== '')
        yield {
          kind: 'row',
          line: line.line,
          text: line.text,
          cells: line.text.split(this.#delimiter ?? ','),
        }
      return
    }
    this.#held.push(line)
    this.#size += line.text.length
    if (this.#parser.feed(line)) yield this.#finish()
    else if (this.#size > this.#limit)
      yield* this.#giveUp(`a quoted cell longer than the limit of ${this.#limit} bytes`)
    else if (this.#held.length > MOST_LINES)
      yield* this.#giveUp(`a quote is opened and not closed within 100,000 lines`)
  }

  *end(): Generator<Row> {
    while (this.#held.length > 0) yield* this.#giveUp('a quote is opened and never closed')
  }

  #finish(): Row {
    const [first] = this.#held
    const text = textOf(this.#held)
    const row: Row = { kind: 'row', line: first?.line ?? 1, cells: this.#parser.cells, text }
    this.#reset()
    return row
  }

  #reset(): readonly HeldLine[] {
    const held = this.#held
    this.#parser = new RowParser(this.#delimiter ?? ',')
    this.#held = []
    this.#size = 0
    return held
  }

  /** Rejects the line with the open quote, and reads those behind it again. */
  *#giveUp(reason: string): Generator<Row> {
    const [first, ...rest] = this.#reset()
    if (first === undefined) return
    if (++this.#retries > MOST_RETRIES) {
      yield reject(first.line, reason, textOf([first, ...rest]))
      return
    }
    yield reject(first.line, reason, first.text)
    for (const line of rest) yield* this.take(line)
  }
}

/** Reads rows below the first `above` lines that are not empty; empty lines between them are left out. A byte-order mark is dropped. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  options: { readonly lineLimit?: number | undefined; readonly above?: number } = {},
): AsyncGenerator<Row> {
  const reader = new RowReader(options.lineLimit ?? DEFAULT_LINE_LIMIT)
  let left = options.above ?? 0
  for await (const line of readLines(bytes, options)) {
    if (line.kind === 'reject') yield line
    else if (left === 0) yield* reader.take(line)
    else if (line.text.trim() !== '') left--
  }
  yield* reader.end()
}
