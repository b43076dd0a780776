// Conditions written with operators of other languages: `port≠80`, `port gt 80`, `80<port`. As words they would silently find nothing.
import { type Field, findField } from '../field/index.ts'
import { identifierAt, skipBlanks } from './lexis.ts'
import * as mistake from './mistake.ts'
import type { Problem } from './problem.ts'

/** Signs that stand for operators, with these. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '≠': '!=', '≥': '>=', '≧': '>=', '⩾': '>=', '＞': '>', '＞=': '>=', '＞＝': '>=' },
  ...{ '≤': '<=', '≦': '<=', '⩽': '<=', '＜': '<', '＜=': '<=', '＜＝': '<=', '≈': '*=', '≡': '==' },
  ...{ '！=': '!=', '！＝': '!=', '＝＝': '==', '~': '=~', '!>': '<=', '!<': '>=' },
}
const WIDE_SIGN = /[≠≥≧⩾≤≦⩽≈≡]|[＞＜][=＝]?|！[=＝]|＝＝/y
// Only for numbers and times: `~` and `!` stand in plain words.
const ORDERED_SIGN = /(?:~|![<>])(?=\s*["']?\d)/y

/** Words that stand for operators of numbers and times, with these. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ gt: '>', gte: '>=', ge: '>=', lt: '<', lte: '<=', le: '<=' },
  ...{ eq: '=', equals: '=', ne: '!=', neq: '!=' },
}
const ORDERED_WORD =
  /(?:gte?|ge|lte?|le|eq|equals|neq?|between)(?=\s+\d)|(?:not\s+)?in(?=\s*[[{]|\s+\d+\s*,\s*\d)/iy

/** A comparison with the value before the field: `80<port`. */
const REVERSED = /(\d[\d-]*)\s*([<>]=?)\s*(?=[a-z_])/iy
const TEXT_VERB = /(?:not\s+)?(?:like|contains|matches)(?=\s*')|is\s+(?:not\s+)?null\b/iy

/** The problem of a condition at `at` whose operator is not of this language; undefined for anything else. */
export function lookAlikeAt(text: string, at: number): Problem | undefined {
  const name = identifierAt(text, at)
  if (name === '') return reversedAt(text, at)
  const field = findField(name)
  if (field === undefined) return undefined
  const signStart = skipBlanks(text, at + name.length)
  return signAt(text, field, signStart) ?? wordAt(text, at, field, at + name.length)
}

function isOrdered(field: Field | undefined): boolean {
  return field?.kind === 'number' || field?.kind === 'time'
}

function signAt(text: string, field: Field, at: number): Problem | undefined {
  const sign = matchAt(WIDE_SIGN, text, at) || (isOrdered(field) ? matchAt(ORDERED_SIGN, text, at) : '')
  const meant = SIGNS[sign]
  if (meant === undefined || skipBlanks(text, at + sign.length) === text.length) return undefined
  return mistake.otherSign(sign, meant, at, isOrdered(field))
}

// `port gt 80`, `port between 80 and 90`, `title like 'x'`.
function wordAt(text: string, nameStart: number, field: Field, nameEnd: number): Problem | undefined {
  const start = skipBlanks(text, nameEnd)
  if (start === nameEnd) return undefined
  const verb = matchAt(TEXT_VERB, text, start) || (isOrdered(field) ? matchAt(ORDERED_WORD, text, start) : '')
  if (verb === '') return undefined
  const span = { start: nameStart, end: start + verb.length }
  const written = text.slice(nameStart, span.end)
  const operator = WORDS[verb.toLowerCase()]
  const value = /^\s+([\d-]+)(?=[\s)&|]|$)/.exec(text.slice(span.end, span.end + 40))?.[1]
  const suggestion =
    operator === undefined || value === undefined ? nullTest(verb, field) : `${field.name}${operator}${value}`
  return mistake.verb(written, span, suggestion)
}

function nullTest(verb: string, field: Field): string | undefined {
  if (!/null$/i.test(verb)) return undefined
  return `${field.name}${/not/i.test(verb) ? '!=' : '='}""`
}

function reversedAt(text: string, at: number): Problem | undefined {
  REVERSED.lastIndex = at
  const [written = '', value = '', sign = ''] = REVERSED.exec(text) ?? []
  const field = written === '' ? undefined : findField(identifierAt(text, at + written.length))
  if (field === undefined || !isOrdered(field)) return undefined
  const turned = sign.startsWith('<') ? sign.replace('<', '>') : sign.replace('>', '<')
  const end = at + written.length + identifierAt(text, at + written.length).length
  return mistake.reversed(text.slice(at, end), `${field.name}${turned}${value}`, { start: at, end })
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
