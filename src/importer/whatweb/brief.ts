// WhatWeb's lines for people (`--log-brief`, and what it prints): an address, its status, and plugins with what they found in brackets.
// Layout read in WhatWeb lib/logging/brief.rb.
import type { Json, JsonObject } from '../text/index.ts'

const LINE = /^(https?:\/\/\S{1,4096}) \[(?:(\d{3})(?: [^\]]{0,80})?|Unassigned)\] (.*)$/is
/** Plugins that nearly every line names. */
const MARK = /(?:^|, )(?:Country|HTTPServer|IP|Title|RedirectLocation)\[/

const uncoloured = (text: string): string => text.replace(/\x1b\[[\d;]*m/g, '')

/** A line as the JSON log has it; undefined for any other. */
export function readBrief(line: string): JsonObject | undefined {
  const text = uncoloured(line).trimEnd()
  if (/^ERROR (?:Opening|:)/.test(text)) return {}
  const [, target, status, rest = ''] = text.length > 65_536 ? [] : (LINE.exec(text) ?? [])
  if (target === undefined) return undefined
  return { target, http_status: status === undefined ? null : Number(status), plugins: pluginsOf(rest) }
}

/** Whether the first line with anything on it is such a line: httpx prints numbers where this has plugins. */
export function isBrief(text: string): boolean {
  const lines = uncoloured(text.trimStart()).split('\n', 20)
  const line = lines.find((one) => !one.startsWith('ERROR ')) ?? ''
  const record = readBrief(line)
  return record !== undefined && 'target' in record && MARK.test(line.slice(line.indexOf('] ') + 2))
}

/** `Country[RESERVED][ZZ], HTML5, Title[a, b], JQuery[3.6.0]`. */
function pluginsOf(text: string): JsonObject {
  const plugins: Record<string, Json> = {}
  let at = 0
  while (at < text.length) {
    const name = /[^[,]{1,100}/y
    name.lastIndex = at
    const found = name.exec(text)?.[0]
    if (found === undefined) break
    at += found.length
    const groups: string[] = []
    while (text[at] === '[') {
      const end = endOfGroup(text, at + 1)
      groups.push(text.slice(at + 1, end))
      at = end + 1
    }
    plugins[found.trim()] = valuesOf(found.trim(), groups)
    if (!text.startsWith(', ', at)) break
    at += 2
  }
  return plugins
}

/** Where a group ends: at its bracket, or where the next plugin starts if brackets within it do not match. */
function endOfGroup(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '[') depth++
    else if (text[at] === ']' && depth > 0) depth--
    else if (text[at] === ']' && endsHere(text, at + 1)) return at
  }
  const next = text.indexOf('], ', from)
  return next < 0 ? text.length : next
}

/** A bracket within a title may have no partner. */
function endsHere(text: string, at: number): boolean {
  return at >= text.length || text[at] === '[' || text.startsWith(', ', at)
}

const VERSION = /^\d[\w.+~-]{0,40}$/

function valuesOf(name: string, groups: readonly string[]): Json {
  const last = groups.at(-1)
  if (last === undefined) return {}
  // The operating system is before the text of the header.
  if (name === 'Country') return { string: [groups[0] ?? ''], module: groups.slice(1, 2) }
  if (name === 'Title' || name === 'HTTPServer') return { string: [last] }
  const values = groups.flatMap((group) => group.split(','))
  return values.every((value) => VERSION.test(value)) && name !== 'IP'
    ? { version: values }
    : { string: values }
}
