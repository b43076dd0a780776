// A structured answer as readable lines, `server_version: 5.7.20`, for modules that log no banner text.
import { asObject, cutText, type Json, type JsonObject, printJson, wellFormed } from '../text/index.ts'

/** Logs of the conversation itself, which say nothing that the other keys do not. */
const LEFT_OUT = /^(tls|handshake_log|raw|raw_.*|.*_packets|certificates)$/
const DEEPEST = 4
const LONGEST = 65536

/** One line per value with its path, in the order of the answer; undefined when there is none. */
export function describe(result: JsonObject): string | undefined {
  const lines: string[] = []
  collect(result, '', 0, lines)
  return lines.length === 0 ? undefined : cutText(lines.join('\n'), LONGEST)
}

function collect(object: JsonObject, prefix: string, depth: number, lines: string[]): void {
  for (const key in object) {
    const value = object[key]
    if (value === undefined || value === null || value === '' || LEFT_OUT.test(key)) continue
    const path = prefix + wellFormed(key)
    const inner = asObject(value)
    if (inner !== undefined && depth < DEEPEST) collect(inner, `${path}.`, depth + 1, lines)
    else if (!isEmpty(value)) lines.push(`${path}: ${textOf(value)}`)
  }
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function textOf(value: Json): string {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map(textOf).join(', ')
  return wellFormed(printJson(value))
}
