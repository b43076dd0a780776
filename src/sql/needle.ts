// The texts that a query searches for, and the choice between the ways to search.
import type { Column } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { hasOneOf, inText, isPartOfWord, type Search, searchFor } from './contains.ts'
import { expressionProbesOf } from './expression.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { containing } from './pattern.ts'
import { tagContains } from './tag-column.ts'
import { mostWith, type WordFinder } from './word-list.ts'

/** The columns that a plain word searches. */
export const WORD_COLUMNS = ['title', 'body', 'header', 'host'] as const satisfies readonly Column[]

/** How to search texts: by reading them, or by their indexes, with the prefilters that `narrows` selects. */
export type Access = 'text' | { readonly narrows: (probe: Probe) => boolean; readonly lists?: WordFinder }

/** A text for which an index is only a prefilter. */
export interface Probe {
  /** Equal for the same text in the same column. */
  readonly key: string
  /** The prefilter; counting its candidates is quick. */
  readonly narrow: Fragment
  /** A bound of the number of its candidates. */
  readonly most?: (lists: WordFinder) => number
  /** Whether the prefilter pays only when it is known to leave few candidates. */
  readonly optional?: true
}

/** Uses the indexes, with every prefilter that needs no statistics. */
export const BY_INDEX: Exclude<Access, 'text'> = { narrows: ({ optional }) => optional !== true }

/** The field, or any value of a list, contains the text. */
export function fieldContains(field: Field, value: string, access: Access): Fragment {
  const needle = value.toLowerCase()
  if (!field.many) return columnContains(field.column, needle, access)
  const asText = tagContains(field.column, needle)
  if (asText !== undefined) return asText
  return sql`arrayExists(x -> lowerUTF8(x) LIKE ${text(containing(needle))}, ${column(field.column)})`
}

/** A plain word: contained in at least one of title, body, header and host. */
export function containsWord(word: string, access: Access): Fragment {
  const needle = word.toLowerCase()
  return sql`(${join(
    WORD_COLUMNS.map((name) => columnContains(name, needle, access)),
    ' OR ',
  )})`
}

/** Whether an index is a prefilter for the texts of a column. */
export function isNarrowed(name: Column, value: string, access: Access): boolean {
  const needle = value.toLowerCase()
  return access !== 'text' && narrowFor(name, needle, searchFor(name, needle), access) !== undefined
}

function columnContains(name: Column, needle: string, access: Access): Fragment {
  if (access === 'text') return inText(name, needle).decide
  const found = isPartOfWord(name, needle) ? access.lists?.containing(name, needle) : undefined
  if (found !== undefined) return hasOneOf(name, found.words)
  const search = searchFor(name, needle)
  const narrow = narrowFor(name, needle, search, access)
  return narrow === undefined ? search.decide : sql`(${narrow} AND ${search.decide})`
}

function narrowFor(
  name: Column,
  needle: string,
  search: Search,
  { narrows }: Exclude<Access, 'text'>,
): Fragment | undefined {
  const probe = probeOf(name, needle, search)
  return probe === undefined || narrows(probe) ? search.narrow : undefined
}

function probeOf(name: Column, needle: string, search: Search): Probe | undefined {
  if (search.narrow === undefined || search.slow === true) return undefined
  return probeWith(name, needle, search.narrow)
}

function probeWith(name: Column, needle: string, narrow: Fragment): Probe {
  return { key: `${name} ${needle}`, narrow, most: (lists) => mostWith(name, needle, lists) }
}

/** The distinct choices of a query, including those in conditions on all records of an address. */
export function probesOf(node: ResolvedNode): readonly Probe[] {
  const probes = new Map<string, Probe>()
  for (const [name, needle] of [...needlesOf(node), ...hostTreesOf(node).flatMap(needlesOf)]) {
    const probe = probeOf(name, needle, searchFor(name, needle))
    if (probe !== undefined) probes.set(probe.key, probe)
  }
  for (const tree of [node, ...hostTreesOf(node)])
    for (const probe of expressionProbesOf(tree)) probes.set(probe.key, probe)
  return [...probes.values()]
}

/** The texts with a prefilter that every match contains. */
export function requiredProbesOf(node: ResolvedNode): readonly Probe[] {
  if (node.kind === 'and') return node.children.flatMap(requiredProbesOf)
  if (node.kind !== 'test' || node.test.op !== 'contains' || node.field.many) return []
  const needle = node.test.value.toLowerCase()
  const { narrow } = searchFor(node.field.column, needle)
  return narrow === undefined ? [] : [probeWith(node.field.column, needle, narrow)]
}

function hostTreesOf(node: ResolvedNode): readonly ResolvedNode[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(hostTreesOf)
  if (node.kind === 'not') return hostTreesOf(node.child)
  return node.kind === 'host' && node.test.op === 'some' ? [node.test.child] : []
}

/** Whether an index of texts contributes to the answer, except in conditions on all records of an address. */
export function usesTextIndex(node: ResolvedNode): boolean {
  return needlesOf(node).some(([name, needle]) => {
    const { byIndex, narrow } = searchFor(name, needle)
    return byIndex || narrow !== undefined
  })
}

function needlesOf(node: ResolvedNode): readonly (readonly [Column, string])[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.children.flatMap(needlesOf)
    case 'not':
      return needlesOf(node.child)
    case 'word':
      return WORD_COLUMNS.map((name) => [name, node.word.toLowerCase()])
    case 'test':
      return node.test.op === 'contains' && !node.field.many
        ? [[node.field.column, node.test.value.toLowerCase()]]
        : []
    case 'host':
    case 'constant':
      return []
  }
}
