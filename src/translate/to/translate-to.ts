// Translates our queries to the languages of other engines. Every written condition is read back by the reader of that language: if
// it has the same meaning nothing was lost; if it has another meaning, a note says which; if it has none, the condition is left
// out.
import { findField } from '../../field/index.ts'
import { checkQuery, type ParsedNode, parseQuery, printQuery } from '../../query/index.ts'
import { LANGUAGES } from '../languages.ts'
import { mapTree, quoted } from '../map.ts'
import type { Note } from '../source.ts'
import { candidates, presenceCandidates } from './candidate.ts'
import { toFofa } from './fofa.ts'
import { asksList, LISTS_ARE_OURS } from './list.ts'
import { meaningOf } from './meaning.ts'
import { normalized } from './normal.ts'
import { spanOf } from './span-of.ts'
import { type TargetName, WRITINGS, type Writing } from './target.ts'

/** A query of ours in another language, and what was lost or changed. Spans of notes are offsets into our text. */
interface Outward {
  readonly to: TargetName
  /** Empty if nothing could be written. */
  readonly query: string
  readonly notes: readonly Note[]
}

/** Translates a query of ours to another language. Fails with `syntax` for a text that is not a query of ours. */
export function translateTo(text: string, to: TargetName): Outward {
  const mistake = checkQuery(text)
  if (mistake !== undefined) throw mistake
  const tree = normalized(parseQuery(text).root)
  if (to === 'fofa') return { to, ...toFofa(tree) }
  const writing = WRITINGS[to]
  const written = write(tree, writing, 'or')
  if (written.text === undefined)
    return { to, query: '', notes: written.losses.map((loss) => lost(loss, 'nothing of the query is left')) }
  return { to, query: written.text, notes: written.notes.toSorted((a, b) => a.start - b.start) }
}

interface Loss {
  readonly node: ParsedNode
  readonly reason: string
}

/** The result for a piece of the tree. */
interface Written {
  readonly text?: string
  readonly losses: readonly Loss[]
  readonly notes: readonly Note[]
}

function lost({ node, reason }: Loss, effect: string): Note {
  return {
    kind: 'lost',
    ...spanOf(node),
    text: `${quoted(printQuery(node))} is left out: ${reason}; ${effect}`,
  }
}

function write(node: ParsedNode, writing: Writing, inside: 'and' | 'or'): Written {
  if (node.kind === 'and' || node.kind === 'or') return writeJoined(node, writing, inside)
  return writeLeaf(node, writing)
}

type Joined = Extract<ParsedNode, { kind: 'and' | 'or' }>

function writeJoined(node: Joined, writing: Writing, inside: 'and' | 'or'): Written {
  const joiner = node.kind === 'and' ? writing.and : writing.or
  if (joiner === undefined) return writeValues(node, writing)
  const parts = node.children.map((child) => write(child, writing, node.kind))
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const losses = parts.flatMap((part) => part.losses)
  const notes = parts.flatMap((part) => part.notes)
  if (texts.length === 0) return { losses, notes }
  const effect = `the query finds ${node.kind === 'and' ? 'more' : 'fewer'} records than meant`
  const text = texts.join(joiner)
  return {
    text: texts.length > 1 && node.kind === 'or' && inside === 'and' ? `(${text})` : text,
    losses: [],
    notes: [...notes, ...losses.map((loss) => lost(loss, effect))],
  }
}

// Shodan has alternatives among the values of one filter only.
function writeValues(node: Joined, writing: Writing): Written {
  const parts = node.children.map((child) => write(child, writing, 'and'))
  const filters = parts.map(({ text }) => /^([a-z][\w.]*):(.+)$/s.exec(text ?? ''))
  const [first] = filters
  const same = filters.every((found) => found !== null && found[1] === first?.[1])
  if (!same || first === null || first === undefined) {
    const reason = `${writing.name} has alternatives only among the values of one filter`
    return { losses: [{ node, reason }], notes: [] }
  }
  const values = filters.map((found) => found?.[2] ?? '').join(',')
  return { text: `${first[1]}:${values}`, losses: [], notes: parts.flatMap((part) => part.notes) }
}

function writeLeaf(node: ParsedNode, writing: Writing): Written {
  const { positive, negated } = split(node)
  if (asksList(positive)) return { losses: [{ node, reason: LISTS_ARE_OURS }], notes: [] }
  const texts = [
    ...(negated && isEmptyTest(positive) ? presenceCandidates(positive.field, writing) : []),
    ...textsFor(positive, writing).map((text) => (negated ? writing.not(text) : text)),
  ]
  let near: { readonly text: string; readonly read: string } | undefined
  for (const text of texts) {
    const read = readBack(text, writing)
    if (read === undefined) continue
    if (meaningOf(read) === meaningOf(node)) return { text, losses: [], notes: [] }
    // Yes and no have no similar value except their opposite.
    if (!isYesNo(positive)) near ??= { text, read: printQuery(read) }
  }
  if (near === undefined) return { losses: [{ node, reason: reasonFor(positive, writing) }], notes: [] }
  const what = `${quoted(printQuery(node))} became ${quoted(near.text)}, which means ${quoted(near.read)}`
  return { text: near.text, losses: [], notes: [{ kind: 'changed', ...spanOf(node), text: what }] }
}

type Condition = Extract<ParsedNode, { kind: 'condition' }>

function isEmptyTest(node: ParsedNode): node is Condition {
  return node.kind === 'condition' && node.value === ''
}

function isYesNo(node: ParsedNode): boolean {
  return node.kind === 'condition' && findField(node.field)?.kind === 'boolean'
}

function split(node: ParsedNode): { readonly positive: ParsedNode; readonly negated: boolean } {
  if (node.kind === 'not') return { positive: node.child, negated: true }
  if (node.kind !== 'condition' || !node.operator.startsWith('!')) return { positive: node, negated: false }
  const positive = POSITIVE[node.operator]
  return positive === undefined
    ? { positive: node, negated: false }
    : { positive: { ...node, operator: positive }, negated: true }
}

const POSITIVE = { '!=': '=', '!==': '==', '!~': '=~', '!*=': '*=' } as Readonly<
  Partial<Record<string, '=' | '==' | '=~' | '*='>>
>

function textsFor(node: ParsedNode, writing: Writing): readonly string[] {
  if (node.kind === 'condition') return candidates(node, writing)
  const word = node.kind === 'word' ? writing.word(node.word) : undefined
  return word === undefined ? [] : [word]
}

function reasonFor(node: ParsedNode, { name }: Writing): string {
  if (node.kind === 'call') return `${name} has no conditions on whole addresses`
  return `${name} has no condition that compares so`
}

/** The tree that a text in another language is read as, if all of it is read and nothing is left out. */
function readBack(text: string, { language }: Writing): ParsedNode | undefined {
  const { root, notes } = LANGUAGES[language].read(text)
  if (root === undefined || notes.length > 0) return undefined
  const mapped = mapTree(root, LANGUAGES[language], text)
  return mapped.notes.some(({ kind }) => kind === 'lost') ? undefined : mapped.root
}
