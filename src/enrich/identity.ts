// The canonical spelling of what was reached, so that two observations of one service have the same identity.
import { domainToASCII } from 'node:url'
import { canonicalAddress } from '../util/index.ts'

/** A canonical name or address, or the reason why the text is neither. */
type Reached = { readonly reached: string; readonly isAddress: boolean } | { readonly reason: string }

const IDLE = /[\u0000-\u0020\u007f/\\?#@:[\]"'<>|^`{}%*,;()]/
const LABEL_LIMIT = 63
const NAME_LIMIT = 253

/** The canonical text of an address in any spelling (brackets and an IPv6 zone allowed), or undefined. */
export function readAddress(text: string): string | undefined {
  const direct = canonicalAddress(text)
  if (direct !== undefined) return direct
  const inner = /^\[?([^\][%\s]*)(?:%[\w.~-]+)?\]?$/.exec(text.trim())?.[1]
  return inner === undefined ? undefined : canonicalAddress(inner)
}

/** Reads a name or address: lower case, no trailing dot, international names in their ASCII form, addresses canonical. */
export function readReached(text: string): Reached {
  const address = readAddress(text)
  if (address !== undefined) return { reached: address, isAddress: true }
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  const name = asciiName(text.trim())
  if (name === '') return { reason: `\`${shown}\` is neither a name nor an address` }
  const folded = canonicalAddress(name)
  if (folded !== undefined) return { reached: folded, isAddress: true }
  const fault = faultOf(name)
  return fault === undefined
    ? { reached: name, isAddress: false }
    : { reason: `\`${shown}\` is not a valid name: ${fault}` }
}

/** A name in lower case, without its trailing dot, an international one in its ASCII form; empty when it has none. */
export function asciiName(text: string): string {
  // Only non-ASCII names go through IDNA: its host parser would read `0x7f.1` as an address.
  const ascii = /^[\u0000-\u007f]*$/.test(text) ? text.toLowerCase() : domainToASCII(text)
  return ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
}

function faultOf(name: string): string | undefined {
  const odd = IDLE.exec(name)
  if (odd !== null) return `it holds the character ${JSON.stringify(odd[0])}`
  if (name.length > NAME_LIMIT) return `it is longer than ${NAME_LIMIT} characters`
  const labels = name.split('.')
  if (labels.includes('')) return 'it has an empty label'
  if (labels.some((label) => label.length > LABEL_LIMIT)) return `a label is longer than ${LABEL_LIMIT}`
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'it ends in a number and is not a valid address'
  return undefined
}

/** Whether the number is a valid port. */
export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535
}
