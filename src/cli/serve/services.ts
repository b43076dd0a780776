import { availableParallelism } from 'node:os'
import type { Config } from '../../config/index.ts'
import { type Metrics, serveOperator } from '../../door/index.ts'
import { createJobs } from '../../job/index.ts'
import type { Services } from '../../operation/index.ts'
import { type FirstAccount, openAccounts } from '../../service/account/index.ts'
import { createAggregate } from '../../service/aggregate/index.ts'
import { createDemonstration } from '../../service/demonstration/index.ts'
import { type Derivations, deriveAfterUpgrade, deriveTags } from '../../service/derive/index.ts'
import type { SweptExclusions } from '../../service/exclusion/index.ts'
import { createExplain } from '../../service/explain/index.ts'
import { Icons } from '../../service/icon/index.ts'
import { ReadingThreads } from '../../service/ingest/index.ts'
import { localOperator, type Operator, operatorQueries } from '../../service/operator/index.ts'
import { createPivots } from '../../service/pivot/index.ts'
import { createProvenance } from '../../service/provenance/index.ts'
import { createReadOnly } from '../../service/read-only/index.ts'
import { scheduledRetention } from '../../service/retention/index.ts'
import { createRuleTrial } from '../../service/rule-trial/index.ts'
import { dailyCleanUp, Screenshots, shownScreenshots } from '../../service/screenshot/index.ts'
import {
  createAdmission,
  createSearch,
  createSearchNext,
  type ObservedAdmission,
} from '../../service/search/index.ts'
import { currentRecordTags, type LiveSources } from '../../service/tag/index.ts'
import { createVulnerabilities } from '../../service/vulnerability/index.ts'
import { Presence, type State } from '../../state/index.ts'
import { type Store, withWriteListener } from '../../store/index.ts'
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

/** Where the parts of a server report to. */
interface Reports {
  readonly metrics: Metrics
  readonly onError: (error: unknown) => void
  readonly onDamage: (damage: string) => void
}

/** Opens records and accounts. If one cannot be opened, those opened before are closed again. */
export async function openServices(config: Config, reports: Reports): Promise<OpenServices> {
  const { metrics, onError } = reports
  const files = dataFiles(config.data)
  refuseUnfinished(files)
  await using stack = new AsyncDisposableStack()
  const { state, store, damage, presence, secret, accounts } = await openDatabases(config, reports, stack)
  const admission = openAdmission(config)
  metrics.watchAdmission(admission)
  observeSurroundings(metrics, { config, store, state })
  const first = await accounts.ensureFirstAccount()
  // They were valid while the process ran that started them.
  await accounts.endOperatorSessions()
  const jobs = createJobs({ state, presence, onError, onEnded: metrics.task, now: Date.now })
  const { tagging, feeds, sources, ...taggingWork } = startTagging({
    ...{ config, state, jobs, accounts, store, metrics, onError },
    now: Date.now,
  })
  stack.defer(() => taggingWork.close())
  const threads = new ReadingThreads()
  stack.defer(() => threads.close())
  // Closed first, because its work needs everything else.
  stack.defer(() => jobs.close())
  // Loaded in advance, so that the first task does not wait.
  sources.current().catch(onError)
  const imports = openImports(config, state, store)
  const exclusions = await serverExclusions({ config, state, store, jobs }, onError)
  stack.defer(() => exclusions.close())
  const context = { store, accounts, admission, now: Date.now }
  const { exports, uploads, receiver, undos, derivations } = await openJobs({
    ...{ ...context, config, state, presence, onError, jobs, imports, exclusions, sources, threads },
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
  const { vulnerabilities } = files
  const operator = localOperator(store, sources, {
    ...{ imports, derivations, exclusions, retention, provenance, vulnerabilities },
    undos: async () => undos,
    readText: operatorQueries(state),
  })
  const socket = await serveOperator({ operator, feeds }, files.socket)
  stack.defer(() => socket.close())
  const { records } = await store.info()
  await deriveAfterUpgrade(versionedRecords({ config, state }), records, config['derive.rate'], derivations)
  await derivations.resume()
  const keepTags = startTaggingRecords({ config, state, sources, derivations, onError }, stack)
  const screenshots = new Screenshots(files.screenshots, config['import.screenshots'])
  const cleanUp = dailyCleanUp(store, screenshots)
  const checkAudit = createAuditWatch({ accounts, metrics, onError })
  await jobs.purge()
  void checkAudit()
  const purging = setInterval(() => {
    Promise.all([
      accounts.purge().then(checkAudit),
      jobs.purge(),
      sweepExclusions(exclusions),
      retention.startDue(),
      cleanUp(Date.now()),
      keepTags(),
    ]).catch(onError)
  }, HOUR).unref()
  stack.defer(() => clearInterval(purging))
  const services = {
    ...{
      exports,
      uploads,
      receiver,
      imports,
      undos,
      derivations,
      exclusions,
      retention,
      provenance,
      tagging,
      feeds,
    },
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

/** Opens what everything else needs; `stack` closes it. */
async function openDatabases(
  config: Config,
  { metrics, onError, onDamage }: Reports,
  stack: AsyncDisposableStack,
) {
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
    ...{ state, presence, secret },
    settings: accountSettings(config),
    auditHead: dataFiles(config.data).auditHead,
  })
  stack.defer(() => accounts.close())
  return { state, store, damage, presence, secret, accounts }
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

/** The store with metrics for all writes, whichever caller makes them. */
function countedStore(store: Store, metrics: Metrics): Store {
  return withWriteListener(store, (result) => {
    for (const outcome of ['added', 'replaced', 'touched', 'unchanged'] as const)
      metrics.imported(outcome, result[outcome])
  })
}

interface RecordTagging {
  readonly config: Config
  readonly state: State
  readonly sources: LiveSources
  readonly derivations: Derivations
  readonly onError: (error: unknown) => void
}

/** Tags the records again once feeds are loaded and whenever one changes, until `stack` is disposed; returns a further check. */
function startTaggingRecords(
  { config, state, sources, derivations, onError }: RecordTagging,
  stack: AsyncDisposableStack,
): () => Promise<void> {
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
  void keepTags()
  sources.watch(() => void keepTags())
  return keepTags
}

/** Imports that ran while a rule was added may have stored what it excludes. */
async function sweepExclusions(exclusions: SweptExclusions): Promise<void> {
  if ((await exclusions.list()).length > 0) await exclusions.start()
}
