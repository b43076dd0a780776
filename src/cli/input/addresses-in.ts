// Finds addresses in any text; removes brackets, ports and defanged dots around them.
import { canonicalAddress } from '../../util/index.ts'

/** A dot, also as reports write it so that nobody follows an address by accident. */
const DOT = String.raw`(?:\.|\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|\\\.)`
const V4 = String.raw`(?<![\w.])\d{1,3}(?:${DOT}\d{1,3}){3}(?![\w]|\.\d)`
// A label such as `client:` may stand before it, but no group of another address.
const V6 = String.raw`(?<=(?<![\w:.])|(?<![\w:.])\w{0,32}[G-Zg-z_]\w{0,32}:)[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\w:])`
const CANDIDATE = new RegExp(`${V4}|${V6}`, 'gi')
const DOTS = new RegExp(DOT, 'gi')
/** A colon of the sentence, behind an address. */
const COLON = /(?<!:):$/

/** The distinct addresses in a text, canonical, in order of appearance. */
export function addressesIn(text: string): readonly string[] {
  const found = text
    .match(CANDIDATE)
    ?.map((candidate) => canonicalAddress(candidate.replace(DOTS, '.').replace(COLON, '')))
    .filter((address) => address !== undefined)
  return [...new Set(found ?? [])]
}
