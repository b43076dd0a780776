// IPv6 addresses that carry an IPv4 address inside, and which one.
import { type Address, parseAddress, printAddress } from '../../util/index.ts'

const LOW = 0xffff_ffffn
const MAPPED = 0xffff_0000_0000n

const four = (value: bigint): string => printAddress({ version: 4, value: MAPPED | (value & LOW) })

/** A sentence about the IPv4 address inside; undefined where there is none. */
export function explainEmbedded({ version, value }: Address): string | undefined {
  if (version === 4) return undefined
  const head = value >> 96n
  if (head >> 16n === 0x2002n) return `6to4 address of ${four(value >> 80n)}`
  if (head === 0x2001_0000n) {
    // Client and port are stored with every bit turned round (RFC 4380 §4).
    const port = Number(~(value >> 32n) & 0xffffn)
    return `Teredo client ${four(~value)} port ${port} at server ${four(value >> 64n)}`
  }
  if (value >> 32n === 0x64_ff9b_0000_0000_0000_0000n) return `NAT64 address of ${four(value)}`
  return undefined
}

/** The sentence for an IPv4 address that was written as IPv6 (`::ffff:192.0.2.1`); undefined for every other text. */
export function explainMapped(text: string): string | undefined {
  const address = text.includes(':') ? parseAddress(text) : undefined
  return address?.version === 4 ? `IPv4-mapped writing of ${printAddress(address)}` : undefined
}
