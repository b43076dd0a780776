// One server process: everything it needs is opened here in order, and closed in the reverse order.
import { mkdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type ApiContext, buildApi, createMetrics, type Phase, type Services } from '../../api/index.ts'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { programVersion } from '../version.ts'
import type { Announcer } from './announcer.ts'
import { planFirstDemonstration, startDemonstration } from './demonstration.ts'
import { announceFirstAccount } from './first-account.ts'
import { listen } from './listen.ts'
import { createLogger } from './logger.ts'
import { openServices } from './services.ts'

/** A server that answers. */
export interface RunningServer {
  /** Address without a final slash. */
  readonly url: string
  /** Finishes what runs within the grace time, and closes everything. */
  readonly stop: () => Promise<void>
}

/** Starts a server: it listens first, so that probes are answered, and serves once everything is open. */
export async function startServer(config: Config, announcer: Announcer): Promise<RunningServer> {
  makeDirectory(config.data)
  const logger = createLogger(config['log.level'])
  let phase: Phase = 'starting'
  let services: Services | undefined
  const shutdown = new AbortController()
  const metrics = createMetrics()
  const context: ApiContext = {
    config,
    metrics,
    phase: () => phase,
    services: () => services ?? unreachable(),
    shutdown: shutdown.signal,
    now: Date.now,
  }
  const app = await buildApi(context, logger, programVersion())
  const url = await listen(app, config)
  const opened = await openServices(config, metrics).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const { records } = await opened.store.info()
  if (opened.first !== undefined) {
    if (config.demo && records === 0) planFirstDemonstration(config)
    const place = {
      baseUrl: config['http.baseUrl'] || url,
      directory: config.data,
      terminal: announcer.terminal,
    }
    announcer.say(announceFirstAccount(opened.first, place))
  }
  services = opened.services
  phase = 'ready'
  announcer.say(`listening on ${url} with ${records.toLocaleString('en-US')} records\n`)
  const load = startDemonstration(config, opened.store, announcer, (error) =>
    logger.error({ err: error }, 'loading the demonstration records failed'),
  )
  return {
    url,
    stop: async () => {
      phase = 'stopping'
      await load.stop()
      await closeWithin(app, config['http.graceTime'], shutdown)
      await opened.close()
    },
  }
}

function unreachable(): never {
  throw new Error('services were asked for before they were open')
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `cannot use the data directory \`${directory}\`: ${reason}`, { cause })
  }
}

/** How long aborted work may take to end. */
const ABORT_TIME = 2000

/** Closes the server: what runs may finish, then is aborted with 503, then loses its connection. */
async function closeWithin(
  app: FastifyInstance,
  graceTime: number,
  shutdown: AbortController,
): Promise<void> {
  const abort = setTimeout(() => {
    shutdown.abort(
      new AppError(
        'unavailable',
        '503 Service Unavailable: the server is shutting down; try again in a few seconds',
      ),
    )
  }, graceTime)
  const cut = setTimeout(() => app.server.closeAllConnections(), graceTime + ABORT_TIME)
  try {
    await app.close()
  } finally {
    clearTimeout(abort)
    clearTimeout(cut)
  }
}
