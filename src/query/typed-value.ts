// Parses the value of a condition as its field's type: a number, an address or CIDR, a time, yes or no.
import { countryCode, countryNames, type Field } from '../field/index.ts'
import {
  type Address,
  nearest,
  parseAddress,
  parseIpv4,
  parseNetwork,
  parseSpan,
  type Span,
} from '../util/index.ts'
import { type Problem, shown } from './problem.ts'
import type { AddressRange, Comparison, SingleTest, Test } from './tree.ts'

/** A problem with a value, without its position. */
export type ValueProblem = Omit<Problem, 'span'>

/** A value as a test, or its problem; `more` are further tests, any of which may match too. */
export type ReadValue = ReadAs<Test> & { readonly more?: readonly Test[] }

/** One value as a test, or its problem. */
export type ReadSingle = ReadAs<SingleTest>

type ReadAs<Kind extends Test> = { readonly test: Kind } | { readonly problem: ValueProblem }

/** Reads `443`, `-12.5`; leading zeros do not matter. */
export function readNumber(value: string, field: Field): ReadSingle {
  const text = value.trim()
  // Adding zero turns -0 into the zero that records store.
  if (/^[+-]?\d{1,300}(\.\d{1,300})?$/.test(text)) return { test: { op: 'number', value: Number(text) + 0 } }
  return { problem: numberRange(text, field) ?? numberProblem(value, text, field) }
}

function numberProblem(value: string, text: string, field: Field): ValueProblem {
  return {
    found: `${shown(value)} is not a number`,
    expected: `a number in digits for ${shown(field.name)}, such as ${shown(field.example)}`,
    suggestion: /^as\s?(\d+)$/i.exec(text)?.[1],
  }
}

// `port="80-90"`, as other engines write it.
function numberRange(text: string, { name, of }: Field): ValueProblem | undefined {
  const [, first = '', last = ''] = /^(\d{1,10})\s*(?:-|\.\.|~)\s*(\d{1,10})$/.exec(text) ?? []
  if (first === '' || of === 'address') return undefined
  const isReversed = Number(first) > Number(last)
  const [low, high] = isReversed ? [last, first] : [first, last]
  return {
    found: `${shown(text)} is a range of numbers${isReversed ? ', and reversed' : ''}`,
    expected: 'two comparisons, or a list with commas',
    suggestion: `${name}>="${low}" && ${name}<="${high}"`,
  }
}

/** Reads `true`, `false`, `1` and `0` in any case. */
export function readBoolean(value: string, field: Field): ReadSingle {
  const text = value.trim().toLowerCase()
  if (text === 'true' || text === '1') return { test: { op: 'boolean', value: true } }
  if (text === 'false' || text === '0') return { test: { op: 'boolean', value: false } }
  const meant = { yes: 'true', y: 'true', on: 'true', no: 'false', n: 'false', off: 'false' }
  const suggestion = Object.entries(meant).find(([spelling]) => spelling === text)?.[1]
  return {
    problem: {
      found: `${shown(value)} is neither true nor false`,
      expected: `\`true\`, \`false\`, \`1\` or \`0\` for ${shown(field.name)}`,
      suggestion: suggestion ?? nearest(text, ['true', 'false']),
    },
  }
}

/** Reads an address; with `networks` also a CIDR, whose host bits may be set, and a range `first-last`. */
export function readAddress(value: string, networks: boolean): ReadSingle {
  const text = value.trim()
  const address: Address | undefined = parseAddress(text)
  if (address !== undefined) return { test: { op: 'address', address } }
  const range = text.includes('-') ? readRange(text, value) : undefined
  if (range !== undefined && 'problem' in range) return range
  const network: AddressRange | undefined = range ?? parseNetwork(text)
  if (network === undefined) return { problem: addressProblem(text, value) }
  const { version, first, last } = network
  if (networks) return { test: { op: 'network', network: { version, first, last } } }
  return {
    problem: {
      found: `the ${range === undefined ? 'CIDR' : 'range'} ${shown(value)} after \`==\` or \`!==\`, which compare whole addresses`,
      expected: 'an address, or the operator `=`',
      suggestion: '=',
    },
  }
}

function readRange(
  text: string,
  value: string,
): AddressRange | { readonly problem: ValueProblem } | undefined {
  const [from = '', to = '', ...more] = text.split('-').map((end) => end.trim())
  const [first, last] = [parseAddress(from), parseAddress(to)]
  if (more.length > 0 || first === undefined) return undefined
  const expected = 'two addresses of one family, the lower one first, such as `192.0.2.1-192.0.2.9`'
  const notRange = `${shown(value)} is not a range of addresses`
  if (last === undefined) return { problem: { found: notRange, expected, suggestion: meantRange(from, to) } }
  if (first.version !== last.version)
    return { problem: { found: `${notRange}, its ends are of different families`, expected } }
  if (first.value > last.value)
    return {
      problem: { found: `the range ${shown(value)} is reversed`, expected, suggestion: `${to}-${from}` },
    }
  return { version: first.version, first: first.value, last: last.value }
}

