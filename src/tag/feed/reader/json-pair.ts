// Two members of a JSON object that are one range: first and last address, or a network with its mask or prefix length.
import { parseAddress } from '../../../util/index.ts'
import { bitsOfMask, rangeText, spanOf, withMask } from '../table/cell.ts'

/** Names and values of an object. */
export type Members = readonly (readonly [name: string, value: unknown])[]

/** A range, and the names of the members it was made of. */
export interface Pair {
  readonly range: string
  readonly names: readonly [string, string]
}

const FIRST =
  /^(?:first|start|begin|from|low|ip_?(?:from|start)|range_?start|(?:first|start|begin)_?(?:ip|addr(?:ess)?))$/i
const LAST = /^(?:last|end|stop|to|high|ip_?(?:to|end)|range_?end|(?:last|end|stop)_?(?:ip|addr(?:ess)?))$/i
const BITS =
  /^(?:cidr|bits|len(?:gth)?|(?:prefix|mask|subnet|net)_?(?:len(?:gth)?|bits|size)|prefix|mask|suffix)$/i
const MASK = /^(?:(?:sub)?net_?)?mask$/i

/** The two members that belong together; undefined where each stands for itself. */
export function pairOf(members: Members): Pair | undefined {
  return spanIn(members) ?? networkIn(members)
}

function spanIn(members: Members): Pair | undefined {
  const first = members.find(([name]) => FIRST.test(name))
  const last = members.find(([name]) => LAST.test(name))
  if (first === undefined || last === undefined) return undefined
  const range = spanOf(textOf(first[1]), textOf(last[1]))
  return range === undefined ? undefined : { range, names: [first[0], last[0]] }
}

function networkIn(members: Members): Pair | undefined {
  const base = members.find(([, value]) => typeof value === 'string' && parseAddress(value) !== undefined)
  if (base === undefined) return undefined
  for (const [name, value] of members) {
    if (name === base[0]) continue
    const text = textOf(value)
    const range = networkOf(String(base[1]), name, text)
    if (range !== undefined) return { range, names: [base[0], name] }
  }
  return undefined
}

function networkOf(base: string, name: string, text: string): string | undefined {
  if (BITS.test(name) && /^\d{1,3}$/.test(text)) return rangeText(`${base}/${text}`)
  return MASK.test(name) && /^\d+\.\d+\.\d+\.\d+$/.test(text) ? withMask(base, text) : undefined
}

/** Whether a member is a netmask, which stands for no addresses of its own. */
export const isNetmask = (name: string, value: unknown): boolean =>
  MASK.test(name) && typeof value === 'string' && bitsOfMask(value) !== undefined

/** A text, or a whole number as one: addresses are written as numbers, too. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : ''
