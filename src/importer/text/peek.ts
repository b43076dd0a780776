// The first JSON values of a sample, also where the sample ends within one: for telling formats apart.
import type { Sample } from '../importer.ts'
import { asObject, type Json, type JsonObject } from './json.ts'

const seen = new WeakMap<Sample, readonly JsonObject[]>()

/**
 * Up to eight objects a sample begins with: top-level ones, or the items of a top-level array. The last may be cut where the
 * sample ends, with what was read of it. Empty when the sample does not begin like JSON.
 */
export function peekObjects(sample: Sample): readonly JsonObject[] {
  const known = seen.get(sample)
  if (known !== undefined) return known
  const objects = find(sample.text)
  seen.set(sample, objects)
  return objects
}

function find(text: string): readonly JsonObject[] {
  const objects: JsonObject[] = []
  let at = /^[\s[,]*/.exec(text)?.[0].length ?? 0
  while (objects.length < 8 && text[at] === '{') {
    const { value, end } = closed(text, at)
    const object = asObject(value)
    if (object === undefined) break
    objects.push(object)
    at = end + (/^[\s,]*/.exec(text.slice(end, end + 64))?.[0].length ?? 0)
  }
  return objects
}

/** The value that starts at `start`, closed by force where the text ends within it. */
function closed(text: string, start: number): { value: Json | undefined; end: number } {
  let depth = 0
  // Right after an opening or closing bracket, or before a comma: everything up to there can be closed.
  let safe = start + 1
  for (const at of punctuation(text, start)) {
    const character = text[at]
    if (character === '{' || character === '[') depth++
    else if (character !== ',') depth--
    if (depth === 0) return { value: parse(text.slice(start, at + 1)), end: at + 1 }
    safe = character === ',' ? at : at + 1
  }
  const cut = text.slice(start, safe)
  return { value: parse(cut + closersOf(cut)), end: text.length }
}

/** The brackets that a text leaves open, closed in their order. */
function closersOf(text: string): string {
  const open: string[] = []
  for (const at of punctuation(text, 0)) {
    if (text[at] === '{') open.push('}')
    else if (text[at] === '[') open.push(']')
    else if (text[at] !== ',') open.pop()
  }
  return open.reverse().join('')
}

/** Where brackets and commas stand outside of texts. */
function* punctuation(text: string, start: number): Generator<number> {
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString && character === '\\') at++
    else if (character === '"') inString = !inString
    else if (!inString && character !== undefined && '{}[],'.includes(character)) yield at
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
