// What a cell or a word of a list says: an address, a CIDR or a range in any of the usual ways of writing, in the one the tables read.
import { parseAddress, printAddress } from '../../../util/index.ts'
import { parseRange } from '../../range/index.ts'

const SIMPLE = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/\d{1,2})?$/
const PADDED = /^\d{3}\.\d{3}\.\d{3}\.\d{3}$/
const WITH_MASK = /^([0-9.]+)\/(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/
/** Also `192.0.2.1|443`, as MISP joins them. */
const PORT = String.raw`(?:6553[0-5]|655[0-2]\d|65[0-4]\d{2}|6[0-4]\d{3}|[1-5]\d{4}|\d{1,4})`
const WITH_PORT = new RegExp(String.raw`^(\d{1,3}(?:\.\d{1,3}){3})[:|]${PORT}(?:/(?:tcp|udp|sctp))?$`, 'i')
const IN_BRACKETS = new RegExp(String.raw`^\[([0-9a-fA-F:.]+)\](?::${PORT})?$`)
const URL_HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[0-9a-fA-F:.]+\]|[0-9.]+)(?::\d{1,5})?(?:[/?#]|$)/i
const OPEN_END = /^(\d{1,3}(?:\.\d{1,3}){0,2})((?:\.\*)+|\.)$/
const SHORT_END = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.)(?:(\d{1,3})-\.?(\d{1,3})|\[(\d{1,3})[-:](\d{1,3})\])$/
const WITH_NAME = /^(?:ip|ipv?4|ipv?6|range|cidr|net):(?=[^:])/i
/** `192.0.2.0/24+` with the longer prefixes, as BIRD writes it: the same addresses. */
const AND_LONGER = /^[0-9a-f.:]+\/\d{1,3}\+$/i
/** The address of a network card, which looks like one of IPv6. */
const EUI_64 = /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/i
const HEX = /^0x[0-9a-f]{8}$/i
/** Every dash that editors and web pages write instead of a hyphen, and what Chinese writes, inside a set of an expression. */
export const DASH_SIGNS = String.raw`\u2010-\u2015\u2212\uff0d\uff5e\u301c~至到`
const DASHES = new RegExp(`[${DASH_SIGNS}]`, 'g')
const BETWEEN = ['...', '..', ' to ', '-']

/** The range a cell stands for as `readRange` takes it, or undefined where it is none. */
export function rangeText(cell: string): string | undefined {
  const text = bare(cell)
  if (SIMPLE.test(text) && parseRange(text) !== undefined) return text
  if (text.length < 2 || text.length > 2048 || !/[0-9a-f]/i.test(text) || EUI_64.test(text)) return undefined
  const plain = unobscured(text).replace(DASHES, '-').replace(WITH_NAME, '')
  return oneOf(plain) ?? between(plain)
}

/** A cell as a sink takes it, which checks it; nearly all are plain addresses already. */
export const readableText = (cell: string): string =>
  SIMPLE.test(cell) && !PADDED.test(cell) ? cell : (rangeText(cell) ?? cell)

/** Whether a cell was meant as an IPv4 address, be it a right one or not. */
export const looksLikeAddress = (cell: string): boolean =>
  /^\d{1,4}(?:\.\d{1,4}){3}(?:$|[/:\s-])/.test(bare(cell))

const bare = (cell: string): string => stripped(cell.trim(), '"\'`(<', '"\'`)>,;')

/** Reports write `hxxp://192[.]0[.]2[.]1` so that nobody follows it by accident. */
const unobscured = (text: string): string =>
  OBSCURED.test(text)
    ? text
        .replaceAll(/\[\.\]?|\.\]|\(\.\)|\{\.\}|[[({]dot[\])}]/gi, '.')
        .replaceAll(/\[(:(?:\/\/)?)\]/g, '$1')
        .replace(/^hxxp/i, 'http')
    : text

const OBSCURED = /\[\.|\.\]|\(\.\)|\{\.\}|[[({]dot[\])}]|\[:(?:\/\/)?\]/i

