// The first JSON values of a sample, also where the sample ends within one: for telling formats apart.
import type { Sample } from '../importer.ts'
import { endOfText } from './cut-json.ts'
import { parseDamaged } from './damaged-json.ts'
import { parseJson } from './parse-json.ts'
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

/** An open bracket and those around it. */
interface Open {
  readonly closing: string
  readonly around: Open | undefined
}

/** The value that starts at `start`, closed by force where the text ends within it. */
function closed(text: string, start: number): { value: Json | undefined; end: number } {
  let open: Open | undefined
  // The last place where everything before it can be closed, and with which brackets.
  let safe = start
  let safeOpen: Open | undefined
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      at = endOfText(text, at)
      continue
    }
    if (character === '{' || character === '[')
      open = { closing: character === '{' ? '}' : ']', around: open }
    else if (character === '}' || character === ']') open = open?.around
    else if (character !== ',') continue
    if (open === undefined) return { value: parse(text.slice(start, at + 1)), end: at + 1 }
    safe = character === ',' ? at : at + 1
    safeOpen = open
  }
  let closing = ''
  for (let bracket = safeOpen; bracket !== undefined; bracket = bracket.around) closing += bracket.closing
  return { value: parse(text.slice(start, safe) + closing), end: text.length }
}

function parse(text: string): Json | undefined {
  const result = parseJson(text)
  return 'error' in result ? parseDamaged(text) : result.value
}
