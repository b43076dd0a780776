import { expect, it } from 'vitest'
import { sourceNetwork, spreadNetwork } from './network.ts'

it.each([
  ['192.0.2.77', '192.0.2.77/32', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.77/32', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::/64', '::/48'],
  ['', '', ''],
  ['a pipe', 'a pipe', 'a pipe'],
])('%s counts as source %s and network %s', (address, source, spread) => {
  expect([sourceNetwork(address), spreadNetwork(address)]).toEqual([source, spread])
})
