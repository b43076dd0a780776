// IP addresses and networks: strict parsing, canonical text (RFC 5952) and arithmetic. Knows nothing of records. An address is its
// 16 bytes as one unsigned number; IPv4 addresses are mapped to ::ffff:0:0/96 (RFC 4291 §2.5.5.2), and an IPv4-mapped text
// (`::ffff:192.0.2.1`) means the IPv4 address.

/** An IPv4 or IPv6 address. `value` is the 128-bit number, IPv4-mapped for version 4. */
export interface Address {
  readonly version: 4 | 6
  readonly value: bigint
}

/** All addresses from `first` to `last`, both included, both of `version`; `prefix` counts bits of that version (0–32 or 0–128). */
export interface Network {
  readonly version: 4 | 6
  readonly first: bigint
  readonly last: bigint
  readonly prefix: number
}

const MAPPED = 0xffff_0000_0000n
const FOUR_PART = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** The 32-bit number of a dotted-quad IPv4 text, or undefined. Leading zeros, octal, hexadecimal and short forms are refused. */
export function parseIpv4(text: string): number | undefined {
  const match = FOUR_PART.exec(text)
  if (match === null) return undefined
  let value = 0
  for (let part = 1; part <= 4; part++) {
    const digits = match[part] ?? ''
    const octet = Number(digits)
    if (octet > 255 || (digits.length > 1 && digits.startsWith('0'))) return undefined
    value = value * 256 + octet
  }
  return value
}

function parseIpv6(text: string): bigint | undefined {
  if (text.length > 45 || !text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groups: number[][] = []
  for (const [index, half] of halves.entries()) {
    const list: number[] = []
    const parts = half === '' ? [] : half.split(':')
    for (const [position, part] of parts.entries()) {
      const final = index === halves.length - 1 && position === parts.length - 1
      if (final && part.includes('.')) {
        const tail = parseIpv4(part)
        if (tail === undefined) return undefined
        list.push(tail >>> 16, tail & 0xffff)
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) list.push(Number.parseInt(part, 16))
      else return undefined
    }
    groups.push(list)
  }
  const [head = [], tail] = groups
  const given = head.length + (tail?.length ?? 0)
  if (tail === undefined ? given !== 8 : given > 7) return undefined
  const all = tail === undefined ? head : [...head, ...new Array<number>(8 - given).fill(0), ...tail]
  let value = 0n
  for (const group of all) value = (value << 16n) | BigInt(group)
  return value
}

/** Parses an address in standard text form; undefined for anything else (including zone ids, ports, brackets and CIDRs). */
export function parseAddress(text: string): Address | undefined {
  const short = parseIpv4(text)
  if (short !== undefined) return { version: 4, value: MAPPED | BigInt(short) }
  const long = parseIpv6(text)
  if (long === undefined) return undefined
  return { version: long >> 32n === 0xffffn ? 4 : 6, value: long }
}

/** The canonical text: dotted quad, or RFC 5952 (lower case, longest run of zero groups as `::`). */
export function printAddress(address: Address): string {
  if (address.version === 4) {
    const value = Number(address.value & 0xffff_ffffn)
    return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
  }
  const groups: number[] = []
  for (let shift = 112n; shift >= 0n; shift -= 16n) groups.push(Number((address.value >> shift) & 0xffffn))
  let start = -1
  let length = 1
  for (let at = 0; at < 8; at++) {
    let end = at
    while (end < 8 && groups[end] === 0) end++
    if (end - at > length) {
      start = at
      length = end - at
    }
    if (end > at) at = end
  }
  const hex = groups.map((group) => group.toString(16))
  if (start < 0) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

/** The canonical text of an address text, or undefined when it is not an address. */
export function canonicalAddress(text: string): string | undefined {
  // Almost every call passes a dotted quad, which is canonical already.
  if (parseIpv4(text) !== undefined) return text
  const address = parseAddress(text)
  return address && printAddress(address)
}

/** Parses `address/bits`; bits below the prefix may be set and are cleared. Undefined when it is not a valid CIDR. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return undefined
  const bits = text.slice(slash + 1)
  if (!/^(0|[1-9]\d{0,2})$/.test(bits)) return undefined
  const address = parseAddress(text.slice(0, slash))
  if (address === undefined) return undefined
  // An IPv4-mapped CIDR counts its bits from the start of all 128.
  const mapped = address.version === 4 && text.includes(':')
  const prefix = mapped ? Number(bits) - 96 : Number(bits)
  const width = address.version === 4 ? 32 : 128
  if (prefix < 0 || prefix > width) return undefined
  const span = (1n << BigInt(width - prefix)) - 1n
  const first = address.value & ~span
  return { version: address.version, first, last: first | span, prefix }
}

/** The CIDR text of a network. */
export function printNetwork(network: Network): string {
  return `${printAddress({ version: network.version, value: network.first })}/${network.prefix}`
}

/** Whether the network contains the address. */
export function isInside(address: Address, network: Network): boolean {
  return (
    address.version === network.version && address.value >= network.first && address.value <= network.last
  )
}
