// Lines of tools that resolve names: massdns (`-o S`), dnsx (`-resp`), amass (the graph of version 4, names with addresses of 3 and 5)
// and subfinder (`-oI`).
import { canonicalAddress } from '../../util/index.ts'
import type { JsonObject } from '../text/index.ts'

const ANSWER = /^(\S{1,254}?)\.? (A|AAAA|CNAME|NS|MX|TXT|SOA|PTR|SRV|CAA|DNAME|HINFO) (\S.*)$/
/** `www.example.com [A] [192.0.2.7]`; before version 1.2 without the type. */
const BRACKETS = /^(\S{1,253}) (?:\[([A-Z]{1,6})\] )?\[([^\s[\]]{1,253})\]$/
/** `www.example.com (FQDN) --> a_record --> 192.0.2.7 (IPAddress)`. */
const EDGE = /^(\S{1,254}) \(([A-Za-z]{2,30})\) --> (\w{1,40}) --> (\S{1,254}) \(([A-Za-z]{2,30})\)$/
/** `www.example.com 192.0.2.7,2001:db8::7`, and `www.example.com,192.0.2.7,source`. */
const PAIR =
  /^([a-z0-9_][a-z0-9_.-]{1,250}\.[a-z][a-z0-9-]*)(?: |,)([\da-f.:,]{3,2000})(?:,[A-Za-z]\w{0,40})?$/i

const EDGES: Readonly<Record<string, string>> = { a_record: 'A', aaaa_record: 'AAAA', cname_record: 'CNAME' }

function answer(name: string, type: string, data: string | readonly string[]): JsonObject {
  return { answer: { name, type, data } }
}

/** The answer in a line, if there is one. */
export function readAnswer(line: string): JsonObject | undefined {
  if (line.length > 4096) return undefined
  const text = line.replace(/\x1b\[[\d;]*m/g, '').trimEnd()
  const [, name, type = '', data = ''] = ANSWER.exec(text) ?? []
  return name === undefined
    ? (readBrackets(text) ?? readEdge(text) ?? readPair(text))
    : answer(name, type, data)
}

function readBrackets(text: string): JsonObject | undefined {
  const [, name, type, data = ''] = BRACKETS.exec(text) ?? []
  if (name === undefined || !name.includes('.')) return undefined
  const address = canonicalAddress(data)
  if (type === undefined) return address === undefined ? undefined : answer(name, 'A', data)
  return answer(name, type, data)
}

function readEdge(text: string): JsonObject | undefined {
  const [, from, kind, relation = '', to = ''] = EDGE.exec(text) ?? []
  if (from === undefined) return undefined
  return answer(from, kind === 'FQDN' ? (EDGES[relation] ?? relation) : relation, to)
}

function readPair(text: string): JsonObject | undefined {
  const [, name, list = ''] = PAIR.exec(text) ?? []
  const addresses = list.split(',').filter((part) => part !== '')
  const isPair = addresses.length > 0 && addresses.every((part) => canonicalAddress(part) !== undefined)
  return name !== undefined && isPair ? answer(name, 'A', addresses) : undefined
}
