// Pieces of text that all the languages share: blanks, quoted text, and what ends a bare word.

/** The offset of the first character from `at` on that is not a blank. */
export function skipBlanks(text: string, at: number): number {
  let index = at
  while (index < text.length && /\s/.test(text.charAt(index))) index++
  return index
}

/** A text read, and the offset behind it. */
export interface Scanned {
  readonly value: string
  readonly end: number
  /** Whether a quote was never closed. */
  readonly open: boolean
}

/** Reads a text in quotes; the quote stands at `at`. A backslash takes the quote and itself for what they are. */
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

/** Reads up to the first of the characters that end a bare word; a backslash takes the next one for what it is. */
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
