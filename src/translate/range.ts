// Ranges, which our language does not have, as what it has: expressions over printed numbers, and CIDRs.
import { parseAddress, printNetwork } from '../util/index.ts'

/** An RE2 expression for the whole numbers from `from` to `to` in decimal; both are at least 0. */
export function numberRange(from: number, to: number): string {
  const parts: string[] = []
  for (let low = from; low <= to; ) {
    const high = Math.min(to, 10 ** String(low).length - 1)
    parts.push(...sameLength(String(low), String(high)))
    low = high + 1
  }
  return `^(?:${parts.join('|')})$`
}

// Two numbers of the same number of digits: up to the first digit that differs they agree; what follows splits into a lower
// rest, whole tens between, and an upper rest.
function sameLength(low: string, high: string): readonly string[] {
  const at = [...low].findIndex((digit, index) => digit !== high[index])
  if (at < 0) return [low]
  const prefix = low.slice(0, at)
  const rest = low.length - at - 1
  const [first, last] = [Number(low[at]), Number(high[at])]
  const lowWhole = /^0*$/.test(low.slice(at + 1))
  const highWhole = /^9*$/.test(high.slice(at + 1))
  const lower = lowWhole ? [] : sameLength(low, `${prefix}${first}${'9'.repeat(rest)}`)
  const upper = highWhole ? [] : sameLength(`${prefix}${last}${'0'.repeat(rest)}`, high)
  const [from, to] = [lowWhole ? first : first + 1, highWhole ? last : last - 1]
  const middle = from > to ? [] : [`${prefix}${digits(from, to)}${anyDigits(rest)}`]
  return [...lower, ...middle, ...upper]
}

function digits(from: number, to: number): string {
  if (from === 0 && to === 9) return '\\d'
  return from === to ? String(from) : `[${from}-${to}]`
}

function anyDigits(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '\\d' : `\\d{${count}}`
}

/** The CIDRs that together are the addresses from one to another; undefined when they are no such pair. */
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
