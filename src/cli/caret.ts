import type { Place } from '../error/index.ts'
import { visible } from '../util/index.ts'

const CONTEXT = 60

/** Two lines: the text round a place, and carets under the place. What is invisible in the text is shown as an escape. */
export function caret(text: string, place: Place): string {
  const from = Math.max(0, place.start - CONTEXT)
  const to = Math.min(text.length, Math.max(place.end, place.start + 1) + CONTEXT)
  const before = (from > 0 ? '…' : '') + visible(text.slice(from, place.start))
  const marked = visible(text.slice(place.start, place.end))
  const after = visible(text.slice(place.end, to)) + (to < text.length ? '…' : '')
  return `  ${before}${marked}${after}\n  ${' '.repeat(columns(before))}${'^'.repeat(Math.max(1, columns(marked)))}`
}

// East Asian wide and fullwidth characters take two columns on a terminal (Unicode Standard Annex 11), marks none.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

function columns(text: string): number {
  let width = 0
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}
