// Matching at one position of a text.

/** What a sticky expression (flag `y`) matches at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
