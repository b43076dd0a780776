// Literals that every match of a regular expression contains, derived from the expression alone: an index of these words is a prefilter.
// Only ASCII characters outside groups count; unusual syntax yields fewer literals, never wrong ones.
import { matchAt } from '../util/index.ts'

/** Pieces of RE2's syntax that match something other than one stated character. */
const SET = /\[\^?\]?(?:\[:\^?\w{1,12}:\]|\\(?:[pP]\{[^}]{0,80}\}|.)|[^\]\\])*\]/sy
const ESCAPE = /\\(?:[pPx]\{[^}]{0,80}\}|[pP]?.)/suy
const REPEAT = /(?:[*+?]|\{(\d{1,8})(?:,\d{0,8})?\})\??/y
const FLAGS = /^\(\?([a-zA-Z-]+)\)/
/** Escapes whose length the second character does not determine, and flags in the middle: these are not analysed. */
const UNUSUAL = /\\[Qx0-9]|\(\?[^:P<]/

interface Reading {
  readonly found: string[]
  readonly ignoresCase: boolean
  literal: string
}

/** The lower-case texts that the lower-case form of every match contains; none when the expression does not determine any. */
export function requiredLiterals(expression: string): readonly string[] {
  const flags = FLAGS.exec(expression)
  const pattern = expression.slice(flags?.[0].length ?? 0)
  if (UNUSUAL.test(pattern)) return []
  const reading: Reading = { found: [], ignoresCase: /^[^-]*i/.test(flags?.[1] ?? ''), literal: '' }
  return readPieces(pattern, reading) ? [...new Set(reading.found)] : []
}

/** Reads the top-level pieces; false when they contain alternatives. */
function readPieces(pattern: string, reading: Reading): boolean {
  let depth = 0
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at)
    at += piece.length
    if (piece === '(') depth++
    else if (piece === ')') depth--
    else if (piece === '|' && depth === 0) return false
    const character = depth === 0 ? characterOf(piece, reading.ignoresCase) : undefined
    const repeat = matchAt(REPEAT, pattern, at)
    at += repeat?.[0].length ?? 0
    take(reading, character, repeat)
  }
  end(reading)
  return true
}

/** The set, escape or character at a position of an expression. */
export function pieceAt(pattern: string, at: number): string {
  const first = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
  if (first === '[') return matchAt(SET, pattern, at)?.[0] ?? pattern.slice(at)
  return first === '\\' ? (matchAt(ESCAPE, pattern, at)?.[0] ?? first) : first
}

/** The character that a piece matches, in lower case. */
function characterOf(piece: string, ignoresCase: boolean): string | undefined {
  const isEscaped = piece.length === 2 && /^\\[!-/:-@[-`{-~]$/.test(piece)
  const character = isEscaped ? piece.charAt(1) : piece
  if (!isEscaped && !/^[^.^$()|[\]\\]$/.test(character)) return undefined
  // When case is ignored, an s also matches a letter that is not lower-cased to it.
  if (!/^[ -~]$/.test(character) || (ignoresCase && /s/i.test(character))) return undefined
  return character.toLowerCase()
}

/** A literal ends before a character that may be absent, and after one that repeats. */
function take(reading: Reading, character: string | undefined, repeat: RegExpExecArray | null): void {
  const isOptional =
    repeat !== null && (/^[*?]/.test(repeat[0]) || repeat[1] === '0' || Number(repeat[1]) === 0)
  if (character !== undefined && !isOptional) reading.literal += character
  if (character === undefined || repeat !== null) end(reading)
}

function end(reading: Reading): void {
  if (reading.literal !== '') reading.found.push(reading.literal)
  reading.literal = ''
}
