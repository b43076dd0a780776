// The write lease: held while this process changes records, renewed in time, and waited for while another process has it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommitLog, Lease } from '../../commit/index.ts'
import { AppError } from '../../error/index.ts'

/** Renewals within the duration of a lease; milliseconds between attempts while another process has it. */
const RENEWALS = 5
const LOOK = 50

/** Another process took over the lease, because this one was too slow. */
export class LeaseLost extends AppError {
  constructor() {
    super(
      'unavailable',
      '503 Service Unavailable: another process took over the right to change records; try again',
    )
  }
}

/** Acquires and holds the lease of one store. */
export class LeaseHolder {
  readonly #log: CommitLog
  readonly #closing: AbortSignal
  #held: Lease | undefined
  #renewals: NodeJS.Timeout | undefined

  constructor(log: CommitLog, closing: AbortSignal) {
    this.#log = log
    this.#closing = closing
  }

  /** Returns the current lease, or acquires one as soon as it is free. */
  async hold(signal?: AbortSignal): Promise<Lease> {
    if (this.#held !== undefined) return this.#held
    for (;;) {
      signal?.throwIfAborted()
      const lease = await this.#log.acquire()
      if (lease !== undefined) return this.#keep(lease)
      if (this.#closing.aborted) throw new LeaseLost()
      await sleep(LOOK * (0.5 + Math.random()), undefined, { signal: this.#closing }).catch(() => {})
    }
  }

  /** Releases the lease if it is held. */
  async release(): Promise<void> {
    clearInterval(this.#renewals)
    const lease = this.#held
    this.#held = undefined
    if (lease !== undefined) await this.#log.release(lease)
  }

  #keep(lease: Lease): Lease {
    this.#held = lease
    if (Number.isFinite(lease.duration)) {
      // A failed renewal is harmless: every change of phase is fenced anyway.
      const renew = () => void this.#log.renew(lease).catch(() => {})
      this.#renewals = setInterval(renew, lease.duration / RENEWALS).unref()
    }
    return lease
  }
}
