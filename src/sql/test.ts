// Compiles one test on one field to an SQL condition that is 0 or 1, never NULL: a record that lacks the field fails every test
// except `empty`.
import type { Field } from '../field/index.ts'
import type { Comparison, Test } from '../query/index.ts'
import { printAddress, printTime, type Span } from '../util/index.ts'
import { column, type Fragment, join, parameter, sql, text } from './fragment.ts'
import { expressionProbe } from './expression.ts'
import { hasValue, listOfValues } from './list-value.ts'
import { type Access, fieldContains } from './needle.ts'
import { expressionPattern, wildcardPattern } from './pattern.ts'
import { anyOf, reachedIn } from './any-of.ts'
import { inNetwork } from './network-set.ts'
import { printed } from './printed.ts'
import { hasAddress, hasAddressIn } from './several-addresses.ts'
import { COMPARISON_SIGN } from './sign.ts'
import { bitsOf, haveBits, tagEquals } from './tag-column.ts'

/** Compiles a test; `now` (milliseconds) is the current time. */
export function compileTest(field: Field, test: Test, now: number, access: Access): Fragment {
  if (field.fromLists) return ofUnknown(test)
  const bits = bitsOf({ kind: 'test', field, test })
  return bits === undefined ? compileValue(field, test, now, access) : haveBits([bits])
}

function compileValue(field: Field, test: Test, now: number, access: Access): Fragment {
  switch (test.op) {
    case 'contains':
      return fieldContains(field, test.value, access)
    case 'equals':
      return equals(field, test.value)
    case 'equalsIgnoringCase':
      return onValue(field, (value) => sql`lowerUTF8(${value}) = ${text(test.value.toLowerCase())}`)
    case 'matches':
      return matches(field, test.expression, access)
    case 'wildcard':
      return onValue(
        field,
        (value) => sql`match(lowerUTF8(${value}), ${text(wildcardPattern(test.pattern))})`,
      )
    case 'empty':
      return isEmpty(field)
    case 'number':
      return sql`ifNull(${column(field.column)} = ${parameter('Float64', String(test.value))}, 0)`
    case 'compare':
      return compare(field, test.comparison, test.value)
    case 'any':
      return anyOf(field, test.tests, (one) => compileValue(field, one, now, access))
    case 'reachedIn':
      return reachedIn([test.name])
    case 'address':
      return sql`(ip = ${text(printAddress(test.address))} OR ${hasAddress(test.address)})`
    case 'network':
      return sql`(${inNetwork(test.network)} OR ${hasAddressIn([test.network])})`
    case 'span':
      return inSpan(field, test.span)
    case 'boolean':
      return isTrue(field, test.value, now)
  }
}

/** A test of a field whose lists are not there: every value is unknown. */
function ofUnknown(test: Test): Fragment {
  return test.op === 'empty' || (test.op === 'boolean' && !test.value) ? sql`1` : sql`0`
}

function matches(field: Field, expression: string, access: Access): Fragment {
  const pattern = text(expressionPattern(expression))
  const decide = onValue(field, (value) => sql`match(${value}, ${pattern})`)
  const probe = field.many || access === 'text' ? undefined : expressionProbe(field.column, expression)
  const isNarrowed = probe !== undefined && access !== 'text' && access.narrows(probe)
  return isNarrowed ? sql`(${probe.narrow} AND ${decide})` : decide
}

function compare(field: Field, comparison: Comparison, value: number): Fragment {
  const bound = parameter('Float64', String(value))
  return sql`ifNull(${column(field.column)} ${COMPARISON_SIGN[comparison]} ${bound}, 0)`
}

/** A condition on the printed value, or on any of the values of a list. */
function onValue(field: Field, condition: (value: Fragment) => Fragment): Fragment {
  if (field.many) return sql`arrayExists(x -> ${condition(sql`x`)}, ${listOfValues(field)})`
  const value = printed(field)
  return sql`(${value} != '' AND ${condition(value)})`
}

function equals(field: Field, value: string): Fragment {
  const asText = tagEquals(field.column, value)
  if (asText !== undefined) return asText
  if (field.many) return hasValue(field, value)
  return value === '' ? sql`0` : sql`${printed(field)} = ${text(value)}`
}

function isEmpty(field: Field): Fragment {
  if (field.many) return sql`empty(${listOfValues(field)})`
  if (field.name === 'cert.is_expired') return sql`cert_not_after = ''`
  if (field.kind === 'boolean' || field.kind === 'number') return sql`isNull(${column(field.column)})`
  return sql`${printed(field)} = ''`
}

const LAST_SECOND = 4_294_967_295
const YEAR_10000 = Date.UTC(10000, 0, 1)

function inSpan(field: Field, { first, next }: Partial<Span>): Fragment {
  return field.column.startsWith('cert_') ? inTextSpan(field, first, next) : inSecondSpan(field, first, next)
}

/** Certificate times are texts whose byte order equals their order in time. */
function inTextSpan(field: Field, first: number | undefined, next: number | undefined): Fragment {
  const value = column(field.column)
  const conditions = [sql`${value} != ''`]
  // Times are compared as texts of equal length; no stored time is later than the year 9999.
  if (first !== undefined && first >= YEAR_10000) return sql`0`
  if (first !== undefined) conditions.push(sql`${value} >= ${text(printTime(first))}`)
  if (next !== undefined && next < YEAR_10000) conditions.push(sql`${value} < ${text(printTime(next))}`)
  return sql`(${join(conditions, ' AND ')})`
}

/** Seconds since 1970; for `lastupdatetime` through the sort key, which counts backwards. */
function inSecondSpan(field: Field, first: number | undefined, next: number | undefined): Fragment {
  const from = first === undefined ? 0 : Math.max(0, Math.ceil(first / 1000))
  const until = next === undefined ? LAST_SECOND : Math.min(LAST_SECOND, Math.ceil(next / 1000) - 1)
  if (from > LAST_SECOND || until < from) return sql`0`
  const isSortKey = field.column === 'lastupdatetime'
  const low = parameter('UInt32', String(isSortKey ? LAST_SECOND - until : from))
  const high = parameter('UInt32', String(isSortKey ? LAST_SECOND - from : until))
  return sql`${isSortKey ? sql`recency` : column(field.column)} BETWEEN ${low} AND ${high}`
}

function isTrue(field: Field, wanted: boolean, now: number): Fragment {
  const holds =
    field.name === 'cert.is_expired'
      ? sql`(cert_not_after != '' AND cert_not_after < ${text(printTime(now))})`
      : sql`ifNull(${column(field.column)}, 0)`
  return wanted ? holds : sql`NOT ${holds}`
}
