// Stops statements of the embedded engine without blocking the process: under load one KILL takes up to half a second.
import type { Connection } from './connection.ts'

/** The prefix of the markers of statements that can be stopped. */
export const MARKER = 'periplus '

/** While a KILL waits for a free thread, another one runs on the calling thread each time so many milliseconds have passed. */
const URGENT_EVERY = 1000

/** The connections that stop statements and run nothing else. */
interface StopConnections {
  /** Runs on a thread of the pool once one is free. */
  readonly patient: Pick<Connection, 'command'>
  /** Runs on the calling thread, also while every thread of the pool is busy. */
  readonly urgent: Pick<Connection, 'commandNow'>
}

/** Stops statements by their markers. One KILL covers all requests that arrived meanwhile. */
export class Stopper {
  readonly #connections: StopConnections
  #wanted = new Set<string>()
  #running: Promise<void> | undefined

  constructor(connections: StopConnections) {
    this.#connections = connections
  }

  /** Stops the statements whose marker starts with this text, soon. */
  stop(marker: string): void {
    this.#wanted.add(marker)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Stops all statements now. */
  stopAll(): void {
    this.#wanted.clear()
    this.#now([MARKER])
  }

  /** Resolves when nothing is being stopped; then its connections may be closed. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#wanted.size > 0) {
      const markers = [...this.#wanted]
      this.#wanted = new Set()
      const urgent = setInterval(() => this.#urgently(markers), URGENT_EVERY)
      await this.#connections.patient.command(killOf(markers)).catch(() => this.#urgently(markers))
      clearInterval(urgent)
    }
  }

  /** Stops what still waits for a thread, and what was requested since: a statement may start after the KILL that was meant for it. */
  #urgently(waiting: string[]): void {
    const markers = [...new Set([...waiting.splice(0), ...this.#wanted])]
    this.#wanted = new Set()
    if (markers.length > 0) this.#now(markers)
  }

  /** A statement that cannot be stopped, because no file descriptor is free, ends at its own limit. */
  #now(markers: readonly string[]): void {
    try {
      this.#connections.urgent.commandNow(killOf(markers))
    } catch {}
  }
}

function killOf(markers: readonly string[]): string {
  const any = markers.map((marker) => `startsWith(Settings['log_comment'], '${marker}')`).join(' OR ')
  return `KILL QUERY WHERE ${any} ASYNC`
}
