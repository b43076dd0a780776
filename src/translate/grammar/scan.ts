// Scanning shared by all languages: blanks, quoted text, and the end of a bare word.

/** The offset of the first character at or after `at` that is not a blank. */
export function skipBlanks(text: string, at: number): number {
  let index = at
  while (index < text.length && /\s/.test(text.charAt(index))) index++
  return index
}

/** A scanned text, and the offset after it. */
export interface Scanned {
  readonly value: string
  readonly end: number
  /** Whether a quote was never closed. */
  readonly open: boolean
}

/** Reads a text in quotes; the quote is at `at`. A backslash escapes the quote and itself. */
export function scanQuoted(text: string, at: number): Scanned {
  const quote = text.charAt(at)
  let value = ''
  for (let index = at + 1; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === quote) return { value, end: index + 1, open: false }
    const next = text[index + 1]
    if (character === '\\' && quote !== '`' && (next === quote || next === '\\')) {
      value += next
      index++
    } else value += character
  }
  return { value, end: text.length, open: true }
}

/** Reads up to the first of the characters that end a bare word; a backslash escapes the next one. */
export function scanBare(text: string, at: number, ends: RegExp): Scanned {
  let value = ''
  let index = at
  for (; index < text.length; index++) {
    const character = text.charAt(index)
    if (ends.test(character)) break
    const next = text[index + 1]
    if (character === '\\' && next !== undefined && /[^\w\s]/.test(next)) {
      value += next
      index++
    } else value += character
  }
  return { value, end: index, open: false }
}