/** A text without any of some characters at its start and its end. */
export function stripped(text: string, start: string, end: string): string {
  let from = 0
  let to = text.length
  while (from < to && start.includes(text.charAt(from))) from++
  while (to > from && end.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

function oneOf(text: string): string | undefined {
  const masked = WITH_MASK.exec(text)
  if (masked !== null) return withMask(masked[1] ?? '', masked[2] ?? '')
  if (PADDED.test(text)) return valid(unpad(text))
  if (HEX.test(text)) return fromNumber(text)
  if (AND_LONGER.test(text)) return valid(text.slice(0, -1))
  if (/^\d{1,3}(?:\.\d{1,3}){3}\.$/.test(text)) return valid(text.slice(0, -1))
  const bracketed = /^\[([0-9a-fA-F:.]+)\](\/\d{1,3})$/.exec(text)
  if (bracketed !== null) return valid(`${bracketed[1]}${bracketed[2]}`)
  const host = WITH_PORT.exec(text)?.[1] ?? IN_BRACKETS.exec(text)?.[1] ?? URL_HOST.exec(text)?.[1]
  if (host !== undefined) return valid(host.replace(/^\[|\]$/g, ''))
  return openEnd(text) ?? shortEnd(text) ?? valid(text)
}

function between(text: string): string | undefined {
  const mark = BETWEEN.find((one) => text.includes(one))
  const [from = '', to = '', more] = mark === undefined ? [] : text.split(mark)
  if (to === '' || more !== undefined) return undefined
  return spanOf(from, to)
}

/** The range from one cell to another: `first-last`, or undefined where that is none. */
export function spanOf(from: string, to: string): string | undefined {
  const [first, last] = [single(from), single(to)]
  return first === undefined || last === undefined ? undefined : valid(`${first}-${last}`)
}

/** Two addresses that are far apart and neither begin nor end a block: those of a connection, not of a range. */
export function isConnection(from: string, to: string): boolean {
  const range = parseRange(spanOf(from, to) ?? '')
  if (range === undefined) return false
  const { first, last } = range
  const end = first.version === 4 ? 0xffn : 0xffff_ffff_ffff_ffffn
  const isFar = last.value - first.value > (first.version === 4 ? 0xffffn : end)
  return isFar && ((first.value & end) !== 0n || (last.value & end) !== end)
}

/** One address, with `/32` or `/128` or without, padded or as a number. */
function single(cell: string): string | undefined {
  const text = bare(cell).replace(/\/(?:32|128)$/, '')
  if (/^(?:0|[1-9]\d{0,38})$/.test(text)) return fromNumber(text)
  const address = PADDED.test(text) ? unpad(text) : text
  return parseAddress(address) === undefined ? undefined : address
}

/** A number as the address it stands for: IPv4 up to 32 bits, above that IPv6, of which a part maps IPv4. */
export function fromNumber(text: string): string | undefined {
  const value = BigInt(text)
  if (value >> 128n > 0n) return undefined
  return printAddress(
    value >> 32n === 0xffffn
      ? { version: 4, value: value & 0xffff_ffffn }
      : { version: value >> 32n === 0n ? 4 : 6, value },
  )
}

const unpad = (text: string): string => text.split('.').map(Number).join('.')

/** An address with a netmask or the wildcard mask of access lists; undefined where the mask has holes. */
export function withMask(address: string, mask: string): string | undefined {
  const bits = bitsOfMask(mask)
  // A default route, and `any` of an access list.
  if (address.trim() === '0.0.0.0' && (bits === 32 || bits === 0)) return '0.0.0.0/0'
  return bits === undefined ? undefined : valid(`${address.trim()}/${bits}`)
}

/** The prefix length of `255.255.255.0`, or of the wildcard `0.0.0.255`. */
export function bitsOfMask(mask: string): number | undefined {
  const parts = mask.trim().split('.').map(Number)
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255))
    return undefined
  const value = parts.reduce((sum, part) => sum * 256 + part, 0)
  const ones = value >= 0x8000_0000 ? value : 0xffff_ffff - value
  const bits = 32 - Math.log2(0xffff_ffff - ones + 1)
  return Number.isInteger(bits) ? bits : undefined
}

