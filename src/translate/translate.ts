// Translates a query of another search engine into ours, or from one language to another.
import { AppError, isAppError } from '../error/index.ts'
import { checkQuery, LIMITS, printQuery, readQuery } from '../query/index.ts'
import { detectLanguage } from './detect.ts'
import { LANGUAGE_NAMES, type LanguageName } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { mapTree } from './map.ts'
import { translateMixed } from './mixed.ts'
import { countLeaves, type Note } from './source.ts'
import type { TargetName } from './to/target.ts'
import { translateTo } from './to/translate-to.ts'

/** A query in our language, and what was lost or changed. */
export interface Translation {
  readonly from: LanguageName
  /** Always a valid query of our language; empty if nothing of the text could be translated. */
  readonly query: string
  /** In order of position. */
  readonly notes: readonly Note[]
}

/** The most notes that are reported. */
const MOST_NOTES = 100

/** Translates a text from a language, or from the detected one; undefined when none is detected. Never fails. */
export function translate(text: string, from?: LanguageName): Translation | undefined {
  const mixed = from === undefined ? translateMixed(text) : undefined
  if (mixed !== undefined) return { ...mixed, notes: arrangeNotes(mixed.notes) }
  const language = from ?? detectLanguage(text)
  if (language === undefined) return undefined
  if (text.length > LIMITS.bytes)
    return nothing(text, language, `the text is longer than ${LIMITS.bytes} characters`)
  const { root, notes } = LANGUAGES[language].read(text)
  if (root === undefined) return { from: language, query: '', notes: arrangeNotes(notes) }
  if (countLeaves(root) > LIMITS.conditions)
    return nothing(text, language, `the text has more than ${LIMITS.conditions} conditions and words`)
  const mapped = mapTree(root, LANGUAGES[language], text)
  const query = mapped.root === undefined ? '' : printQuery(mapped.root)
  const fault = query === '' ? undefined : faultOf(query)
  if (fault !== undefined) return nothing(text, language, fault)
  return { from: language, query, notes: arrangeNotes([...notes, ...mapped.notes]) }
}

function nothing(text: string, from: LanguageName, why: string): Translation {
  const note: Note = { kind: 'lost', start: 0, end: text.length, text: `nothing was translated: ${why}` }
  return { from, query: '', notes: [note] }
}

// Each condition is valid, but together they may be too many or too long.
function faultOf(query: string): string | undefined {
  try {
    readQuery(query)
    return undefined
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.message.replace(/^\[820000\] Query Syntax Incorrect: /, '')
  }
}

function arrangeNotes(notes: readonly Note[]): readonly Note[] {
  const distinct = new Map(notes.map((note) => [`${note.start} ${note.end} ${note.text}`, note]))
  return [...distinct.values()].toSorted((a, b) => a.start - b.start).slice(0, MOST_NOTES)
}

/** A query in a language, and what was lost or changed by its translation. */
export interface Carried {
  readonly from: LanguageName | 'periplus'
  readonly to: TargetName | 'periplus'
  readonly query: string
  readonly notes: readonly Note[]
}

/**
 * Translates a query of ours, or of another engine, to the language of an engine; to ours if none is named. Fails with `params` for
 * any other text.
 */
export function carry(text: string, from: LanguageName | undefined, to: TargetName | undefined): Carried {
  const found = understand(text, from)
  if (to === undefined) return { ...found, to: 'periplus' }
  if (found.query === '') return { ...found, to }
  const { query, notes } = translateTo(found.query, to)
  // Positions in our own query mean nothing in a text of another language.
  const placed =
    found.from === 'periplus' ? notes : notes.map((note) => ({ ...note, start: 0, end: text.length }))
  return { from: found.from, to, query, notes: arrangeNotes([...found.notes, ...placed]) }
}

/** A translation, or a query that is already in our language. */
type Understood =
  | Translation
  | { readonly from: 'periplus'; readonly query: string; readonly notes: readonly [] }

/** Translates text in another language and returns ours unchanged. Fails with `params` for any other text. */
export function understand(text: string, from?: LanguageName): Understood {
  const found = translate(text, from)
  if (found !== undefined) return found
  if (checkQuery(text) === undefined) return { from: 'periplus', query: text, notes: [] }
  throw new AppError(
    'params',
    `[-4] Params Error: the language of the query is not clear; name it with \`from\`: ${LANGUAGE_NAMES.join(', ')}`,
  )
}
