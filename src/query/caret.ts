// Shows a span of a text on a terminal: its line, and carets below.
import type { TextSpan } from '../error/index.ts'
import { visible } from '../util/index.ts'

const TAB = '    '
const CUT = '…'

/** One character as a terminal shows it. */
interface Cell {
  readonly shown: string
  readonly columns: number
  readonly marked: boolean
}

/**
 * Two lines: the line of the text in which the span starts, and carets under the span. Tabs become blanks, control and invisible
 * characters are escaped, and of a long line only the `width` columns around the span are shown.
 */
export function caret(text: string, span: TextSpan, width = 100): string {
  const line = clip(lineAt(text, span.start), span.start, 4 * width)
  const end = Math.min(Math.max(span.end, span.start + 1), Math.max(line.end, span.start + 1))
  const cells = cellsOf(text, line, { start: span.start, end })
  const shownCells = cutRound(cells, Math.max(width, 20))
  const shown = shownCells.map((cell) => cell.shown).join('')
  return `${shown.trimEnd()}\n${caretsUnder(shownCells)}`
}

function caretsUnder(cells: readonly Cell[]): string {
  const row = cells.map((cell) => (cell.marked ? '^' : ' ').repeat(cell.columns)).join('')
  if (row.includes('^')) return row.trimEnd()
  // Only marks without a column: the caret goes under their base character.
  const before = columns(
    cells.slice(
      0,
      cells.findIndex((cell) => cell.marked),
    ),
  )
  return `${' '.repeat(Math.max(0, before - 1))}^`
}

function lineAt(text: string, offset: number): TextSpan {
  const before = text.slice(0, offset)
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const rest = text.slice(start).search(/[\r\n]/)
  return { start, end: rest < 0 ? text.length : start + rest }
}

// No more of a line than can be shown, so that a megabyte without a line end costs nothing.
function clip(line: TextSpan, around: number, reach: number): TextSpan {
  return { start: Math.max(line.start, around - reach), end: Math.min(line.end, around + reach) }
}

function cellsOf(text: string, line: TextSpan, span: TextSpan): readonly Cell[] {
  const cells: Cell[] = []
  let at = line.start
  for (const character of text.slice(line.start, line.end)) {
    cells.push(cellOf(character, at + character.length > span.start && at < span.end))
    at += character.length
  }
  // A span at the end of the line is after its last character.
  if (span.start >= line.end) cells.push({ shown: ' ', columns: 1, marked: true })
  return cells
}

function cellOf(character: string, marked: boolean): Cell {
  if (character === '\t') return { shown: TAB, columns: TAB.length, marked }
  const shown = visible(character)
  return { shown, columns: shown === character ? columnsOf(character) : shown.length, marked }
}

// As many cells as fit, the first marked one a third from the left.
function cutRound(cells: readonly Cell[], width: number): readonly Cell[] {
  if (columns(cells) <= width) return cells
  const room = width - 2 * CUT.length
  const marked = Math.max(
    0,
    cells.findIndex((cell) => cell.marked),
  )
  const from = stepBack(cells, marked, Math.floor(room / 3))
  const first = columns(cells.slice(from)) < room ? stepBack(cells, cells.length, room) : from
  const last = stepOn(cells, first, room)
  const cut: Cell = { shown: CUT, columns: 1, marked: false }
  return [...(first > 0 ? [cut] : []), ...cells.slice(first, last), ...(last < cells.length ? [cut] : [])]
}

function columns(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.columns, 0)
}

function stepBack(cells: readonly Cell[], from: number, room: number): number {
  let at = from
  for (let used = 0; at > 0; at--) {
    used += cells[at - 1]?.columns ?? 0
    if (used > room) break
  }
  return at
}

function stepOn(cells: readonly Cell[], from: number, room: number): number {
  let at = from
  for (let used = 0; at < cells.length; at++) {
    used += cells[at]?.columns ?? 0
    if (used > room) break
  }
  return at
}

const NONE = /^[\p{Mn}\p{Me}]$/u
// East Asian wide and full-width characters, and emoji that are drawn as pictures.
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303e\u3099-\u30ff\uff01-\uff60\uffe0-\uffe6]$/u
const HALF_WIDTH = /^[\uff61-\uffdc]$/

/** The columns of one printable character: 0, 1 or 2. */
function columnsOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1
  if (NONE.test(character)) return 0
  return WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1
}
