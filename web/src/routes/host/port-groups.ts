// The services of a host by port.
import type { HostService } from '../../lib/answer-types.ts'

/** A port and the services on it, newest first. */
export interface PortGroup {
  readonly port: number
  readonly transport: string
  readonly protocols: readonly string[]
  readonly services: readonly HostService[]
}

/** The services by port and transport, the lowest port first. */
export function portGroups(services: readonly HostService[]): readonly PortGroup[] {
  const groups = Map.groupBy(services, ({ port, base_protocol }) => portId(port, base_protocol))
  return [...groups.values()]
    .map(groupOf)
    .sort((a, b) => a.port - b.port || (a.transport < b.transport ? -1 : 1))
}

function groupOf(services: readonly HostService[]): PortGroup {
  const [first] = services
  if (first === undefined) throw new Error('a port without a service')
  const protocols = [...new Set(services.map(({ protocol }) => protocol).filter((name) => name !== ''))]
  return { port: first.port, transport: first.base_protocol, protocols, services }
}

/** The name of the place on the page where the services of a port are. */
export function portId(port: number, transport: string): string {
  return `port-${port}-${transport.replace(/[^a-z0-9]/gi, '')}`
}
