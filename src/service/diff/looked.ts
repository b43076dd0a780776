import type { Looked } from '../../importer/index.ts'

/** The ports of hosts that a scan probed, and what it found there instead of a service. */
export class LookedPorts {
  readonly #hosts = new Map<string, Omit<Looked, 'host'>[]>()

  /** Adds what a source says of a host with a canonical name. */
  add(host: string, looked: Omit<Looked, 'host'>): void {
    const known = this.#hosts.get(host)
    if (known === undefined) this.#hosts.set(host, [looked])
    else known.push(looked)
  }

  /** What the scan found at a port instead of a service; undefined when it does not say that it probed it. */
  stateOf(host: string, transport: Looked['transport'], port: number): string | undefined {
    return this.#hosts
      .get(host)
      ?.find(
        (looked) =>
          looked.transport === transport &&
          looked.ports.some(([first, last]) => first <= port && port <= last),
      )?.state
  }
}
