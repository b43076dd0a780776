// One range in text, as lists write it: an address, a CIDR (host bits may be set) or `first-last`.
import { type Address, parseAddress, parseNetwork } from '../../util/index.ts'
import type { RangeListBuilder } from './range-list.ts'

const SLASH = 0x2f
const DOT = 0x2e
const ZERO = 0x30

/** Adds the range the text stands for; false when it is none. */
export function readRange(text: string, into: RangeListBuilder, label: number): boolean {
  return readFour(text, into, label) || readOther(text, into, label)
}

/** Nearly all lines of nearly all lists: a dotted quad with or without bits. */
function readFour(text: string, into: RangeListBuilder, label: number): boolean {
  let value = 0
  let octet = -1
  let dots = 0
  let index = 0
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const digit = code - ZERO
    if (digit >= 0 && digit <= 9) {
      if (octet === 0 || octet > 25) return false
      octet = octet < 0 ? digit : octet * 10 + digit
    } else if (code === DOT && octet >= 0 && octet < 256) {
      value = value * 256 + octet
      octet = -1
      dots++
    } else break
  }
  if (dots !== 3 || octet < 0 || octet > 255) return false
  value = value * 256 + octet
  if (index === text.length) into.add4(value, value, label)
  else return readBits(text, index, value, into, label)
  return true
}

function readBits(text: string, at: number, value: number, into: RangeListBuilder, label: number): boolean {
  if (text.charCodeAt(at) !== SLASH) return false
  const digits = text.length - at - 1
  const prefix = digits === 1 || digits === 2 ? Number(text.slice(at + 1)) : -1
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > 32) return false
  if (!/^\d+$/.test(text.slice(at + 1)) || (digits === 2 && text.charCodeAt(at + 1) === ZERO)) return false
  const span = 2 ** (32 - prefix)
  const first = value - (value % span)
  into.add4(first, first + span - 1, label)
  return true
}

function readOther(text: string, into: RangeListBuilder, label: number): boolean {
  if (text.length > 128) return false
  const range = parseRange(text)
  if (range === undefined) return false
  into.add(range.first, range.last, label)
  return true
}

/** First and last address of the range the text stands for, or undefined when it is none. */
export function parseRange(text: string): { readonly first: Address; readonly last: Address } | undefined {
  if (text.includes('/')) {
    const network = parseNetwork(text)
    if (network === undefined) return undefined
    const { version, first, last } = network
    return { first: { version, value: first }, last: { version, value: last } }
  }
  const [from = '', to = from, more] = text.split('-')
  const first = parseAddress(from.trim())
  const last = parseAddress(to.trim())
  if (more !== undefined || first === undefined || last === undefined) return undefined
  return first.version === last.version && first.value <= last.value ? { first, last } : undefined
}
