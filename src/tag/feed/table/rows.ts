// The rows of a list: comments and blank lines left out, quotes undone, cells parted by one mark.

/** What parts the cells of a row; `' '` is any run of blanks and tabs. */
export type Mark = ',' | ';' | '\t' | '|' | ' '

/** A row with the number of its line from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

const COMMENT = /^(?:#|;|\/\/|!|%|--|REM\s)/i

/** Whether a line holds nothing but a comment. */
export const isComment = (line: string): boolean => COMMENT.test(line)

/** The rows of a text whose cells are parted by `mark`; a quoted cell may run over several lines. */
export function* rowsOf(whole: string, mark: Mark): Generator<Row> {
  let number = 0
  let open = ''
  let began = 0
  for (const line of linesOf(whole)) {
    number++
    const text = open === '' ? line.trim() : `${open}\n${line}`
    if (open === '') began = number
    if (open === '' && (text === '' || isComment(text))) continue
    if (mark !== ' ' && isOpen(text, mark)) {
      open = text
      continue
    }
    open = ''
    yield { line: began, cells: cellsOf(text, mark) }
  }
  if (open !== '') yield { line: began, cells: cellsOf(open, mark) }
}

function* linesOf(whole: string): Generator<string> {
  for (let from = 0; from <= whole.length; ) {
    const found = whole.indexOf('\n', from)
    const to = found < 0 ? whole.length : found
    yield whole.slice(from, to)
    from = to + 1
  }
}

/** Whether a quoted cell goes on in the next line. */
function isOpen(text: string, mark: Mark): boolean {
  if (!text.includes('"')) return false
  return text.startsWith('"') || text.includes(`${mark}"`) ? (text.split('"').length - 1) % 2 === 1 : false
}

/** The cells of one row. */
function cellsOf(text: string, mark: Mark): readonly string[] {
  if (mark === ' ') return uncommented(text).split(/\s+/)
  if (!text.includes('"')) return uncommentedCells(text, mark).split(mark).map(trim)
  return quotedCells(text, mark)
}

const trim = (cell: string): string => cell.trim()

/** Quotes count only at the start of a cell, and doubled they stand for one. */
function quotedCells(text: string, mark: Mark): readonly string[] {
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    while (text.charAt(at) === ' ') at++
    const { cell, end } = text.charAt(at) === '"' ? quotedCell(text, at + 1) : { cell: '', end: at }
    const next = text.indexOf(mark, end)
    const to = next < 0 ? text.length : next
    cells.push((cell + text.slice(end, to)).trim())
    at = to + 1
  }
  return cells
}

function quotedCell(text: string, from: number): { readonly cell: string; readonly end: number } {
  const parts: string[] = []
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: parts.join('') + text.slice(at), end: text.length }
    parts.push(text.slice(at, quote))
    if (text.charAt(quote + 1) !== '"') return { cell: parts.join(''), end: quote + 1 }
    parts.push('"')
    at = quote + 2
  }
}

/** Words before a comment; `;` begins one behind a blank. */
function uncommented(text: string): string {
  const at = text.search(/#|\s;|\/\/\s/)
  return (at < 0 ? text : text.slice(0, at)).trim()
}

function uncommentedCells(text: string, mark: Mark): string {
  const at = text.search(mark === ';' ? /\s#/ : /\s[#;]/)
  return at < 0 ? text : text.slice(0, at)
}
