import type { FieldTable, Rule } from './rule.ts'
import type { Reading } from './source.ts'

/** The languages that are translated. */
export const LANGUAGE_NAMES = ['shodan', 'censys', 'zoomeye', 'quake', 'hunter', 'google'] as const

/** One of them. */
export type LanguageName = (typeof LANGUAGE_NAMES)[number]

/** The description of a language. */
export interface Language {
  readonly id: LanguageName
  /** The name as its vendor writes it. */
  readonly name: string
  /** Where its syntax and fields are described. */
  readonly sources: readonly string[]
  readonly fields: FieldTable
  /** The rule of a field as written, in any case. */
  readonly find: (field: string) => Rule | undefined
  /** Our fields in which a word without a field is searched; `*` is our own plain word. */
  readonly wordFields: readonly string[]
  /** Reads a text; never throws. */
  readonly read: (text: string) => Reading
}
