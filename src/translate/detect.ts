// Detects the language of a text: the one whose reader understands most of it.
import { findField } from '../field/index.ts'
import { checkQuery, FUNCTION_NAMES, LIMITS, type ParsedNode, parseQuery } from '../query/index.ts'
import { LANGUAGE_NAMES, type Language, type LanguageName } from './language.ts'
import { LANGUAGES } from './languages.ts'
import type { SourceNode } from './source.ts'

/**
 * The language of a text; undefined for our own, for plain words, and for text that no language knows. A text that is plain words
 * for us may still be another language, if that language knows its fields, as in `port:22 country:DE`.
 */
export function detectLanguage(text: string): LanguageName | undefined {
  if (text.length > LIMITS.bytes || isOurs(text) || callsFunction(text)) return undefined
  let best: { readonly name: LanguageName; readonly points: number } | undefined
  for (const name of LANGUAGE_NAMES) {
    const points = pointsOf(text, LANGUAGES[name])
    if (points > (best?.points ?? 0)) best = { name, points }
  }
  return best?.name
}

// A text may be valid conditions in our language and yet, word by word, fields of another language: `host.services: (port = 443)`.
function isOurs(text: string): boolean {
  if (checkQuery(text) !== undefined) return false
  const { mode, root } = parseQuery(text)
  return mode === 'extended' && !wordsOf(root, text).some(isForeignField)
}

// Only our language has these functions: a mistake inside one does not make the text another language.
function callsFunction(text: string): boolean {
  return FUNCTION_NAMES.some((name) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(text))
}

// The words without quotes; quoted text is literal.
function wordsOf(node: ParsedNode, text: string): readonly string[] {
  if (node.kind === 'word') return /["']/.test(text.charAt(node.span.start)) ? [] : [node.word]
  if (node.kind === 'not' || node.kind === 'call') return wordsOf(node.child, text)
  return node.kind === 'condition' ? [] : node.children.flatMap((child) => wordsOf(child, text))
}

function isForeignField(word: string): boolean {
  const name = /^([a-z][\w.]*):/i.exec(word)?.[1]
  return name !== undefined && LANGUAGE_NAMES.some((language) => isKnown(name, LANGUAGES[language]))
}

function isKnown(name: string, language: Language): boolean {
  return language.find(name) !== undefined || /^(?:host\.)?services$/.test(name)
}

function pointsOf(text: string, language: Language): number {
  const { root, notes } = language.read(text)
  const counted: Counts = { known: 0, unknown: 0, joiners: 0, foreign: 0 }
  if (root !== undefined) count(root, { language, text }, counted)
  // A query of ours with a mistake does not belong to an engine that writes conditions in the same way.
  if (counted.known === 0 || (counted.foreign === 0 && language.id !== 'google')) return 0
  const signs = language.id === 'zoomeye' && /(^|\s)\+\w+:/.test(text) ? 3 : 0
  const words = language.id === 'quake' && /\s(AND|OR|NOT)\s|^NOT\s|\(/.test(text) ? 1 : 0
  return 4 * counted.known - 6 * counted.unknown - 4 * counted.joiners - 3 * notes.length + signs + words
}

interface Counts {
  known: number
  unknown: number
  /** Words that would join conditions and are plain words in this language. */
  joiners: number
  /** Conditions that our language does not have or spells differently. */
  foreign: number
}

interface Looked {
  readonly language: Language
  readonly text: string
}

function count(node: SourceNode, looked: Looked, counts: Counts): void {
  switch (node.kind) {
    case 'word':
      if (/^(and|or|not|&&|\|\||\(.*|.*\)|[\w.]+[!=]?=.*)$/i.test(node.text)) counts.joiners++
      break
    case 'condition':
      if (looked.language.find(node.field) === undefined) counts.unknown++
      else counts.known++
      if (isForeign(node, looked)) counts.foreign++
      break
    case 'not':
      count(node.child, looked, counts)
      break
    case 'and':
    case 'or':
      for (const child of node.children) count(child, looked, counts)
  }
}

function isForeign({ field, span }: SourceNode & { kind: 'condition' }, { text }: Looked): boolean {
  if (findField(field) === undefined) return true
  const piece = text.slice(span.start, span.end)
  return piece
    .slice(piece.indexOf(field) + field.length)
    .trimStart()
    .startsWith(':')
}
