// The outline of a YAML text, line by line: every plain value with the names above it. For lists of millions of lines, which a whole
// parser takes minutes for; anchors stand for nothing, tags and quotes are taken off.

/** A value, a name that has something below it, or a line that is none of YAML. */
export interface Outlined {
  readonly kind: 'value' | 'name' | 'strange'
  readonly text: string
  readonly line: number
  /** The names above it, outermost first. */
  readonly names: readonly string[]
  /** Whether it is an item of a list, without a name of its own. */
  readonly isItem?: boolean
}

interface Open {
  readonly indent: number
  readonly name: string
  readonly isText: boolean
}

const LONGEST = 65_536
const ANCHOR = /^(?:[&!][^\s]*\s*)+/

/** Reads the outline; flow collections (`[a, b]`) may go on over several lines. */
export function* outlineOf(whole: string): Generator<Outlined> {
  const open: Open[] = []
  let flow = { text: '', line: 0 }
  for (const [index, raw] of whole.split('\n').entries()) {
    const line = index + 1
    const indent = raw.search(/\S/)
    if (indent < 0) continue
    const within = open.at(-1)
    if (within?.isText === true && indent > within.indent) {
      yield { kind: 'value', text: uncommented(raw), line, names: namesOf(open) }
      continue
    }
    if (flow.text !== '') {
      flow = { text: `${flow.text} ${uncommented(raw)}`, line: flow.line }
      if (!isOpen(flow.text) || flow.text.length > LONGEST) {
        yield* flowOf(flow.text, line, namesOf(open))
        flow = { text: '', line: 0 }
      }
      continue
    }
    for (const found of readLine(raw, indent, open)) {
      if (found.kind === 'value' && isOpen(found.text)) flow = { text: found.text, line }
      else if (found.kind === 'value' && /^[[{]/.test(found.text))
        yield* flowOf(found.text, line, found.names)
      else yield { ...found, line }
    }
  }
  if (flow.text !== '') yield* flowOf(flow.text, flow.line, namesOf(open))
}

const namesOf = (open: readonly Open[]): readonly string[] => open.map(({ name }) => name)

/** Whether a flow collection goes on in the next line. */
function isOpen(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  const bare = text.replace(/"[^"]*"|'[^']*'/g, '')
  return bare.replace(/[^[{]/g, '').length > bare.replace(/[^\]}]/g, '').length
}

/** The name and the value of a line. */
function readLine(raw: string, indent: number, open: Open[]): readonly Omit<Outlined, 'line'>[] {
  let text = uncommented(raw)
  let column = indent
  if (text === '' || /^(?:---|\.\.\.|%)/.test(text)) {
    if (text !== '') open.length = 0
    return []
  }
  const isItem = /^-(?:\s|$)/.test(text)
  for (let dash = DASH.exec(text); dash !== null; dash = DASH.exec(text)) {
    close(open, column + 1)
    column += dash[0].length
    text = text.slice(dash[0].length)
  }
  close(open, column)
  const named = nameIn(text)
  if (named === undefined) {
    const value = unquoted(text.replace(ANCHOR, ''))
    const kind = isItem || open.length > 0 || /^[[{\]}]/.test(text) ? 'value' : 'strange'
    return [{ kind, text: value, names: namesOf(open), isItem }]
  }
  const { name } = named
  const value = named.rest.replace(ANCHOR, '').trim()
  const isText = /^[|>][+\-\d]*$/.test(value)
  const above = namesOf(open)
  open.push({ indent: column, name, isText })
  const entry = { kind: 'name' as const, text: name, names: above }
  if (value === '' || isText) return [entry]
  const isFlow = /^[[{]/.test(value)
  return [entry, { kind: 'value', text: isFlow ? value : unquoted(value), names: namesOf(open) }]
}

/** The name that a text begins with, and what follows its colon. */
function nameIn(text: string): { readonly name: string; readonly rest: string } | undefined {
  const quote = text.startsWith('"') ? '"' : text.startsWith("'") ? "'" : undefined
  const end = quote === undefined ? text.search(COLON) : text.indexOf(quote, 1) + 1
  if (end <= 0 || !COLON.test(text.slice(end, end + 2))) return undefined
  const name = quote === undefined ? text.slice(0, end) : text.slice(1, end - 1)
  const isName = quote !== undefined || (!/^[#&*!|>%@`,]/.test(name) && !/[\s"'[\]{}#,]/.test(name))
  return isName ? { name, rest: text.slice(end + 1).trim() } : undefined
}

const COLON = /:(?:\s|$)/

const DASH = /^-(?:\s+|$)/

/** Ends every name that is not left of a column. */
function close(open: Open[], column: number): void {
  while ((open.at(-1)?.indent ?? -1) >= column) open.pop()
}

function uncommented(raw: string): string {
  const text = raw.slice(0, LONGEST).trim()
  if (text.startsWith('#')) return ''
  const at = /["']/.test(text) ? -1 : text.search(/\s#/)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

const unquoted = (text: string): string =>
  /^(["'])(.*)\1(?:\s+#.*)?$/.exec(text)?.[2] ?? text.replace(/,$/, '')

const FLOW_TOKEN = /"([^"]*)"|'([^']*)'|([[\]{},])|(:)(?=\s)|([^\s[\]{},"'][^[\]{},"']*)/g

/** The values of `[a, {b: c}]`. */
function* flowOf(text: string, line: number, above: readonly string[]): Generator<Outlined> {
  const names: string[][] = [[...above]]
  let name: string | undefined
  let last: string | undefined
  const take = function* (): Generator<Outlined> {
    if (last !== undefined)
      yield {
        ...{ kind: 'value' as const, text: last, line },
        names: [...(names.at(-1) ?? []), ...(name === undefined ? [] : [name])],
      }
    last = undefined
    name = undefined
  }
  for (const [, double, single, mark, colon, plain] of text.matchAll(FLOW_TOKEN)) {
    if (mark === '[' || mark === '{') {
      names.push([...(names.at(-1) ?? []), ...(name === undefined ? [] : [name])])
      name = undefined
    } else if (mark !== undefined) {
      yield* take()
      if (mark !== ',' && names.length > 1) names.pop()
    } else if (colon !== undefined) {
      name = last
      last = undefined
    } else if (plain !== undefined) {
      const pair = last === undefined ? nameIn(plain.trim()) : undefined
      if (pair === undefined) last = plain.replace(/^:\s*/, '').trim()
      else {
        name = pair.name
        last = pair.rest === '' ? undefined : pair.rest
      }
    } else last = double ?? single
  }
  yield* take()
}
