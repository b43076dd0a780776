// The API over a store in memory and real accounts in SQLite, for black-box tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Asset } from '../../src/asset/index.ts'
import { accountSettings } from '../../src/cli/data/account-settings.ts'
import { serverExclusions } from '../../src/cli/data/open-exclusions.ts'
import { openImports } from '../../src/cli/data/open-imports.ts'
import { openRetention, retentionPolicy } from '../../src/cli/data/open-retention.ts'
import { serverFacts } from '../../src/cli/serve/facts.ts'
import { type OpenJobs, openJobs } from '../../src/cli/serve/jobs.ts'
import { observeSurroundings } from '../../src/cli/serve/observe.ts'
import { startTagging } from '../../src/cli/serve/tagging.ts'
import { type Config, readSettings, type SettingName } from '../../src/config/index.ts'
import { buildServer, createMetrics, type DoorContext } from '../../src/door/index.ts'
import { createJobs } from '../../src/job/index.ts'
import type { Phase } from '../../src/operation/index.ts'
import {
  type AccountInput,
  type AccountService,
  OPERATOR,
  openAccounts,
  openSecretText,
  type Passwords,
  Throttle,
} from '../../src/service/account/index.ts'
import { createAggregate } from '../../src/service/aggregate/index.ts'
import { createDemonstration } from '../../src/service/demonstration/index.ts'
import { createExplain } from '../../src/service/explain/index.ts'
import type { Feeds } from '../../src/service/feed/index.ts'
import { Icons } from '../../src/service/icon/index.ts'
import { type ImportLog, ReadingThreads } from '../../src/service/ingest/index.ts'
import { createPivots } from '../../src/service/pivot/index.ts'
import { createProvenance } from '../../src/service/provenance/index.ts'
import { createReadOnly, type ReadOnly } from '../../src/service/read-only/index.ts'
import { scheduledRetention } from '../../src/service/retention/index.ts'
import { createRuleTrial } from '../../src/service/rule-trial/index.ts'
import { Screenshots, shownScreenshots } from '../../src/service/screenshot/index.ts'
import {
  createAdmission,
  createSearch,
  createSearchNext,
  type ObservedAdmission,
} from '../../src/service/search/index.ts'
import type { Tagging } from '../../src/service/tag/index.ts'
import { createVulnerabilities } from '../../src/service/vulnerability/index.ts'
import { openState, Presence } from '../../src/state/index.ts'
import type { Store } from '../../src/store/index.ts'
import { type MemoryStore, memoryStore } from './memory-store.ts'

/** Options of a test. */
export interface TestApiOptions {
  readonly records?: readonly Asset[]
  /** A store to search instead of one in memory; the test closes it. */
  readonly searched?: Store
  readonly accounts?: Readonly<Record<string, Omit<AccountInput, 'email'> & { readonly disabled?: boolean }>>
  readonly settings?: Partial<Record<SettingName, string>>
  readonly now?: () => number
  /** Cheaper hashes of passwords. */
  readonly passwords?: Passwords
  readonly logger?: Logger
  /** Threads that several tests of a file share, because each takes a second to start; the file closes them. */
  readonly threads?: ReadingThreads
}

/** An API under test. */
export interface TestApi {
  readonly app: FastifyInstance
  readonly store: MemoryStore
  readonly accounts: AccountService
  readonly config: Config
  readonly admission: ObservedAdmission
  readonly jobs: OpenJobs & { readonly purge: () => Promise<void> }
  readonly imports: ImportLog
  readonly tagging: Tagging
  readonly readOnly: ReadOnly
  readonly feeds: Feeds
  /** E-mail and key by the names the test gave its accounts. */
  readonly credentials: Readonly<Record<string, { readonly email: string; readonly key: string }>>
  setPhase: (phase: Phase) => void
  readonly shutdown: AbortController
  readonly close: () => Promise<void>
}

