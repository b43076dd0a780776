// How broad an announced range is, in words.
import { parseAddress } from '../../util/index.ts'

const HOLDERS: Readonly<Record<string, string>> = {
  hosting: 'a hosting company',
  isp: 'an internet provider',
  mobile: 'a mobile network',
  education: 'a school or university',
  government: 'a government',
  business: 'a company',
  cdn: 'a delivery network',
}

/** `a /16 of a hosting company` of `first-last` and the kind of its holder; null where the range is unknown. */
export function breadthOf(range: string | null, kind: string | null): string | null {
  const [from = '', to = ''] = range?.split('-') ?? []
  const [first, last] = [parseAddress(from), parseAddress(to)]
  if (first === undefined || last === undefined || first.value > last.value) return null
  const size = last.value - first.value + 1n
  const bits = size.toString(2).length - 1
  const isBlock = size === 1n << BigInt(bits) && first.value % size === 0n
  const width = (first.version === 4 ? 32 : 128) - bits
  const holder = HOLDERS[kind ?? ''] ?? 'a network'
  return isBlock ? `a /${width} of ${holder}` : `${size.toLocaleString('en-US')} addresses of ${holder}`
}