/** Whether the address of a CIDR is the first of its network. */
export function isNetworkBase(text: string): boolean {
  const address = parseAddress(text.split('/', 1)[0] ?? '')
  return address !== undefined && parseRange(text)?.first.value === address.value
}

/** `192.0.2.*` and `192.0.2.` as the block they stand for. */
function openEnd(text: string): string | undefined {
  const octets = OPEN_END.exec(text)?.[1]?.split('.')
  if (octets === undefined) return undefined
  const stars = text.split('*').length - 1
  // `1.` is more often the number of an item than a block.
  if (stars === 0 && octets.length < 2) return undefined
  if (stars > 0 && octets.length + stars !== 4) return undefined
  return valid(`${[...octets, '0', '0', '0'].slice(0, 4).join('.')}/${octets.length * 8}`)
}

/** `192.0.2.10-20`, `192.0.2.10-.20`, and `192.0.2.[10-20]` or `192.0.2.[10:20]` of inventories. */
function shortEnd(text: string): string | undefined {
  const [, net, from, to, first = from, last = to] = SHORT_END.exec(text) ?? []
  return net === undefined ? undefined : valid(`${net}${Number(first)}-${net}${Number(last)}`)
}

const OCTETS = /^\d{1,3}(?:\.\d{1,3}){2}\.\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)+$/

/** Whether a text may list last octets, as Nmap takes them: `192.0.2.1,3,5-7`. Ports or counts behind an address seldom rise from it on. */
export function isOctetList(text: string): boolean {
  if (!OCTETS.test(text)) return false
  const numbers = text.slice(text.lastIndexOf('.') + 1).split(/[,-]/)
  return numbers.every(
    (number, at) => Number(number) < 256 && (at === 0 || Number(number) > Number(numbers[at - 1])),
  )
}

/** Why a text that may stand for several addresses is not taken; undefined for all others. */
export function unclearAddresses(text: string): string | undefined {
  const isList = isOctetList(text) || FURTHER_OCTETS.test(text)
  if (!isList && !(PATTERN.test(text) && rangeText(text) === undefined)) return undefined
  const shown = `\`${text.slice(0, 60)}\``
  return isList
    ? `${shown} may list last octets or hold other columns; write each address on a line of its own, or name the column (--column)`
    : `${shown} is a pattern of addresses; write each address or range on a line of its own`
}

/** `192.0.2.1, .2`, `192.0.2.1/.2`, `192.0.2.1 and .2`. */
const FURTHER_OCTETS = /^\d{1,3}(?:\.\d{1,3}){3}(?: ?[,&/] ?| and )\.\d{1,3}(?![\d.])/

/** `192.0.2.{1,7}`, `192.0.[0-3].1`. */
const PATTERN = /^\d{1,3}\.(?:\d{1,3}\.){0,2}(?:\{[\d,.-]+\}|\[[\d:,-]+\])(?:\.|$)/

const valid = (text: string): string | undefined => (parseRange(text) === undefined ? undefined : text)

/** Names of members and columns that say how many addresses a range has. */
export const COUNT_NAME =
  /^(?:count|size|(?:num(?:ber)?_?(?:of_?)?|total_?)?(?:ip|addr(?:esse)?|host)s|(?:ip|host|address)_?count)$/

/** The range of so many addresses from a first one on. */
export function countedFrom(first: string, count: string): string | undefined {
  const from = parseAddress(first.trim())
  if (from === undefined || !/^[1-9]\d{0,9}$/.test(count.trim())) return undefined
  const last = { ...from, value: from.value + BigInt(count.trim()) - 1n }
  return spanOf(printAddress(from), printAddress(last))
}
