// How each language is written: how conditions are spelt and joined. The meaning of its fields is known from reading it.
import type { Comparison } from '../../query/index.ts'
import type { LanguageName } from '../language.ts'

/** The languages that queries are translated to. */
export const TARGET_NAMES = ['fofa', 'shodan', 'censys', 'zoomeye', 'quake', 'hunter'] as const

/** One of them. */
export type TargetName = (typeof TARGET_NAMES)[number]

/** The display name of each. */
export const TARGET_LABELS: Readonly<Record<TargetName, string>> = {
  fofa: 'FOFA',
  shodan: 'Shodan',
  censys: 'Censys',
  zoomeye: 'ZoomEye',
  quake: 'Quake',
  hunter: 'Hunter',
}

/** How a condition compares, as far as it is spelt differently. */
export type Asked =
  | { readonly op: 'match' | 'exact' | 'wildcard' | 'regex'; readonly value: string }
  | { readonly op: Comparison; readonly value: string }
  | { readonly op: 'any' }

/** How a language is written. */
export interface Writing {
  readonly language: Exclude<LanguageName, 'google'>
  readonly name: string
  /** The condition; undefined if the language has no such comparison. */
  readonly condition: (field: string, asked: Asked) => string | undefined
  /** A word; undefined if the language has nothing similar. */
  readonly word: (word: string) => string | undefined
  readonly not: (operand: string) => string
  readonly and: string
  /** Undefined if alternatives are only possible among the values of one field. */
  readonly or: string | undefined
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** The condition of languages that write `field="value"`. */
function equals(field: string, asked: Asked): string | undefined {
  if (asked.op === 'match') return `${field}=${quoted(asked.value)}`
  return asked.op === 'exact' ? `${field}==${quoted(asked.value)}` : undefined
}

const SHODAN: Writing = {
  language: 'shodan',
  name: 'Shodan',
  condition: (field, asked) => {
    if (asked.op !== 'match') return undefined
    if (field === 'after' || field === 'before') return `${field}:${dayFirst(asked.value)}`
    return `${field}:${/^[\w./-]+$/.test(asked.value) ? asked.value : quoted(asked.value)}`
  },
  word: (word) => (/^[\w./]+$/.test(word) ? word : quoted(word)),
  not: (operand) => `-${operand}`,
  and: ' ',
  or: undefined,
}

// Shodan writes days first.
function dayFirst(value: string): string {
  const [year = '', month = '01', day = '01'] = value.trim().slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

const CENSYS: Writing = {
  language: 'censys',
  name: 'Censys',
  condition: (field, asked) => {
    switch (asked.op) {
      case 'any':
        return `${field}: *`
      case 'match':
        return /[*?]/.test(asked.value)
          ? `${field}: ${ticked(asked.value)}`
          : `${field}: ${quoted(asked.value)}`
      case 'exact':
        return `${field}= ${ticked(asked.value)}`
      case 'wildcard':
        return `${field}: ${quoted(asked.value)}`
      case 'regex':
        return `${field}=~ ${quoted(asked.value)}`
      default:
        return `${field}: ${asked.op}${quoted(asked.value)}`
    }
  },
  word: quoted,
  not: (operand) => `not ${operand}`,
  and: ' and ',
  or: ' or ',
}

const ticked = (text: string): string => (text.includes('`') ? quoted(text) : `\`${text}\``)

const ZOOMEYE: Writing = {
  language: 'zoomeye',
  name: 'ZoomEye',
  condition: equals,
  word: quoted,
  not: (operand) => `!${operand}`,
  and: ' && ',
  or: ' || ',
}

const QUAKE: Writing = {
  language: 'quake',
  name: 'Quake',
  condition: (field, asked) => {
    if (asked.op === 'any') return `${field}:*`
    if (asked.op === 'match' || asked.op === 'wildcard')
      return asked.op === 'match' && /[*?]/.test(asked.value) ? undefined : `${field}:${quoted(asked.value)}`
    if (asked.op === '>=') return `${field}:[${asked.value} TO *]`
    if (asked.op === '<=') return `${field}:[* TO ${asked.value}]`
    if (asked.op === '>') return `${field}:{${asked.value} TO *]`
    return asked.op === '<' ? `${field}:[* TO ${asked.value}}` : undefined
  },
  word: quoted,
  not: (operand) => `NOT ${operand}`,
  and: ' AND ',
  or: ' OR ',
}

const HUNTER: Writing = {
  language: 'hunter',
  name: 'Hunter',
  condition: (field, asked) => {
    if (asked.op === 'any' || asked.op === 'wildcard' || asked.op === 'regex') return undefined
    if (asked.op === 'match' || asked.op === 'exact') return equals(field, asked)
    return `${field}${asked.op}${quoted(asked.value)}`
  },
  word: quoted,
  not: (operand) => `!${operand}`,
  and: ' && ',
  or: ' || ',
}

/** How each language is written, except FOFA, which is similar to ours. */
export const WRITINGS: Readonly<Record<Exclude<TargetName, 'fofa'>, Writing>> = {
  shodan: SHODAN,
  censys: CENSYS,
  zoomeye: ZOOMEYE,
  quake: QUAKE,
  hunter: HUNTER,
}