/** Builds an API under test; `inject` works at once. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  const now = options.now ?? Date.now
  const data = mkdtempSync(join(tmpdir(), 'periplus-api-'))
  const { config, origins } = readSettings({ environment: {}, flags: { data, ...options.settings } })
  const state = await openState({ file: ':memory:' })
  const secret = openSecretText('a secret that is only good for tests')
  // account/throttle and its own tests cover delays of wrong credentials; here they would only cost time.
  const throttle = new Throttle({ sleep: async () => {} })
  const presence = new Presence(state)
  const settings = accountSettings(config)
  const accounts = await openAccounts({
    ...{ state, secret, settings, now, throttle, presence },
    passwords: options.passwords,
  })
  const store = memoryStore(options.records ?? [])
  const admission = createAdmission({
    concurrency: config['search.concurrency'],
    queue: config['search.queue'],
    queueTime: config['search.queueTime'],
  })
  const metrics = createMetrics()
  metrics.watchAdmission(admission)
  const parts = { store: options.searched ?? store, accounts, admission, now }
  const logger = options.logger ?? pino({ level: 'silent' })
  const onError = (error: unknown): void => logger.error({ err: error }, 'work in the background failed')
  const jobs = createJobs({ state, presence, onError, onEnded: metrics.task, now })
  const { tagging, feeds, sources, ...taggingWork } = startTagging({
    ...parts,
    config,
    state,
    jobs,
    metrics,
    onError,
  })
  const imports = openImports(config, state, parts.store)
  const exclusions = await serverExclusions({ config, state, store: parts.store, jobs }, onError)
  const readOnly = createReadOnly({ state, setting: config.readOnly, now })
  const retention = scheduledRetention({
    ...{ jobs, now, kind: 'retain', policy: retentionPolicy(config), expiry: 1000 },
    retention: openRetention(config, state, parts.store),
  })
  const threads = options.threads ?? new ReadingThreads()
  const opened = await openJobs({
    ...parts,
    config,
    state,
    presence,
    onError,
    jobs,
    imports,
    exclusions,
    sources,
    threads,
  })
  const { exports, uploads, receiver, undos, derivations } = opened
  const facts = () => serverFacts(parts.store, state, admission)
  observeSurroundings(metrics, { config, store: parts.store, state })
  const aggregate = createAggregate(parts)
  const searchNext = createSearchNext(parts, secret.derive('cursor'))
  const services = {
    icons: new Icons(join(data, 'icons')),
    screenshots: shownScreenshots(
      parts.store,
      new Screenshots(join(data, 'screenshots'), config['import.screenshots']),
    ),
    accounts,
    searchAll: createSearch(parts),
    searchNext,
    aggregate,
    explain: createExplain(parts),
    exports,
    uploads,
    receiver,
    imports,
    undos,
    derivations,
    exclusions,
    demonstration: createDemonstration(parts.store, join(data, 'demonstration.json'), now),
    retention,
    readOnly,
    provenance: createProvenance({ state, store: parts.store, now }),
    vulnerabilities: createVulnerabilities({
      ...{ store: parts.store, admission, now },
      path: join(data, 'vulnerabilities.sqlite'),
    }),
    tryRules: createRuleTrial({ store: parts.store, now }),
    pivots: createPivots({ store: parts.store, admission, now }),
    facts,
    check: () => state.check(),
    damage: () => undefined,
    tagging,
    feeds,
  }
  const shutdown = new AbortController()
  let phase: Phase = 'ready'
  const context: DoorContext = {
    config,
    origins,
    metrics,
    phase: () => phase,
    services: () => services,
    shutdown: shutdown.signal,
    now,
  }
  const app = await buildServer(context, logger, '0.0.0')
  return {
    app,
    store,
    accounts,
    config,
    admission,
    jobs: { ...opened, purge: jobs.purge },
    imports,
    tagging,
    readOnly,
    feeds,
    credentials: await createAccounts(accounts, options.accounts ?? {}),
    setPhase: (next) => {
      phase = next
    },
    shutdown,
    close: async () => {
      await app.close()
      await jobs.close()
      if (options.threads === undefined) await threads.close()
      await taggingWork.close()
      await accounts.close()
      await presence.close()
      rmSync(data, { recursive: true, force: true })
      await state.close()
    },
  }
}

async function createAccounts(
  accounts: AccountService,
  wanted: NonNullable<TestApiOptions['accounts']>,
): Promise<TestApi['credentials']> {
  const made: Record<string, { email: string; key: string }> = {}
  for (const [name, { disabled, ...input }] of Object.entries(wanted)) {
    const email = `${name}@example.com`
    const { account, key } = await accounts.createAccount(OPERATOR, { email, ...input })
    if (disabled) await accounts.changeAccount(OPERATOR, account.id, { disabled: true })
    made[name] = { email, key }
  }
  return made
}
