// What operations need from the server: its services, its state, and what the composition in `cli/serve` gives them.
import type { Config, Settings } from '../config/index.ts'
import type { AccountService } from '../service/account/index.ts'
import type { Aggregate } from '../service/aggregate/index.ts'
import type { Demonstration } from '../service/demonstration/index.ts'
import type { Derivations } from '../service/derive/index.ts'
import type { Exclusions } from '../service/exclusion/index.ts'
import type { Explain } from '../service/explain/index.ts'
import type { Exports } from '../service/export/index.ts'
import type { Feeds } from '../service/feed/index.ts'
import type { Icons } from '../service/icon/index.ts'
import type { ImportLog } from '../service/ingest/index.ts'
import type { Pivots } from '../service/pivot/index.ts'
import type { ReadProvenance } from '../service/provenance/index.ts'
import type { ReadOnly } from '../service/read-only/index.ts'
import type { ScheduledRetention } from '../service/retention/index.ts'
import type { Receiver } from '../service/receiver/index.ts'
import type { TryRules } from '../service/rule-trial/index.ts'
import type { Screenshots } from '../service/screenshot/index.ts'
import type { SearchAll, SearchNext } from '../service/search/index.ts'
import type { Tagging } from '../service/tag/index.ts'
import type { Undos } from '../service/undo/index.ts'
import type { Uploads } from '../service/upload/index.ts'
import type { Vulnerabilities } from '../service/vulnerability/index.ts'
import type { StoreInfo } from '../store/index.ts'

/** The services that operations call; they exist once the server has started. */
export interface Services {
  readonly searchAll: SearchAll
  readonly searchNext: SearchNext
  readonly aggregate: Aggregate
  readonly explain: Explain
  readonly exports: Pick<Exports, 'submit' | 'info' | 'list' | 'open'>
  readonly uploads: Pick<Uploads, 'check' | 'submit' | 'info' | 'list' | 'rejects' | 'cancel'>
  readonly imports: Pick<ImportLog, 'list' | 'show'>
  readonly receiver: Receiver
  readonly undos: Undos
  readonly accounts: AccountService
  readonly derivations: Derivations
  readonly provenance: ReadProvenance
  readonly pivots: Pivots
  readonly tryRules: TryRules
  readonly vulnerabilities: Vulnerabilities
  readonly readOnly: Pick<ReadOnly, 'refuse' | 'reason'>
  readonly retention: Pick<ScheduledRetention, 'plan' | 'start'>
  readonly demonstration: Demonstration
  readonly exclusions: Pick<Exclusions, 'list' | 'add' | 'remove'>
  readonly tagging: Pick<
    Tagging,
    'submit' | 'info' | 'list' | 'task' | 'sources' | 'lookUp' | 'show' | 'open'
  >
  readonly feeds: Feeds
  readonly icons: Pick<Icons, 'has' | 'read'>
  readonly screenshots: Pick<Screenshots, 'read'>
  /** The state of the server, for administrators. */
  readonly facts: () => Promise<ServerFacts>
  /** Fails with `unavailable` while something is away that calls need. */
  readonly check: () => Promise<void>
  /** What is damaged although calls are answered; undefined where nothing is. */
  readonly damage: () => string | undefined
}

/** The state of the server. */
export interface ServerFacts extends Omit<StoreInfo, 'schemaVersion'> {
  /** The database of accounts. */
  readonly state: 'sqlite' | 'postgres'
  readonly searchesRunning: number
  readonly searchesWaiting: number
  readonly tasksWaiting: number
}

/** Where the server is in its lifecycle. */
export type Phase = 'starting' | 'ready' | 'stopping'

/** Lets the browser of whoever started the server in without a password (`periplus open`). */
export interface OperatorLink {
  /** Whether the token of an address is one that was given out. */
  readonly accepts: (token: string) => boolean
  /** Name of the session cookie: browsers send the cookies of one address to all its ports, other servers among them. */
  readonly cookie: string
}

/** What operations need from the composition. */
export interface OperationContext {
  readonly config: Config
  /** Where each setting comes from. */
  readonly origins: Settings['origins']
  readonly phase: () => Phase
  /** Only called while the phase is `ready`. */
  readonly services: () => Services
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Undefined on every server that accounts sign in to. */
  readonly operatorLink?: OperatorLink | undefined
}
