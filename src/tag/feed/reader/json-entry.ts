// What the type or the action of a JSON object says of the addresses in it.
import { describesOnly } from '../table/sense.ts'
import type { Members } from './json-pair.ts'

/** Whether an object is an entry with a type that stands for no address, and so is the reference of a report. */
export function isOfOtherType(members: Members): boolean {
  const type = textOf(members, 'type')
  if (type !== undefined && members.some(([name]) => name === 'value')) return describesOnly(type)
  // References of STIX and of reports have an address as their host at best.
  return members.some(([name]) => name === 'source_name') && members.some(([name]) => name === 'url')
}

/** Names of lists of references, whose addresses are those of reports, and of the names of a certificate. */
export const isReference = (name: string): boolean =>
  /^(?:references?|links?|guid|permalink|refs?|external_references|source_urls?|more_info|documentation|homepage|contact_?info(?:rmation)?|subject_?alt(?:ernative)?_?names?|sans?)$/i.test(
    name,
  )

const ACTION = /^(?:rule_?)?(?:action|access|verdict|effect|policy|mode|decision|target|type)$/i
const LETS_IN = /^(?:(?:allow|permit|accept|pass|trust)(?:ed)?|(?:white|allow)_?list)$/i
const KEEPS_OUT =
  /^(?:deny|denied|block(?:ed)?|drop|reject(?:ed)?|ban(?:ned)?|(?:managed_|js_)?challenge|(?:black|deny|block)_?list)$/i
const MOST_LOOKED_AT = 100_000

function textOf(members: Members, wanted: string): string | undefined {
  const value = members.find(([name]) => name === wanted)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** `<accept/>`, perhaps with attributes. */
const isElement = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && !Array.isArray(value))

/** Whether an entry lets its addresses in. */
export const letsIn = (members: Members): boolean =>
  members.some(
    ([name, value]) =>
      (typeof value === 'string' && ACTION.test(name) && LETS_IN.test(value)) ||
      (name === 'allowed' && typeof value === 'object') ||
      (name === 'accept' && isElement(value)),
  )

/** The action that lets addresses in, where other entries of the documents keep them out; else undefined. */
export function bothSenses(documents: readonly unknown[]): string | undefined {
  const waiting: unknown[] = [...documents]
  let inside: string | undefined
  let outside = false
  for (let looked = 0; waiting.length > 0 && looked < MOST_LOOKED_AT; looked++) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const entries = Object.entries(value)
    for (const [name, one] of entries) {
      if (typeof one === 'string' && ACTION.test(name)) {
        if (LETS_IN.test(one)) inside ??= `${name}: ${one}`
        outside ||= KEEPS_OUT.test(one)
      } else if (/^(?:allowed|denied)$/.test(name) && typeof one === 'object') {
        if (name === 'allowed') inside ??= name
        else outside = true
      } else if (/^(?:accept|drop|reject)$/.test(name) && isElement(one)) {
        if (name === 'accept') inside ??= name
        else outside = true
      }
      if (typeof one === 'object' && one !== null) waiting.push(one)
    }
    if (inside !== undefined && outside) return inside
  }
  return undefined
}

/** Whether a value is an object, or a list of nothing else. */
export const isPart = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || value.every(isPart))
