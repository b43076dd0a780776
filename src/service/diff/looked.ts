import type { Looked } from '../../importer/index.ts'

/** Which ports of which hosts a scan looked at, and what it found there instead of a service. */
export class LookedPorts {
  readonly #hosts = new Map<string, Omit<Looked, 'host'>[]>()

  /** Adds what a source says of a host, whose name is in canonical form. */
  add(host: string, looked: Omit<Looked, 'host'>): void {
    const known = this.#hosts.get(host)
    if (known === undefined) this.#hosts.set(host, [looked])
    else known.push(looked)
  }

  /** What the scan found at a port instead of a service; undefined where it does not say that it looked. */
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
