// Composes the use cases of a server from its databases, settings and jobs.
import { availableParallelism } from 'node:os'
import type { Config } from '../../config/index.ts'
import { serveOperator } from '../../door/index.ts'
import type { Services } from '../../operation/index.ts'
import type { FirstAccount } from '../../service/account/index.ts'
import { createAggregate } from '../../service/aggregate/index.ts'
import { createDemonstration } from '../../service/demonstration/index.ts'
import { deriveAfterUpgrade } from '../../service/derive/index.ts'
import { createExplain } from '../../service/explain/index.ts'
import { Icons } from '../../service/icon/index.ts'
import { localOperator, type Operator, operatorQueries } from '../../service/operator/index.ts'
import { createPivots } from '../../service/pivot/index.ts'
import { createProvenance } from '../../service/provenance/index.ts'
import { createReadOnly } from '../../service/read-only/index.ts'
import { createRuleTrial } from '../../service/rule-trial/index.ts'
import { Screenshots, shownScreenshots } from '../../service/screenshot/index.ts'
import {
  createAdmission,
  createSearch,
  createSearchNext,
  type ObservedAdmission,
} from '../../service/search/index.ts'
import { createVulnerabilities } from '../../service/vulnerability/index.ts'
import type { Store } from '../../store/index.ts'
import { dataFiles, refuseUnfinished } from '../data/data-directory.ts'
import { noteNew, versionedRecords } from '../data/open-derivations.ts'
import { openDatabases, type Reports } from './databases.ts'
import { serverFacts } from './facts.ts'
import { forgettingFirstAccount } from './first-account.ts'
import { startHourlyWork } from './hourly-work.ts'
import { observeSurroundings } from './observe.ts'
import { createReadiness } from './readiness.ts'
import { startRuleWatch } from './rule-watch.ts'
import { openWork } from './work.ts'

/** The open use cases of a server process. */
interface OpenServices {
  readonly services: Services
  readonly store: Store
  /** What commands call through the socket. */
  readonly operator: Operator
  /** The account created because there was none. */
  readonly first: FirstAccount | undefined
  readonly close: () => Promise<void>
}

/** Opens records and accounts. If one cannot be opened, those opened before are closed again. */
export async function openServices(config: Config, reports: Reports): Promise<OpenServices> {
  const files = dataFiles(config.data)
  refuseUnfinished(files)
  await using stack = new AsyncDisposableStack()
  const databases = await openDatabases(config, reports, stack)
  const { state, store, damage, secret, accounts } = databases
  const admission = openAdmission(config)
  reports.metrics.watchAdmission(admission)
  observeSurroundings(reports.metrics, { config, store, state })
  const first = await accounts.ensureFirstAccount()
  // They were valid while the process ran that started them.
  await accounts.endOperatorSessions()
  const context = { store, accounts, admission, now: Date.now }
  const work = await openWork(config, reports, { ...databases, ...context }, stack)
  const { undos, derivations, sources, jobs, ...shown } = work
  const provenance = createProvenance({ state, store, now: Date.now })
  const { vulnerabilities } = files
  const operator = localOperator(store, sources, {
    ...{ ...shown, derivations, provenance, vulnerabilities },
    undos: async () => undos,
    readText: operatorQueries(state),
  })
  const socket = await serveOperator({ operator, feeds: shown.feeds }, files.socket)
  stack.defer(() => socket.close())
  const { records } = await store.info()
  await noteNew({ config, state, store })
  await deriveAfterUpgrade(versionedRecords({ config, state }), records, config['derive.rate'], derivations)
  await startRuleWatch({ config, state, derivations, onError: reports.onError }, stack)
  await derivations.resume()
  const screenshots = new Screenshots(files.screenshots, config['import.screenshots'])
  await startHourlyWork({ ...{ config, databases, work, screenshots }, ...reports }, stack)
  const services = {
    ...{ ...shown, undos, derivations, provenance },
    icons: new Icons(files.icons),
    screenshots: shownScreenshots(store, screenshots),
    searchAll: createSearch(context),
    searchNext: createSearchNext(context, secret.derive('cursor')),
    aggregate: createAggregate(context),
    explain: createExplain(context),
    accounts: forgettingFirstAccount(accounts, files.firstAccount),
    demonstration: createDemonstration(store, files.demonstration, Date.now),
    pivots: createPivots(context),
    tryRules: createRuleTrial(context),
    vulnerabilities: createVulnerabilities({ ...context, path: vulnerabilities }),
    readOnly: createReadOnly({ state, setting: config.readOnly, now: Date.now }),
    facts: () => serverFacts(store, state, admission),
    check: createReadiness(state, config.data),
    damage: damage.current,
  }
  const opened = stack.move()
  return { services, store, operator, first, close: () => opened.disposeAsync() }
}

function openAdmission(config: Config): ObservedAdmission {
  return createAdmission({
    concurrency: config['search.concurrency'],
    queue: config['search.queue'],
    queueTime: config['search.queueTime'],
    // The engine in process has this machine's cores; the number of cores of servers is unknown.
    ...(config['store.url'] === '' && {
      leastConcurrency: Math.max(2, Math.ceil(availableParallelism() / 2)),
      threads: availableParallelism(),
    }),
  })
}
