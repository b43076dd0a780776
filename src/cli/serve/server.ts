// One server process: opens everything it needs in order, and closes it in reverse order.

import type { Settings } from '../../config/index.ts'
import { buildServer } from '../../door/index.ts'
import type { OperatorLink } from '../../operation/index.ts'
import { planDemonstration } from '../../service/demonstration/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import { dataFiles } from '../data/data-directory.ts'
import { programVersion } from '../version.ts'
import type { Announcer } from './announcer.ts'
import { logBackground } from './background-log.ts'
import { startDemonstration } from './demonstration.ts'
import { announceFirstAccount } from './first-account.ts'
import { Lifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'
import { createLogger } from './logger.ts'
import { openServices } from './services.ts'

/** A running server. */
export interface RunningServer {
  /** URL without a final slash. */
  readonly url: string
  /** What commands call through the socket. */
  readonly operator: Operator
  /** Finishes running requests within the grace time, and closes everything. */
  readonly stop: () => Promise<void>
}

/** How a server differs that `periplus open` starts. */
interface ServerOptions {
  /** Lets in whoever started it, without a password. */
  readonly operatorLink?: OperatorLink
  /** Whether its first account is for nobody, and not announced. */
  readonly silent?: boolean
}

/** Starts a server: it listens first, so that probes are answered, and serves requests once everything is open. */
export async function startServer(
  settings: Settings,
  announcer: Announcer,
  { operatorLink, silent = false }: ServerOptions = {},
): Promise<RunningServer> {
  const { config } = settings
  const files = dataFiles(config.data)
  const logger = createLogger(config['log.level'])
  const life = new Lifecycle(settings, operatorLink)
  const app = await buildServer(life.context, logger, programVersion())
  const url = await listen(app, config)
  const onDamage = (damage: string): void =>
    logger.error({ damage }, 'the records are damaged; run `periplus doctor`')
  const opened = await openServices(config, {
    metrics: life.context.metrics,
    onError: logBackground(logger),
    onDamage,
  }).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const { records } = await opened.store.info()
  if (opened.first !== undefined && !silent) {
    if (config.demo && records === 0) planDemonstration(files.demonstration, Date.now())
    const baseUrl = config['http.baseUrl'] || url
    announcer.say(announceFirstAccount(opened.first, baseUrl, files.firstAccount, announcer.terminal))
  }
  life.begin(opened.services)
  if (!silent)
    announcer.say(`listening on ${url}${alsoNamed(url)} with ${records.toLocaleString('en-US')} records\n`)
  const load = startDemonstration(config, opened.store, files.demonstration, announcer, (error) =>
    logger.error({ err: error }, 'loading the demonstration records failed'),
  )
  return {
    url,
    operator: opened.operator,
    stop: async () => {
      await Promise.all([load.stop(), life.end(app)])
      await opened.close()
    },
  }
}

/** The name of this machine beside its address: passkeys are bound to a name. */
function alsoNamed(url: string): string {
  const { hostname, port } = new URL(url)
  return /^(?:127\.|\[::1\])/.test(hostname) ? ` (and http://localhost:${port}, for passkeys)` : ''
}
