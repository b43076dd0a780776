// Generates queries for property tests: trees of any content, and queries made from the values of given records, so that they find
// something.
import fc from 'fast-check'
import type { Asset } from '../../src/asset/index.ts'
import { CATALOGUE, type Field, fieldNamed, printValues } from '../../src/field/index.ts'
import {
  FUNCTION_NAMES,
  type FunctionName,
  type Operator,
  operatorsOfField,
  type ParsedNode,
  printQuery,
  splitOperator,
} from '../../src/query/index.ts'
import { printTime } from '../../src/util/index.ts'

const NOWHERE = { start: 0, end: 0 }
const NESTING = 6
const LAST_IPV6 = Array(8).fill('ffff').join(':')

/** A condition of a parsed tree, without its span. */
export function conditionNode(field: string, operator: Operator, value: string): ParsedNode {
  return {
    kind: 'condition',
    field,
    operator,
    value,
    fieldSpan: NOWHERE,
    operatorSpan: NOWHERE,
    valueSpan: NOWHERE,
  }
}

/** A word of a parsed tree, without its span. */
export function wordNode(word: string): ParsedNode {
  return { kind: 'word', word, span: NOWHERE }
}

/** Trees over the given leaves. */
function trees(leaf: fc.Arbitrary<ParsedNode>): fc.Arbitrary<ParsedNode> {
  const { node } = fc.letrec<{ node: ParsedNode; list: ParsedNode; not: ParsedNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: NESTING, depthSize: 'medium' },
      { arbitrary: leaf, weight: 3 },
      { arbitrary: tie('list'), weight: 2 },
      tie('not'),
    ),
    list: fc
      .tuple(fc.constantFrom('and', 'or'), tie('node'), tie('node'), fc.array(tie('node'), { maxLength: 2 }))
      .map(([kind, first, second, rest]) => ({ kind, children: [first, second, ...rest] })),
    not: tie('node').map((child) => ({ kind: 'not', child })),
  }))
  return node
}

const OPERATORS = ['=', '==', '=~', '*=', '!=', '!==', '!~', '!*=', '>', '>=', '<', '<='] as const
const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'"\'\\ab ()&|!=~*\n\t'), maxLength: 12 }),
  fc.constantFrom('and', 'OR', 'not', '', '\\', '"', 'a\\', "it's"),
)
const ANY_NAME = fc.oneof(
  fc.constantFrom(...CATALOGUE.map((field) => field.name), 'and', 'not', 'OR', 'Title'),
  fc.stringMatching(/^[\p{L}_][\p{L}\p{N}_.]{0,8}$/u),
)

/** A call of a function in a parsed tree, without its span. */
export function callNode(name: FunctionName, child: ParsedNode): ParsedNode {
  return { kind: 'call', name, child, span: NOWHERE }
}

/** Parsed trees of any names and values that a text can express. */
export const anyTree: fc.Arbitrary<ParsedNode> = trees(
  fc.oneof(
    fc
      .tuple(ANY_NAME, fc.constantFrom(...OPERATORS), ANY_TEXT)
      .map(([field, operator, value]) => conditionNode(field, operator, value)),
    ANY_TEXT.map(wordNode),
    fc
      .tuple(fc.constantFrom(...FUNCTION_NAMES), ANY_TEXT)
      .map(([name, word]) => callNode(name, wordNode(word))),
  ),
)

/** Where to cut a value and how to change it: numbers that every kind of value uses in its own way. */
interface Whim {
  readonly start: number
  readonly length: number
  readonly bend: number
}

const WHIM: fc.Arbitrary<Whim> = fc.record({
  start: fc.nat(400),
  length: fc.integer({ min: 1, max: 24 }),
  bend: fc.nat(11),
})

