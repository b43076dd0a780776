// JSON with a few damaged places: everything but what is damaged is read.
import { asObject, type Json } from './json.ts'
import { escaped } from './parse-json.ts'

/** More than this is not damage but another format. */
const MOST_PLACES = 3
const LONGEST = 4 * 1024 * 1024

type Token =
  | { readonly kind: 'text' | 'scalar' | 'damaged'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string }

/** The value of an object or array in which at most three places are damaged; undefined where that does not make it JSON. */
export function parseDamaged(text: string): Json | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text.slice(0, 1024))) return undefined
  const repaired = repair(text)
  if (repaired === undefined) return undefined
  try {
    const value = JSON.parse(repaired) as Json
    return Array.isArray(value) || asObject(value) !== undefined ? value : undefined
  } catch {
    return undefined
  }
}

/** The text with null in place of damaged values, and without other damaged places. */
function repair(text: string): string | undefined {
  const tokens = [...tokensOf(text)]
  let places = 0
  const parts = tokens.map((token, index) => {
    if (token.kind !== 'damaged') return token.text
    places++
    return isValue(tokens[index - 1], tokens[index + 1]) ? 'null' : ' '
  })
  return places <= MOST_PLACES ? parts.join('') : undefined
}

/** Whether a value is missing between two tokens. */
function isValue(before: Token | undefined, after: Token | undefined): boolean {
  const opens = before?.kind === 'mark' && /^[:,[]$/.test(before.text)
  return opens && after?.kind === 'mark' && /^[,\]}]$/.test(after.text)
}

const SCALAR = /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/

/** Texts, marks and everything else, without blanks. */
function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === '"') {
      const end = endOfText(text, at)
      yield { kind: 'text', text: repairText(text.slice(at, end)) }
      at = end
    } else if (/[[\]{},:]/.test(character)) {
      yield { kind: 'mark', text: character }
      at++
    } else if (/\s/.test(character)) at++
    else {
      const end = endOfScalar(text, at)
      const scalar = text.slice(at, end)
      yield { kind: scalar.length <= 64 && SCALAR.test(scalar) ? 'scalar' : 'damaged', text: scalar }
      at = end
    }
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function endOfScalar(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && !/[\s[\]{},:"]/.test(text[end] ?? '')) end++
  return end
}

/** A text whose control characters and escapes JSON takes. */
function repairText(text: string): string {
  return text
    .replace(/[\x00-\x1f]/g, (character) => escaped(character).replace('\n', '\\n').replace('\r', '\\r'))
    .replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4}|)/g, (found) => (found === '\\' ? '\\\\' : found))
}
