// Languages that are a list of terms: `word "two words" filter:value -filter:"other value"`. No brackets, no nesting.
import type { TextSpan } from '../../error/index.ts'
import { joinSource, type Note, type SourceNode, unread } from '../source.ts'
import { type Scanned, scanBare, scanQuoted, skipBlanks } from './scan.ts'

/** One term with its sign. */
export interface Term {
  readonly sign: '' | '+' | '-'
  /** Several values of one filter are several conditions, any of which may match. */
  readonly node: SourceNode
  readonly span: TextSpan
}

/** Terms in their order. */
interface Terms {
  readonly terms: readonly Term[]
  readonly notes: readonly Note[]
}

/** Whether a name before a colon is a filter; other colons are text, as in `http://`. */
export type IsFilter = (name: string) => boolean

/** Reads terms. `commas`: whether a comma separates the values of a filter. */
export function readTerms(text: string, isFilter: IsFilter, commas: boolean): Terms {
  const terms: Term[] = []
  const notes: Note[] = []
  for (let at = skipBlanks(text, 0); at < text.length; ) {
    const { term, end, open } = readTerm(text, at, isFilter, commas)
    if (open) notes.push(unread({ start: at, end }, 'the quote is never closed; it was read up to the end'))
    if (term !== undefined) terms.push(term)
    else notes.push(unread({ start: at, end }, 'there is nothing to search for here; it was ignored'))
    at = skipBlanks(text, Math.max(end, at + 1))
  }
  return { terms, notes }
}

interface ReadTerm {
  readonly term: Term | undefined
  readonly end: number
  readonly open: boolean
}

function readTerm(text: string, start: number, isFilter: IsFilter, commas: boolean): ReadTerm {
  const first = text.charAt(start)
  const sign = (first === '-' || first === '+') && start + 1 < text.length ? first : ''
  const at = start + sign.length
  const name = /^[a-z][\w.-]*(?=:)/i.exec(text.slice(at, at + 80))?.[0]
  const filter = name !== undefined && (isFilter(name) || isUnknownFilter(text, name, at + name.length + 1))
  if (name !== undefined && filter) {
    const from = at + name.length + 1
    const values = readValues(text, isFilter(name) ? valueAt(text, from) : from, commas)
    const span = { start: at, end: values.end }
    const conditions = values.texts.map(
      (value): SourceNode => ({
        kind: 'condition',
        field: name,
        comparison: 'match',
        value: { kind: 'text', text: value },
        span,
      }),
    )
    const node = joinSource('or', conditions)
    return { term: node && { sign, node, span }, end: values.end, open: values.open }
  }
  const header = name !== undefined && !filter ? readHeader(text, at, name) : undefined
  const { value, end, open } = header ?? readText(text, at, /\s/)
  const span = { start: at, end }
  return {
    term: value === '' ? undefined : { sign, node: { kind: 'word', text: value, span }, span },
    end,
    open,
  }
}

// `x-powered-by:"php"` is a header whose quotes are misplaced.
function readHeader(text: string, at: number, name: string): Scanned | undefined {
  const from = at + name.length + 1
  if (text[from] !== '"') return undefined
  const { value, end, open } = scanQuoted(text, from)
  return { value: `${name}: ${value}`, end, open }
}

// `http://` and `set-cookie: x` are text: URLs, and headers as they appear in a response.
function isUnknownFilter(text: string, name: string, behind: number): boolean {
  return !text.startsWith('//', behind) && !name.includes('-') && /^\S/.test(text.slice(behind, behind + 1))
}

// Blanks after the colon of a filter, as in `ssl: "name"`; the start of another filter is not a value.
function valueAt(text: string, from: number): number {
  const at = skipBlanks(text, from)
  const begins = at === text.length || /^[-+]?[a-z][\w.-]*:/i.test(text.slice(at, at + 80))
  return begins ? from : at
}

function readText(text: string, at: number, ends: RegExp): { value: string; end: number; open: boolean } {
  const character = text[at]
  if (character === '"' || character === "'") {
    const quoted = scanQuoted(text, at)
    // An apostrophe that is never closed is a letter.
    if (!(quoted.open && character === "'")) return quoted
  }
  return scanBare(text, at, ends)
}

interface Values {
  readonly texts: readonly string[]
  readonly end: number
  readonly open: boolean
}

function readValues(text: string, from: number, commas: boolean): Values {
  const texts: string[] = []
  let open = false
  let at = from
  for (;;) {
    const one = readText(text, at, commas ? /[\s,]/ : /\s/)
    texts.push(one.value)
    open ||= one.open
    at = one.end
    if (!commas || text[at] !== ',') break
    at++
  }
  // Two quotes without text search for the empty value; a colon without text searches for nothing.
  const given = texts.filter((value) => value !== '')
  return { texts: given.length === 0 && at > from ? [''] : given, end: at, open }
}
