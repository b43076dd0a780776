// One server process: everything it needs is opened here in order, and closed in the reverse order.
import { mkdirSync } from 'node:fs'
import { buildApi } from '../../api/index.ts'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import type { FirstAccount } from '../../service/account/index.ts'
import { programVersion } from '../version.ts'
import type { Announcer } from './announcer.ts'
import { planFirstDemonstration, startDemonstration } from './demonstration.ts'
import { announceFirstAccount } from './first-account.ts'
import { Life } from './life.ts'
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
  const life = new Life(config)
  const app = await buildApi(life.context, logger, programVersion())
  const url = await listen(app, config)
  const opened = await openServices(config, life.context.metrics).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const { records } = await opened.store.info()
  if (opened.first !== undefined) welcome(config, opened.first, records, url, announcer)
  life.begin(opened.services)
  announcer.say(`listening on ${url} with ${records.toLocaleString('en-US')} records\n`)
  const load = startDemonstration(config, opened.store, announcer, (error) =>
    logger.error({ err: error }, 'loading the demonstration records failed'),
  )
  return {
    url,
    stop: async () => {
      await Promise.all([load.stop(), life.end(app)])
      await opened.close()
    },
  }
}

/** What happens once in the life of a data directory. */
function welcome(
  config: Config,
  first: FirstAccount,
  records: number,
  url: string,
  announcer: Announcer,
): void {
  if (config.demo && records === 0) planFirstDemonstration(config)
  const baseUrl = config['http.baseUrl'] || url
  const { terminal } = announcer
  announcer.say(announceFirstAccount(first, { baseUrl, directory: config.data, terminal }))
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `cannot use the data directory \`${directory}\`: ${reason}`, { cause })
  }
}
