// Ranges of addresses for languages that only have CIDRs.
import { parseAddress, printNetwork } from '../util/index.ts'

/** The CIDRs that cover exactly the addresses from one to another; undefined when they are not a valid range. */
export function addressRange(from: string, to: string): readonly string[] | undefined {
  const first = parseAddress(from)
  const last = parseAddress(to)
  if (first === undefined || last === undefined || first.version !== last.version) return undefined
  if (first.value > last.value) return undefined
  const width = first.version === 4 ? 32 : 128
  const networks: string[] = []
  for (let at = first.value; at <= last.value; ) {
    let bits = 0
    while (bits < width && fits(at, bits + 1, last.value)) bits++
    const size = 1n << BigInt(bits)
    networks.push(
      printNetwork({ version: first.version, first: at, last: at + size - 1n, prefix: width - bits }),
    )
    at += size
  }
  return networks
}

function fits(at: bigint, bits: number, last: bigint): boolean {
  const size = 1n << BigInt(bits)
  return at % size === 0n && at + size - 1n <= last
}
