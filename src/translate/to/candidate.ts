// The ways to write one of our conditions in another language, found by inverting the rules by which that language is read.
import { countryCode, type Field, findField } from '../../field/index.ts'
import { type ParsedNode, splitOperator } from '../../query/index.ts'
import { LANGUAGES } from '../languages.ts'
import type { Rule } from '../rule.ts'
import type { Asked, Writing } from './target.ts'

type Condition = Extract<ParsedNode, { kind: 'condition' }>

/** Texts that may mean a condition without its negation, most likely first. */
export function candidates(condition: Condition, writing: Writing): readonly string[] {
  const field = findField(condition.field)
  if (field === undefined) return []
  const names = namesFor(field.name, writing)
  const asked = askedOf(condition, field)
  const written = names.flatMap((name) => asked.map((one) => writing.condition(name, one)))
  const known = condition.value === '' ? presence(field.name, writing, 'false') : []
  return [...known, ...written, ...seenTexts(condition, writing)].filter((text) => text !== undefined)
}

/** Texts that may mean that a field has a value: `has_ssl:true`, `field: *`. */
export function presenceCandidates(name: string, writing: Writing): readonly string[] {
  const field = findField(name)
  if (field === undefined) return []
  const any = namesFor(field.name, writing).map((known) => writing.condition(known, { op: 'any' }))
  return [...presence(field.name, writing, 'true'), ...any.filter((text) => text !== undefined)]
}

// Texts for `after` and `before` in languages that have a range of times instead, or write days first.
function seenTexts({ field, value }: Condition, writing: Writing): readonly (string | undefined)[] {
  if (field !== 'after' && field !== 'before') return []
  const op = field === 'after' ? '>=' : '<'
  return namesFor('lastupdatetime', writing).map((name) => writing.condition(name, { op, value }))
}

/** Fields that are read as only ours come first, then those that also search elsewhere. */
function namesFor(field: string, { language }: Writing): readonly string[] {
  const rules = [...LANGUAGES[language].fields].flatMap(([name, rule]) => {
    const rank = rankOf(rule, field)
    return rank === undefined ? [] : [{ name, rank }]
  })
  return rules
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ name }) => (language === 'censys' ? censysName(name) : name))
    .slice(0, 6)
}

function rankOf(rule: Rule, field: string): number | undefined {
  if (rule.kind === 'country') return field === 'country' || field === 'country_name' ? 0 : undefined
  if (rule.kind !== 'fields' || !rule.fields.includes(field)) return undefined
  return (rule.fields.length - 1) * 2 + (rule.changed === undefined ? 0 : 1)
}

// In the first search, which most people used, the fields of a service are below `services`.
function censysName(name: string): readonly string[] {
  if (HOST_WIDE.test(name)) return [name]
  const first = FIRST_NAMES.reduce((text, [pattern, written]) => text.replace(pattern, written), name)
  return /^cert\./.test(first) ? [] : [`services.${first}`]
}

// On the platform, `cert` is the leaf certificate of a handshake, with fewer parts.
const FIRST_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^cert\.names$/, 'tls.certificates.leaf_data.names'],
  [/^cert\.fingerprint_sha256$/, 'tls.certificates.leaf_data.fingerprint'],
  [
    /^cert\.parsed\.(subject_dn|issuer_dn|subject\.|issuer\.|signature\.|public_key\.)/,
    'tls.certificates.leaf_data.$1',
  ],
]

const HOST_WIDE =
  /^(?:ip|names?|dns\.|location\.|autonomous_system\.|whois\.|operating_system\.|last_updated_at|labels)/

function askedOf({ operator, value }: Condition, field: Field): readonly Asked[] {
  const { base } = splitOperator(operator)
  const spelt = field.name === 'country' ? (countryCode(value) ?? value) : value
  switch (base) {
    case '=':
      if (field.kind === 'boolean' && value !== '') return YES_NO
      return value === ''
        ? [{ op: 'match', value }]
        : [
            { op: 'match', value: spelt },
            { op: 'exact', value: spelt },
          ]
    case '==':
      return [
        { op: 'exact', value: spelt },
        { op: 'match', value: spelt },
      ]
    case '*=':
      return [{ op: 'wildcard', value }]
    case '=~':
      return [{ op: 'regex', value }]
    default:
      return [{ op: base, value }]
  }
}

// Some languages test the opposite of what we store.
const YES_NO: readonly Asked[] = ['true', 'false'].map((value) => ({ op: 'match', value }))

// `f=""`, and `f!=""` without its negation, test whether there is a value.
function presence(field: string, { language }: Writing, value: 'true' | 'false'): readonly string[] {
  return [...LANGUAGES[language].fields].flatMap(([name, rule]) =>
    rule.kind === 'presence' && rule.field === field ? [`${name}:${value}`] : [],
  )
}
