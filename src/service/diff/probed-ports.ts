import type { Probed } from '../../importer/index.ts'

/** The ports of hosts that a scan probed, and what it found there instead of a service. */
export class ProbedPorts {
  readonly #hosts = new Map<string, Omit<Probed, 'host'>[]>()

  /** Adds what a source says of a host with a canonical name. */
  add(host: string, probed: Omit<Probed, 'host'>): void {
    const known = this.#hosts.get(host)
    if (known === undefined) this.#hosts.set(host, [probed])
    else known.push(probed)
  }

  /** What the scan found at a port instead of a service; undefined when it does not say that it probed it. */
  stateOf(host: string, transport: Probed['transport'], port: number): string | undefined {
    return this.#hosts
      .get(host)
      ?.find(
        (probed) =>
          probed.transport === transport &&
          probed.ports.some(([first, last]) => first <= port && port <= last),
      )?.state
  }
}
