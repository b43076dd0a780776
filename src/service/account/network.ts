// The network of an address, for limits: one customer usually has many addresses.
import { parseAddress, parseNetwork, printAddress, printNetwork } from '../../util/index.ts'

/** The /24 or /48 of an address; the text itself when it is not a valid address. */
export function spreadNetwork(address: string): string {
  return networkOf(address, 24, 48)
}

/** The address, or for IPv6 its /64, which one machine may use freely. */
export function sourceNetwork(address: string): string {
  return networkOf(address, 32, 64)
}

function networkOf(text: string, bits4: number, bits6: number): string {
  const address = parseAddress(text)
  if (address === undefined) return text.slice(0, 64)
  const network = parseNetwork(`${printAddress(address)}/${address.version === 4 ? bits4 : bits6}`)
  return network === undefined ? text : printNetwork(network)
}
