import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../config/index.ts'
import { createMetrics, type DoorContext } from '../../door/index.ts'
import { AppError } from '../../error/index.ts'
import type { OperatorLink, Phase, Services } from '../../operation/index.ts'

/** How long aborted work may take to stop before its connections are cut, in milliseconds. */
const ABORT_TIME = 2000

/** The lifecycle of one server process. */
export class Lifecycle {
  readonly context: DoorContext
  readonly #graceTime: number
  readonly #shutdown = new AbortController()
  #phase: Phase = 'starting'
  #services: Services | undefined

  constructor({ config, origins }: Settings, operatorLink?: OperatorLink) {
    this.#graceTime = config['http.graceTime']
    this.context = {
      config,
      origins,
      metrics: createMetrics(),
      phase: () => this.#phase,
      services: () => this.#ready(),
      shutdown: this.#shutdown.signal,
      now: Date.now,
      operatorLink,
    }
  }

  /** From now on requests are answered. */
  begin(services: Services): void {
    this.#services = services
    this.#phase = 'ready'
  }

  /** Closes the server: new requests get 503; running ones may finish, are aborted after the grace time, and then cut off. */
  async end(app: FastifyInstance): Promise<void> {
    this.#phase = 'stopping'
    const abort = setTimeout(() => this.#shutdown.abort(STOPPED), this.#graceTime)
    const cut = setTimeout(() => app.server.closeAllConnections(), this.#graceTime + ABORT_TIME)
    try {
      await app.close()
    } finally {
      clearTimeout(abort)
      clearTimeout(cut)
    }
  }

  #ready(): Services {
    if (this.#services === undefined) throw new Error('services were asked for before they were open')
    return this.#services
  }
}

const STOPPED = new AppError(
  'unavailable',
  '503 Service Unavailable: the server is shutting down; try again in a few seconds',
)
