// Two members of a JSON object that are one range: first and last address, or a network with its mask or prefix length.
import { parseAddress } from '../../../util/index.ts'
import { bitsOfMask, isConnection, isNetworkBase, rangeText, spanOf, withMask } from '../table/cell.ts'

/** Names and values of an object. */
export type Members = readonly (readonly [name: string, value: unknown])[]

/** A range, and the names of the members it was made of. */
interface Pair {
  readonly range: string
  readonly names: readonly [string, string]
}

const FIRST =
  /^(?:first|start|begin|from|low|ip_?(?:from|start)|range_?start|(?:first|start|begin)_?(?:ip|addr(?:ess)?))$/i
const LAST = /^(?:last|end|stop|to|high|ip_?(?:to|end)|range_?end|(?:last|end|stop)_?(?:ip|addr(?:ess)?))$/i
const BITS =
  /^(?:cidr|bits|len(?:gth)?|(?:prefix|mask|subnet|net)_?(?:len(?:gth)?|bits|size)|prefix|mask|suffix)$/i
const MASK = /^(?:(?:sub)?net_?)?mask$/i
/** Names of addresses that are of no network of their own. */
const OTHER_END = /gate_?way|^gw$|next_?hop|router|peer|^(?:src|dst|source|dest)/i
/** Names of lengths that may be those of a packet or a text; beside the first address of a network they are its prefix. */
const OF_ANYTHING = /^(?:len(?:gth)?|bits|suffix)$/i

/** The two members that belong together; undefined where each stands for itself. */
export function pairOf(members: Members): Pair | undefined {
  return spanIn(members) ?? networkIn(members)
}

function spanIn(members: Members): Pair | undefined {
  const first = members.find(([name]) => FIRST.test(name))
  const last = members.find(([name]) => LAST.test(name))
  if (first === undefined || last === undefined) return undefined
  const [from, to] = [textOf(first[1]), textOf(last[1])]
  const isFlow = /^from$/i.test(first[0]) && isConnection(from, to)
  const range = isFlow ? undefined : spanOf(from, to)
  return range === undefined ? undefined : { range, names: [first[0], last[0]] }
}

function networkIn(members: Members): Pair | undefined {
  const base = members.find(
    ([name, value]) =>
      typeof value === 'string' && !OTHER_END.test(name) && parseAddress(value) !== undefined,
  )
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
  if (BITS.test(name) && /^\d{1,3}$/.test(text)) {
    const network = `${base}/${text}`
    return OF_ANYTHING.test(name) && !isNetworkBase(network) ? undefined : rangeText(network)
  }
  return MASK.test(name) && /^\d+\.\d+\.\d+\.\d+$/.test(text) ? withMask(base, text) : undefined
}

/** Whether a member is a netmask, which stands for no addresses of its own. */
export const isNetmask = (name: string, value: unknown): boolean =>
  MASK.test(name) && typeof value === 'string' && bitsOfMask(value) !== undefined

/** A text, or a whole number as one: addresses are written as numbers, too. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : ''
