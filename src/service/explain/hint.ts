// Hints about a condition without matches, and what it was probably meant to be.
import { englishCountryName, type Field } from '../../field/index.ts'
import { quote } from '../../query/index.ts'
import { trimEnds } from '../../util/index.ts'
import type { Condition } from './condition.ts'
import type { Hint } from './types.ts'

/** Computed by other services in ways that are not published. */
const UNPUBLISHED: ReadonlySet<string> = new Set([
  'header_hash',
  'banner_hash',
  'fid',
  'banner_fid',
  'sdk_hash',
])

/** Wrong country codes that people write. */
const MEANT_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR', EN: 'GB' }

/** Hints about a condition without matches. */
export function hintsFor(condition: Condition): readonly Hint[] {
  return [
    ...(UNPUBLISHED.has(condition.field.name) ? (['unpublished_hash'] as const) : []),
    ...(hasLiteralWildcard(condition) ? (['literal_wildcard'] as const) : []),
    ...(hasLiteralComma(condition) ? (['literal_comma'] as const) : []),
    ...(unusedCode(condition) === undefined ? [] : (['unused_code'] as const)),
    ...(isForeignLocation(condition) ? (['english_place'] as const) : []),
  ]
}

/** Conditions that express what this one was probably meant to be. */
export function respelt(condition: Condition): readonly string[] {
  const { field, value, operator } = condition
  const code = MEANT_CODES[unusedCode(condition) ?? '']
  return [
    ...(hasLiteralWildcard(condition) ? [asPattern(field, value)] : []),
    ...(hasLiteralComma(condition) ? [asList(field, operator, value)] : []),
    ...nameInstead(condition),
    ...(code === undefined ? [] : [`country="${code}"`]),
  ]
}

function hasLiteralWildcard({ field, value }: Condition): boolean {
  return (field.kind === 'text' || field.kind === 'keyword') && /[*?]/.test(value)
}

function hasLiteralComma({ field, value }: Condition): boolean {
  return field.kind === 'text' && /[^\s,]\s*,\s*[^\s,]/.test(value)
}

function unusedCode({ field, value }: Condition): string | undefined {
  const code = value.trim().toUpperCase()
  const isCode = field.name === 'country' && /^[A-Z]{2}$/.test(code)
  return isCode && englishCountryName(code) === undefined ? code : undefined
}

// Databases of locations have names in Latin letters.
function isForeignLocation({ field, value }: Condition): boolean {
  return (field.name === 'city' || field.name === 'province') && /[^\x00-\u024f]/.test(value)
}

// `host="https://www.example.com/login"` was meant for the host, and `domain="www.example.com"` for a name of that domain.
function nameInstead({ field, value }: Condition): readonly string[] {
  if (field.name !== 'host' && field.name !== 'domain') return []
  const [name = ''] = value
    .trim()
    .replace(/^[a-z]{2,10}:\/\//i, '')
    .split(/[/?#]/, 1)
  const isOther = name !== value || field.name === 'domain'
  return isOther && /^[\p{L}\p{N}._-]+(?::\d{1,5})?$/u.test(name) ? [`host=${quote(name)}`] : []
}

// `host="*.example.com"` was meant as a pattern; a text field finds its literal part anywhere.
function asPattern(field: Field, value: string): string {
  const inner = trimEnds(value, '*')
  if (field.kind === 'text' && inner !== '' && !/[*?]/.test(inner)) return `${field.name}=${quote(inner)}`
  return `${field.name}*=${quote(field.kind === 'text' ? `*${inner}*` : value)}`
}

function asList(field: Field, operator: string, value: string): string {
  const parts = value.split(',').map((part) => part.trim())
  const conditions = parts.filter((part) => part !== '').slice(0, 50)
  return `(${conditions.map((part) => `${field.name}${operator}${quote(part)}`).join(' || ')})`
}
