// Configurations in sections (TOML, INI as of WireGuard, UCI) as objects: `[a.b]` and `config a` begin one, `name = value` are its members.
import { Section, type Value } from './members.ts'
import { type Token, tokensOf } from './tokens.ts'

const HEADING = /^\[\[?([^[\]]+)\]\]?$/
const TYPED = /^config\s+(\S+)(?:\s+(\S+))?$/
const TYPED_MEMBER = /^(?:option|list)\s+(\S+)\s/
const NAME = /^(?:"[^"]+"|'[^']+'|[A-Za-z_][\w.\- ]*)$/

/** A line of such a configuration, or undefined where it is none. */
type Line =
  | { readonly is: 'section'; readonly name: string }
  | { readonly is: 'member'; readonly name: string; readonly text: string }

/** What a line is; comments are blank lines. */
export function sectionLine(raw: string): Line | undefined {
  const line = raw.trim()
  const heading = HEADING.exec(uncommented(line)) ?? TYPED.exec(line)
  if (heading !== null) return { is: 'section', name: unquoted((heading[1] ?? '').trim()) }
  const typed = TYPED_MEMBER.exec(line)
  if (typed !== null)
    return { is: 'member', name: unquoted(typed[1] ?? ''), text: line.slice(typed[0].length).trim() }
  const at = line.indexOf('=')
  const name = line.slice(0, Math.max(at, 0)).trim()
  return NAME.test(name) ? { is: 'member', name: unquoted(name), text: line.slice(at + 1).trim() } : undefined
}

/** Whether a line holds nothing. */
export const isBlank = (raw: string): boolean => /^\s*(?:[#;]|$)/.test(raw)

/** How many lists a value opens that go on in the next line; a value that begins otherwise opens none. */
export const opened = (text: string): number => (LISTED.test(text) ? Math.max(depthOf(text), 0) : 0)

/** How many lists a line opens beyond those that it closes. */
export function depthOf(line: string): number {
  let depth = 0
  for (const { kind, text } of tokensOf(line))
    if (kind === 'mark') depth += /[[{]/.test(text) ? 1 : /[\]}]/.test(text) ? -1 : 0
  return depth
}

/** Reads the whole; calls with each line that is none of a section. */
export function readSections(whole: string, strange: (line: string, number: number) => void): Value {
  const root = new Section()
  let section = root
  let open: { readonly name: string; readonly lines: string[]; depth: number } | undefined
  for (const [index, raw] of whole.split('\n').entries()) {
    if (open !== undefined) {
      open.lines.push(raw)
      open.depth += depthOf(raw)
      if (open.depth > 0) continue
      section.add(open.name, valueIn(open.lines.join('\n')))
      open = undefined
      continue
    }
    if (isBlank(raw)) continue
    const line = sectionLine(raw)
    if (line === undefined) strange(raw.trim(), index + 1)
    else if (line.is === 'section') {
      section = new Section()
      root.add(line.name, section.members)
    } else if (opened(line.text) > 0) open = { name: line.name, lines: [line.text], depth: opened(line.text) }
    else section.add(line.name, valueIn(line.text))
  }
  if (open !== undefined) strange(open.name, whole.split('\n').length)
  return root.members
}

const LISTED = /^[[{]/

function valueIn(text: string): Value {
  if (LISTED.test(text)) return listOf(tokensOf(text))
  const quoted = /^(?:"([^"]*)"|'([^']*)')\s*(?:[#;].*)?$/.exec(text)
  return quoted === null ? uncommented(text) : (quoted[1] ?? quoted[2] ?? '')
}

/** The texts of `["a", {b = "c"}]`; inline tables are objects. */
function listOf(tokens: Iterable<Token>): Value {
  const stack: { readonly items: Value[]; readonly members: Section; name?: string | undefined }[] = []
  let last: Value = ''
  const put = (value: Value): void => {
    const top = stack.at(-1)
    if (top === undefined) last = value
    else if (top.name !== undefined) {
      top.members.add(top.name, value)
      top.name = undefined
    } else top.items.push(value)
  }
  for (const { kind, text } of tokens) {
    if (kind === 'word' || kind === 'text') put(text)
    else if (kind !== 'mark') continue
    else if (text === '[' || text === '{') stack.push({ items: [], members: new Section() })
    else if (text === '=') {
      const top = stack.at(-1)
      if (top !== undefined) top.name = String(top.items.pop() ?? '')
    } else if (text === ']' || text === '}') {
      const ended = stack.pop()
      if (ended !== undefined) put(ended.members.isEmpty ? ended.items : ended.members.members)
    }
  }
  return last
}

const uncommented = (text: string): string => text.replace(/\s[#;].*$/, '').trim()

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
