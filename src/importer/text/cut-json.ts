// One JSON object that was cut within a list of its records: what came before the cut. Only whole objects of lists that the source names
// count: half an object could state something else than the whole.

interface Frame {
  readonly array: boolean
  /** The key that it is under, as it is written. */
  readonly key: string
}

/** Lists of records are not deeper than this. */
const DEEPEST = 6

/** The text up to the last whole object of one of the lists (dotted paths), closed; undefined where there is none. */
export function closeCut(text: string, lists: readonly string[]): string | undefined {
  const frames: Frame[] = []
  let key = ''
  let last: { readonly end: number; readonly closing: string } | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = endOfText(text, at)
      if (frames.length <= DEEPEST) key = text.slice(at + 1, Math.min(end, at + 65))
      at = end
    } else if (character === '{' || character === '[') {
      frames.push({ array: character === '[', key: frames.at(-1)?.array === true ? '' : key })
      key = ''
    } else if (character === '}' || character === ']') {
      frames.pop()
      if (character === '}' && isListed(frames, lists)) last = { end: at + 1, closing: closingOf(frames) }
    }
  }
  return last === undefined ? undefined : text.slice(0, last.end) + last.closing
}

/** Whether the innermost container is one of the lists. */
function isListed(frames: readonly Frame[], lists: readonly string[]): boolean {
  if (frames.length > DEEPEST || frames.at(-1)?.array !== true) return false
  const path = frames.slice(1).map((frame) => frame.key)
  return lists.includes(path.join('.'))
}

function closingOf(frames: readonly Frame[]): string {
  return frames
    .map(({ array }) => (array ? ']' : '}'))
    .reverse()
    .join('')
}

/** The position of the quote that ends a text, or of the end. */
export function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
