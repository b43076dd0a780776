import { availableParallelism } from 'node:os'
import type { Config } from '../../config/index.ts'
import { type Metrics, serveOperator } from '../../door/index.ts'
import { createJobs } from '../../job/index.ts'
import type { Services } from '../../operation/index.ts'
import { type FirstAccount, openAccounts } from '../../service/account/index.ts'
import { createAggregate } from '../../service/aggregate/index.ts'
import { createDemonstration } from '../../service/demonstration/index.ts'
import { deriveAfterUpgrade, deriveTags } from '../../service/derive/index.ts'
import type { SweptExclusions } from '../../service/exclusion/index.ts'
import { createExplain } from '../../service/explain/index.ts'
import { Icons } from '../../service/icon/index.ts'
import { localOperator, type Operator, operatorQueries } from '../../service/operator/index.ts'
import { createPivots } from '../../service/pivot/index.ts'
import { createProvenance } from '../../service/provenance/index.ts'
import { createReadOnly } from '../../service/read-only/index.ts'
import { scheduledRetention } from '../../service/retention/index.ts'
import { createRuleTrial } from '../../service/rule-trial/index.ts'
import { dailyCleanUp, Screenshots, shownScreenshots } from '../../service/screenshot/index.ts'
import { createAdmission, createSearch, createSearchNext } from '../../service/search/index.ts'
import { currentRecordTags } from '../../service/tag/index.ts'
import { createVulnerabilities } from '../../service/vulnerability/index.ts'
import { Presence } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { accountSettings, openSecret } from '../account-settings.ts'
import { openAccountsState } from '../accounts-location.ts'
import { dataFiles, refuseUnfinished } from '../data-directory.ts'
import { jobKinds } from '../job-kinds.ts'
import { taggedRecords, versionedRecords } from '../open-derivations.ts'
import { serverExclusions } from '../open-exclusions.ts'
import { openImports } from '../open-imports.ts'
import { openRetention, retentionPolicy } from '../open-retention.ts'
import { openKnownStore } from '../open-store.ts'
import { createAuditWatch } from './audit-watch.ts'
import { countedStore } from './counted-store.ts'
import { watchDamage } from './damage.ts'
import { serverFacts } from './facts.ts'
import { forgettingFirstAccount } from './first-account.ts'
import { openJobs } from './jobs.ts'
import { observeSurroundings } from './observe.ts'
import { createReadiness } from './readiness.ts'
import { startTagging } from './tagging.ts'

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

const HOUR = 3_600_000

