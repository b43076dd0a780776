import { expect, it } from 'vitest'
import type { HostService } from '../../lib/answer-types.ts'
import { portGroups, portId } from './port-groups.ts'

const service = (port: number, protocol: string, host: string, base_protocol = 'tcp') =>
  ({ port, protocol, host, base_protocol }) as HostService

it('puts the services of a port together, the lowest port first, each in its order', () => {
  const services = [
    service(443, 'https', 'b'),
    service(53, 'domain', 'x', 'udp'),
    service(443, 'https', 'a'),
    service(53, '', 'y'),
  ]
  const found = portGroups(services).map(({ port, transport, protocols, services: own }) => [
    ...[port, transport, protocols],
    own.map(({ host }) => host),
  ])
  expect(found).toEqual([
    [53, 'tcp', [], ['y']],
    [53, 'udp', ['domain'], ['x']],
    [443, 'tcp', ['https'], ['b', 'a']],
  ])
})

it('names places without what an address cannot hold', () => {
  expect(portId(80, 'tcp"#<')).toBe('port-80-tcp')
})