// The intended range of `192.0.2.1-9`.
function meantRange(from: string, to: string): string | undefined {
  const meant = /^\d{1,3}$/.test(to) ? `${from.slice(0, from.lastIndexOf('.') + 1)}${to}` : ''
  return parseAddress(meant) === undefined ? undefined : `${from}-${meant}`
}

function addressProblem(text: string, value: string): ValueProblem {
  const [address = '', bits] = text.split('/', 2)
  const what = bits === undefined ? 'IP address' : 'CIDR'
  const reason = text === '' ? 'it is blank' : faultOfAddress(address)
  return {
    found: `${shown(value)} is not a valid ${what}${reason === undefined ? '' : `, ${reason}`}`,
    expected: 'an IPv4 or IPv6 address, or a CIDR such as `192.0.2.0/24` or `2001:db8::/32`',
    suggestion: meantAddress(text),
  }
}

function faultOfAddress(address: string): string | undefined {
  const known = parseAddress(address)
  if (known !== undefined) {
    return `its prefix length must be a whole number from 0 to ${known.version === 4 ? 32 : 128}`
  }
  if (!/^\d+(\.\d+){3}$/.test(address)) return undefined
  const part = address.split('.').find((digits) => parseIpv4(`0.0.0.${digits}`) === undefined)
  return part === undefined ? undefined : `${shown(part)} is not a number from 0 to 255 without leading zeros`
}

// The intended networks of `192.0.2` and `192.0.2.*`, and the address in `[2001:db8::1]`.
function meantAddress(text: string): string | undefined {
  const parts = /^(\d{1,3}(?:\.\d{1,3}){0,2})\.?(?:\.\*)*$/.exec(text)?.[1]?.split('.')
  const bracketed = /^\[(.*)\]$/.exec(text)?.[1]
  const meant =
    parts === undefined ? bracketed : `${[...parts, '0', '0', '0'].slice(0, 4).join('.')}/${parts.length * 8}`
  return meant !== undefined && (parseAddress(meant) ?? parseNetwork(meant)) !== undefined ? meant : undefined
}

/**
 * Reads a year, month, day, minute or second: the whole period, or for `after` the time from its start and for `before` the time before its
 * start.
 */
export function readTime(value: string, field: Field): ReadSingle {
  const span: Span | undefined = parseSpan(value)
  if (span === undefined) return { problem: timeProblem(value) }
  const side = /(?:^|\.)(after|before)$/.exec(field.name)?.[1]
  if (side === 'after') return { test: { op: 'span', span: { first: span.first } } }
  if (side === 'before') return { test: { op: 'span', span: { next: span.first } } }
  return { test: { op: 'span', span } }
}

/** Reads a time that is compared by order: `>` and `<=` use the end of the given period, `>=` and `<` its start. */
export function readComparedTime(value: string, comparison: Comparison): ReadSingle {
  const span: Span | undefined = parseSpan(value)
  if (span === undefined) return { problem: timeProblem(value) }
  switch (comparison) {
    case '>':
      return { test: { op: 'span', span: { first: span.next } } }
    case '>=':
      return { test: { op: 'span', span: { first: span.first } } }
    case '<':
      return { test: { op: 'span', span: { next: span.first } } }
    case '<=':
      return { test: { op: 'span', span: { next: span.next } } }
  }
}

function timeProblem(value: string): ValueProblem {
  const packed = /^(\d{4})[./]?(\d{2})[./]?(\d{2})$/.exec(value.trim())
  const meant = packed?.slice(1).join('-')
  const dated = /^\d{4}-\d{1,2}(-\d{1,2}([T ][\d:]+)?)?$/.test(value.trim())
  return {
    found: `${shown(value)} is not a valid ${dated ? 'calendar date or time' : 'date or time'}`,
    expected:
      'a year, month, day, minute or second in UTC, such as `2026`, `2026-03`, `2026-03-09` or `2026-03-09 14:05:06`',
    suggestion: meant !== undefined && parseSpan(meant) !== undefined ? meant : undefined,
  }
}

/** Reads a country: a code, or a name in English or Chinese, which is converted to its code. `exact` compares the code as written. */
export function readCountry(value: string, exact: boolean): ReadSingle {
  const text = value.trim()
  const code = countryCode(text)
  if (code === undefined) return { problem: countryProblem(value) }
  const asWritten = /^..$/u.test(text) && code === text.toUpperCase() ? text : code
  return { test: { op: exact ? 'equals' : 'equalsIgnoringCase', value: asWritten } }
}

function countryProblem(value: string): ValueProblem {
  const meant = nearest(value.trim(), countryNames())
  return {
    found: `${shown(value)} is not a country`,
    expected: 'a code of two letters such as `DE`, or the name of a country in English or Chinese',
    suggestion: meant && countryCode(meant),
  }
}