/** Texts of valid queries over the catalogue whose values come from `assets`; `now` in milliseconds. */
export function matchingQueries(assets: readonly Asset[], now: number): fc.Arbitrary<string> {
  const asset = fc.constantFrom(...assets)
  const conditionOn = (fields: readonly Field[]): fc.Arbitrary<ParsedNode> =>
    fc
      .tuple(asset, fc.constantFrom(...fields), fc.nat(), WHIM)
      .map(([record, field, choice, whim]) => conditionFrom(record, field, choice, whim, now))
  const word = fc
    .tuple(asset, fc.constantFrom('title', 'body', 'header', 'host'), WHIM)
    .map(([record, name, whim]) =>
      wordNode(piece(valueIn(record, fieldNamed(name), whim, now), whim) || 'nginx'),
    )
  const ofRecord = CATALOGUE.filter(({ of, operators }) => of === 'record' && operators.length > 0)
  const ofAddress = CATALOGUE.filter(({ of }) => of === 'address')
  const single = fc.oneof({ arbitrary: conditionOn(ofRecord), weight: 6 }, word)
  const call = fc
    .tuple(fc.constantFrom(...FUNCTION_NAMES), fc.oneof({ arbitrary: single, weight: 3 }, trees(single)))
    .map(([name, child]) => callNode(name, child))
  return trees(fc.oneof({ arbitrary: single, weight: 7 }, conditionOn(ofAddress), call)).map(printQuery)
}

function conditionFrom(asset: Asset, field: Field, choice: number, whim: Whim, now: number): ParsedNode {
  if (field.of === 'address') return hostConditionFrom(asset, field, choice, whim)
  const operators = operatorsOfField(field)
  const operator = operators[choice % operators.length] ?? '='
  const value = valueIn(asset, field, whim, now)
  const emptied = whim.bend === 11 && !/[~<>]/.test(splitOperator(operator).base)
  const text = emptied
    ? ''
    : listed(asset, comparedWith(value, field, operator, whim), field, operator, whim, now)
  return conditionNode(field.name, operator, text)
}

function hostConditionFrom(asset: Asset, field: Field, choice: number, whim: Whim): ParsedNode {
  const operators = operatorsOfField(field)
  const operator = operators[choice % operators.length] ?? '='
  return conditionNode(field.name, operator, hostValue(asset, field, whim))
}

function hostValue(asset: Asset, field: Field, whim: Whim): string {
  if (field.kind === 'time') return timeFrom(printTime(asset.lastupdatetime * 1000), whim)
  if (field.name !== 'ip_ports') return String(whim.bend % 4)
  return whim.bend < 6 ? String(asset.port) : `${asset.port}, ${whim.bend < 9 ? 443 : 80}`
}

// Sometimes a list: the value, another one of the record, and a changed one.
function listed(
  asset: Asset,
  value: string,
  field: Field,
  operator: Operator,
  whim: Whim,
  now: number,
): string {
  const { base } = splitOperator(operator)
  const listable = (base === '=' || base === '==') && ['keyword', 'number', 'address'].includes(field.kind)
  if (listable && value.includes(',')) return value.replaceAll(',', ';')
  if (!listable || whim.length > 5 || value.trim() === '') return value
  const other = { ...whim, start: whim.start + 1, bend: (whim.bend + 3) % 11 }
  const more = [whim, other].map((one) => comparedWith(valueIn(asset, field, one, now), field, operator, one))
  return [value, ...more.filter((one) => one.trim() !== '' && !one.includes(','))].join(', ')
}

function valueIn(asset: Asset, field: Field, whim: Whim, now: number): string {
  const values = printValues(asset, field, now)
  return values[whim.start % Math.max(1, values.length)] ?? ''
}

function comparedWith(value: string, field: Field, operator: Operator, whim: Whim): string {
  const { base } = splitOperator(operator)
  if (base === '=~') return expressionFrom(piece(value, whim), whim)
  if (base === '*=') return wildcardFrom(value, whim)
  switch (field.kind) {
    case 'text':
    case 'keyword':
      if (field.name === 'country') return countryFrom(value, whim)
      if (whim.bend === 4) return otherSpelling(value, field)
      return base === '==' || field.kind === 'keyword' ? bent(value, whim) : bent(piece(value, whim), whim)
    case 'number':
      return numberFrom(value, whim)
    case 'address':
      return addressFrom(value, base === '=', whim)
    case 'time':
      return timeFrom(value, whim)
    case 'boolean':
      return ['true', 'false', '1', '0'][whim.bend % 4] ?? 'true'
  }
}

