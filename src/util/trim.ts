/**
 * Trims the given characters at both ends of a text. An expression such as `-+$` takes quadratic time over hostile texts, because
 * it is tried at every character of a run that is not at the end.
 */
export function trimEnds(text: string, characters: string): string {
  let start = 0
  const end = text.length
  while (start < end && characters.includes(text.charAt(start))) start++
  return text.slice(start, endWithout(text, characters, start, end))
}

/** The text without the given characters at its end. */
export function trimTail(text: string, characters: string): string {
  return text.slice(0, endWithout(text, characters, 0, text.length))
}

function endWithout(text: string, characters: string, start: number, end: number): number {
  while (end > start && characters.includes(text.charAt(end - 1))) end--
  return end
}
