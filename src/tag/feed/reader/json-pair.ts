// Two members of a JSON object that are one range: first and last address, or a network with its mask or prefix length.
import { parseAddress } from '../../../util/index.ts'
import { plainName } from '../ends.ts'
import {
  bitsOfMask,
  COUNT_NAME,
  countedFrom,
  isConnection,
  isNetworkBase,
  rangeText,
  spanOf,
  withMask,
} from '../table/cell.ts'

/** Names and values of an object. */
export type Members = readonly (readonly [name: string, value: unknown])[]

/** A range, and the names of the members it was made of. */
interface Pair {
  readonly range: string
  readonly names: readonly [string, string]
}

const FIRST =
  /^(?:first|start|begin|from|low|ip_?(?:from|start)|range_?start|(?:first|start|begin|min)_?(?:ip|(?:ip_?)?addr(?:ess)?)|(?:ip(?:v[46])?_)?addr(?:ess)?_(?:first|start|from))$/
const LAST =
  /^(?:last|end|stop|to|high|ip_?(?:to|end)|range_?end|(?:last|end|stop|max)_?(?:ip|(?:ip_?)?addr(?:ess)?)|(?:ip(?:v[46])?_)?addr(?:ess)?_(?:last|end|to))$/
const BITS =
  /^(?:cidr|bits|len(?:gth)?|(?:prefix|mask|subnet|net)_?(?:len(?:gth)?|bits|size)[46]?|prefix|mask|subnet|suffix)$/
const MASK = /^(?:(?:(?:sub)?net_?)?mask|subnet)$/
/** Names of addresses that are of no network of their own. */
const OTHER_END = /gate_?way|^gw$|next_?hop|router|peer|^(?:src|dst|source|dest)/
const GATEWAY = /gate_?way|^gw$|router/
/** Names of lengths that may be those of a packet or a text; beside the first address of a network they are its prefix. */
const OF_ANYTHING = /^(?:len(?:gth)?|bits|subnet|suffix)$/

/** The two members that belong together; undefined where each stands for itself. */
export function pairOf(members: Members): Pair | undefined {
  return spanIn(members) ?? countIn(members) ?? networkIn(members)
}

function spanIn(members: Members): Pair | undefined {
  const first = members.find(([name]) => FIRST.test(plainName(name)))
  const last = members.find(([name]) => LAST.test(plainName(name)))
  if (first === undefined || last === undefined) return undefined
  const [from, to] = [textOf(first[1]), textOf(last[1])]
  const isFlow = /^from$/i.test(first[0]) && isConnection(from, to)
  const range = isFlow || isSmall(to) || areTimes(to, members) ? undefined : spanOf(from, to)
  return range === undefined ? undefined : { range, names: [first[0], last[0]] }
}

/** The first address and how many there are. */
function countIn(members: Members): Pair | undefined {
  const first = members.find(([name]) => FIRST.test(plainName(name)))
  const count = members.find(([name]) => COUNT_NAME.test(plainName(name)))
  const range = first && count && countedFrom(textOf(first[1]), textOf(count[1]))
  return range === undefined ? undefined : { range, names: [first?.[0] ?? '', count?.[0] ?? ''] }
}

/** Beside an address, numbers are the start and the end of what was seen, in seconds. */
const areTimes = (text: string, members: Members): boolean =>
  /^\d+$/.test(text) &&
  members.some(
    ([, value]) => typeof value === 'string' && /[.:]/.test(value) && rangeText(value) !== undefined,
  )

/** Numbers below 1.0.0.0 count the rows of an answer (`from` and `to` of a page). */
const isSmall = (text: string): boolean => /^\d+$/.test(text) && Number(text) < 2 ** 24

function networkIn(members: Members): Pair | undefined {
  const base = members.find(
    ([name, value]) =>
      typeof value === 'string' && !OTHER_END.test(plainName(name)) && parseAddress(value) !== undefined,
  )
  if (base === undefined) return undefined
  for (const [name, value] of members) {
    if (name === base[0]) continue
    const range = networkOf(String(base[1]), plainName(name), textOf(value))
    if (range !== undefined && !isInterface(range, members)) return { range, names: [base[0], name] }
  }
  return undefined
}

/** Beside a gateway an address with a netmask is that of a host, unless it begins the network. */
const isInterface = (range: string, members: Members): boolean =>
  !isNetworkBase(range) &&
  members.some(([name, value]) => GATEWAY.test(plainName(name)) && typeof value === 'string')

function networkOf(base: string, name: string, text: string): string | undefined {
  if (BITS.test(name) && /^\d{1,3}$/.test(text)) {
    const network = `${base}/${text}`
    return OF_ANYTHING.test(name) && !isNetworkBase(network) ? undefined : rangeText(network)
  }
  return isNetmask(name, text) ? withMask(base, text) : undefined
}

/** Whether a member is a netmask, which stands for no addresses of its own. */
export const isNetmask = (name: string, value: unknown): boolean =>
  MASK.test(plainName(name)) && typeof value === 'string' && bitsOfMask(value) !== undefined

/** A text, or a whole number as one: addresses are written as numbers, too. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : ''

/** The address of a network card, which is written with the length of its network behind it. */
export const ownAddress = (range: string): string =>
  range.includes('/') && !isNetworkBase(range) ? range.slice(0, range.indexOf('/')) : range

/** A number that JSON reads as it was written: neither negative nor a whole one so long that its last digits are lost. */
export const isExact = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) && value >= 0 : true