// At most this many characters of a value, cut between characters.
function piece(value: string, { start, length }: Whim): string {
  const characters = Array.from(value)
  const from = characters.length === 0 ? 0 : start % characters.length
  return characters.slice(from, from + length).join('')
}

function bent(value: string, { bend }: Whim): string {
  const cut = Array.from(value).slice(0, 200).join('')
  if (bend === 0) return cut.toUpperCase()
  if (bend === 1) return cut.toLowerCase()
  return bend === 2 ? `${cut}x` : cut
}

// The same value as other programs write it.
function otherSpelling(value: string, { name }: Field): string {
  if (name === 'tls.version') return value.replace(/^TLSv/, 'TLS ')
  if (name === 'cert.sha256' || name === 'cert.key_sha256')
    return value.toUpperCase().replace(/..(?=.)/g, '$&:')
  if (/^(?:icon|body|header|banner)_hash$/.test(name) && /^-\d+$/.test(value))
    return String(Number(value) >>> 0)
  if (name === 'cert.sn' && /^\d{2,60}$/.test(value)) return `0x0${BigInt(value).toString(16)}`
  return name === 'province' ? 'HK' : value
}

// A text that is neither a code nor a name is refused.
function countryFrom(value: string, { bend }: Whim): string {
  if (bend === 0) return 'Germany'
  if (bend === 1) return '德国'
  return /^[a-z]{2}$/i.test(value) ? value : 'DE'
}

function expressionFrom(text: string, { bend }: Whim): string {
  const literal = text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll('\0', '\\x00')
  if (bend === 0) return `(?i)${literal}`
  if (bend === 1) return `^${literal}`
  if (bend === 2) return `${literal}$`
  if (bend === 3) return `(?:${literal}|zzz)`
  if (bend === 4)
    return text
      .replace(/[^\\^$.|?*+()[\]{}\0]/gu, (character, index) => (index % 3 === 1 ? '.' : character))
      .replace(/[\\^$|?*+()[\]{}\0]/g, '.')
  if (bend === 5) return '\\d{2,4}'
  if (bend === 6) return `(?s)${literal}.*`
  if (bend === 7) return `[^a-m]${literal}`
  return bend === 8 ? `\\b${literal}` : literal
}

function wildcardFrom(value: string, whim: Whim): string {
  const characters = Array.from(bent(value, whim)).slice(0, 200)
  const at = whim.start % Math.max(1, characters.length)
  if (whim.bend === 3) return `*${piece(value, whim)}*`
  if (whim.bend === 4) return '*'
  if (whim.bend === 5) return `${characters.slice(0, at).join('')}*`
  if (whim.bend === 6) return `*${characters.slice(at).join('')}`
  const replaced = characters.map((character, index) => (index === at ? '?' : character)).join('')
  return Array.from(value).length > 200 ? `${replaced}*` : replaced
}

function numberFrom(value: string, { start, bend }: Whim): string {
  if (value === '' || bend === 0) return String(start)
  if (bend === 1) return `0${value}`.replace(/^0-/, '-0')
  return bend === 2 ? `${value.replace(/\..*/, '')}.5` : value
}

function addressFrom(value: string, networks: boolean, { start, bend }: Whim): string {
  const address = value === '' ? '192.0.2.1' : value
  if (!networks || bend < 4) return address
  if (bend > 8) return address.includes(':') ? `${address} - ${LAST_IPV6}` : `${address}-255.255.255.255`
  return `${address}/${address.includes(':') ? start % 129 : start % 33}`
}

function timeFrom(value: string, { bend }: Whim): string {
  const time = value === '' ? '2026-01-01 00:00:00' : value
  return time.slice(0, [4, 7, 10, 16, 19][bend % 5])
}