/** Opens records and accounts. If one cannot be opened, those opened before are closed again. */
export async function openServices(
  config: Config,
  metrics: Metrics,
  onError: (error: unknown) => void,
  onDamage: (damage: string) => void,
): Promise<OpenServices> {
  refuseUnfinished(dataFiles(config.data))
  await using stack = new AsyncDisposableStack()
  const state = await openAccountsState(config)
  stack.defer(() => state.close())
  const onNotice = (sentence: string): void => onError(new Error(sentence))
  const store = countedStore(await openKnownStore(config, { state, onNotice }), metrics)
  stack.defer(() => store.close())
  const damage = await watchDamage(store, onDamage, onError)
  stack.defer(() => damage.close())
  const presence = new Presence(state)
  stack.defer(() => presence.close())
  const secret = await openSecret(config, state)
  const accounts = await openAccounts({
    state,
    presence,
    secret,
    settings: accountSettings(config),
    auditHead: dataFiles(config.data).auditHead,
  })
  stack.defer(() => accounts.close())
  const admission = createAdmission({
    concurrency: config['search.concurrency'],
    queue: config['search.queue'],
    queueTime: config['search.queueTime'],
    // The engine in process has this machine's cores; the number of cores of servers is unknown.
    ...(config['store.url'] === '' && {
      leastConcurrency: Math.max(2, Math.ceil(availableParallelism() / 2)),
      threads: availableParallelism(),
    }),
  })
  metrics.watchAdmission(admission)
  observeSurroundings(metrics, { config, store, state })
  const first = await accounts.ensureFirstAccount()
  // They were valid while the process ran that started them.
  await accounts.endOperatorSessions()
  const jobs = createJobs({ state, presence, onError, onEnded: metrics.task, now: Date.now })
  const { tagging, feeds, sources, ...taggingWork } = startTagging({
    config,
    state,
    jobs,
    accounts,
    store,
    metrics,
    onError,
    now: Date.now,
  })
  stack.defer(() => taggingWork.close())
  // Closed first, because its work needs everything else.
  stack.defer(() => jobs.close())
  // Loaded in advance, so that the first task does not wait.
  sources.current().catch(onError)
  const imports = openImports(config, state, store)
  const exclusions = await serverExclusions({ config, state, store, jobs }, onError)
  stack.defer(() => exclusions.close())
  const context = { store, accounts, admission, now: Date.now }
  const { exports, uploads, receiver, undos, derivations } = await openJobs({
    ...{ ...context, config, state, presence, onError, jobs, imports, exclusions, sources },
  })
  const retention = scheduledRetention({
    jobs,
    kind: jobKinds(config, state).retain,
    retention: openRetention(config, state, store),
    policy: retentionPolicy(config),
    expiry: config['import.reportExpiry'],
    now: Date.now,
  })
  const provenance = createProvenance({ state, store, now: Date.now })
  const readText = operatorQueries(state)
  const parts = {
    imports,
    undos: async () => undos,
    derivations,
    exclusions,
    retention,
    provenance,
    vulnerabilities: dataFiles(config.data).vulnerabilities,
    readText,
  }
  const operator = localOperator(store, sources, parts)
  const socket = await serveOperator({ operator, feeds }, dataFiles(config.data).socket)
  stack.defer(() => socket.close())
  const { records } = await store.info()
  await deriveAfterUpgrade(versionedRecords({ config, state }), records, config['derive.rate'], derivations)
  await derivations.resume()
  let isStopping = false
  stack.defer(() => {
    isStopping = true
  })
  const tagRecords = async (): Promise<void> => {
    const { mark } = await currentRecordTags(sources, Date.now())
    if (!isStopping)
      await deriveTags(taggedRecords({ config, state }), mark, config['derive.rate'], derivations)
  }
  const keepTags = (): Promise<void> =>
    tagRecords().catch((error: unknown) => {
      // A stop does not wait for feeds that are being read.
      if (!isStopping) onError(error)
    })
  // As soon as they are loaded, and whenever a feed changes.
  void keepTags()
  sources.watch(() => void keepTags())
  const screenshots = new Screenshots(dataFiles(config.data).screenshots, config['import.screenshots'])
  const cleanUp = dailyCleanUp(store, screenshots)
  const checkAudit = createAuditWatch({ accounts, metrics, onError })
  const purge = (): Promise<unknown> =>
    Promise.all([
      accounts.purge().then(checkAudit),
      jobs.purge(),
      sweepExclusions(exclusions),
      retention.startDue(),
      cleanUp(Date.now()),
      keepTags(),
    ])
  await jobs.purge()
  void checkAudit()
  const purging = setInterval(() => void purge().catch(onError), HOUR).unref()
  stack.defer(() => clearInterval(purging))
  const searchAll = createSearch(context)
  const searchNext = createSearchNext(context, secret.derive('cursor'))
  const aggregate = createAggregate(context)
  const facts = () => serverFacts(store, state, admission)
  const { vulnerabilities } = dataFiles(config.data)
  const icons = new Icons(dataFiles(config.data).icons)
  const services = {
    icons,
    screenshots: shownScreenshots(store, screenshots),
    searchAll,
    searchNext,
    aggregate,
    explain: createExplain(context),
    accounts: forgettingFirstAccount(accounts, dataFiles(config.data).firstAccount),
    exports,
    uploads,
    receiver,
    imports,
    undos,
    derivations,
    exclusions,
    retention,
    provenance,
    demonstration: createDemonstration(store, dataFiles(config.data).demonstration, Date.now),
    pivots: createPivots(context),
    tryRules: createRuleTrial(context),
    vulnerabilities: createVulnerabilities({ ...context, path: vulnerabilities }),
    readOnly: createReadOnly({ state, setting: config.readOnly, now: Date.now }),
    facts,
    check: createReadiness(state, config.data),
    damage: damage.current,
    tagging,
    feeds,
  }
  const opened = stack.move()
  return { services, store, operator, first, close: () => opened.disposeAsync() }
}

/** Imports that ran while a rule was added may have stored what it excludes. */
async function sweepExclusions(exclusions: SweptExclusions): Promise<void> {
  if ((await exclusions.list()).length > 0) await exclusions.start()
}
