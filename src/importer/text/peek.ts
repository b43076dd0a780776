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
  const open: string[] = []
  let safe = start + 1
  let safeOpen: string[] = []
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
      continue
    }
    if (character === '"') inString = true
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']')
    else if (character === '}' || character === ']') {
      open.pop()
      if (open.length === 0) return { value: parse(text.slice(start, at + 1)), end: at + 1 }
    } else if (character !== ',') continue
    // Right after an opening bracket, or before a comma: everything up to here can be closed.
    if (!inString && character !== '"') {
      safe = character === ',' ? at : at + 1
      safeOpen = [...open]
    }
  }
  return { value: parse(text.slice(start, safe) + safeOpen.reverse().join('')), end: text.length }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
