// Which parts of a record's texts a query asked for.
import {
  ANY_LIST,
  checkQuery,
  readQuery,
  type ResolvedNode,
  type Test,
  wordFields,
} from '../../../src/query/index.ts'
import { loadedRe2 } from './re2.ts'

/** From `start` until before `end`, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The spans of a text of a field that the query asked for, in order, none over another. */
export type FindMatches = (field: string, text: string) => readonly Span[]

type Finder = (text: string) => readonly Span[]

/** So many marks help nobody. */
const MOST = 500

/** What to mark in the records that a query found. */
export function matchesOf(query: string): FindMatches {
  const finders = new Map<string, Finder[]>()
  const add = (field: string, finder: Finder) => {
    finders.set(field, [...(finders.get(field) ?? []), finder])
  }
  if (query.trim() !== '' && checkQuery(query) === undefined) collect(readQuery(query, ANY_LIST).root, add)
  return (field, text) => merge((finders.get(field) ?? []).flatMap((find) => find(text)))
}

function collect(node: ResolvedNode, add: (field: string, finder: Finder) => void): void {
  switch (node.kind) {
    case 'word':
      for (const field of wordFields()) add(field.name, contained(node.word))
      break
    case 'test': {
      const finder = finderOf(node.test)
      if (finder === undefined) break
      add(node.field.name, finder)
      // The text of a certificate and the header hold what these fields were read from.
      if (node.field.name.startsWith('cert.')) add('cert', finder)
      if (node.field.name === 'server') add('header', finder)
      break
    }
    case 'and':
    case 'or':
      for (const child of node.children) collect(child, add)
      break
    case 'host':
      if (node.test.op === 'some') collect(node.test.child, add)
      break
    case 'not':
    case 'constant':
  }
}

function finderOf(test: Test): Finder | undefined {
  switch (test.op) {
    case 'contains':
    case 'equals':
    case 'equalsIgnoringCase':
      return contained(test.value)
    case 'matches':
      return matched(test.expression)
    case 'any':
      return together(test.tests.flatMap((one) => finderOf(one) ?? []))
    default:
      return undefined
  }
}

function together(finders: readonly Finder[]): Finder {
  return (text) => finders.flatMap((find) => find(text))
}

function contained(word: string): Finder {
  const wanted = fold(word)
  return (text) => {
    const spans: Span[] = []
    const folded = fold(text)
    for (let at = folded.indexOf(wanted); at >= 0 && wanted !== ''; at = folded.indexOf(wanted, at + 1)) {
      spans.push({ start: at, end: at + wanted.length })
      if (spans.length >= MOST) break
    }
    return spans
  }
}

// Lower case of the same length, so that places stay places.
function fold(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (character) => {
    const small = character.toLowerCase()
    return small.length === character.length ? small : character
  }).join('')
}

function matched(expression: string): Finder {
  return (text) => {
    const matcher = loadedRe2()?.RE2JS.compile(expression).matcher(text)
    const spans: Span[] = []
    // Empty matches count too: each may have cost a reading of the whole text.
    for (let found = 0; found < MOST && matcher?.find(); found++) {
      if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end() })
    }
    return spans
  }
}

function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged.slice(0, MOST)
}
