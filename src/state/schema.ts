// The tables as Kysely sees them. On both databases times are milliseconds since 1970 UTC and booleans are 0 or 1.
import type { Generated, Kysely } from 'kysely'
import type {
  ApiKeyTable,
  AuditSealTable,
  IdentityTable,
  KeyUseTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecondFactorTable,
  UsedChallengeTable,
  WrongCodeTable,
} from './credential-schema.ts'

/** An account: its owner, how it signs in and what it may use. `balance` equals the sum of its ledger. */
export interface AccountTable {
  id: Generated<number>
  /** As registered. */
  email: string
  /** Lower case; unique. */
  email_folded: string
  username: string
  /** Keyed hash of the API key, hexadecimal; unique. */
  key_hash: string
  /** The API key, encrypted with the server's secret. */
  key_cipher: string
  password_hash: string | null
  level: 'free' | 'member' | 'enterprise'
  /** From this time on the level is free; null: no end. */
  level_until: number | null
  role: 'user' | 'administrator'
  dialect: 'documented' | 'live'
  disabled: number
  rules_version: string | null
  rules_time: number | null
  balance: Generated<number>
  /** Coins in open reservations; never more than the balance. */
  reserved: Generated<number>
  created_at: number
}

/** Every movement of coins, append-only. `reference` makes a charge unique: it is the id of its reservation. */
export interface LedgerTable {
  id: Generated<number>
  account_id: number
  amount: number
  kind: 'grant' | 'charge' | 'refund' | 'correction'
  reference: string | null
  note: string
  actor_id: number | null
  time: number
}

/** Coins reserved for running calls. */
interface ReservationTable {
  id: string
  account_id: number
  owner: string
  amount: number
  purpose: string
  time: number
}

/**
 * A process that holds reservations or jobs. `beat` counts its heartbeats; `place` and `process` let others on its machine detect
 * its end.
 */
export interface OwnerTable {
  id: string
  place: string
  process: string
  beat: number
}

/** Work that outlives a request: an upload, an export, a list to tag. `state` only moves forward. */
export interface JobTable {
  id: Generated<number>
  /** Null for jobs of the server itself. */
  account_id: number | null
  kind: string
  /** The named key of the call that submitted it; null for the first key and for sessions. */
  key_id: Generated<number | null>
  /** Identifies repeated submissions of the same job while it is in flight. */
  key: string | null
  state: 'init' | 'running' | 'success' | 'failure'
  /** 0 to 100; 100 exactly with `success`. */
  progress: number
  /** The input of the job, as JSON. */
  input: string
  /** The checkpoint that the handler wrote, for the next attempt. */
  checkpoint: Generated<string | null>
  /** The result, as JSON; null until `success`. */
  result: string | null
  /** Why it failed, or what it waits for; null otherwise. */
  reason: string | null
  /** Lines taken from the limit of `day`; a failure returns them. */
  lines: number
  day: string
  /** The process that works on it; null when any process may lease it. */
  owner: string | null
  /** The fencing token: increases with every attempt, so that a slow process cannot end the job of its successor. */
  attempt: Generated<number>
  /** How many processes died while they ran it. */
  crashes: Generated<number>
  /** How often it was released because of an outage. */
  retries: Generated<number>
  /** No retry before this time. */
  retry_at: Generated<number>
  created_at: number
  ended_at: number | null
}

/** A login on the page. */
export interface SessionTable {
  token_hash: string
  account_id: number
  created_at: number
  seen_at: number
  expires_at: number
  address: string | null
}

/** A one-time link to set a password. */
export interface LinkTable {
  token_hash: string
  account_id: number
  created_at: number
  expires_at: number
}

/** A one-time permission to register. */
export interface InvitationTable {
  id: Generated<number>
  token_hash: string
  email_folded: string | null
  level: AccountTable['level']
  level_until: number | null
  coins: number
  created_by: number | null
  created_at: number
  expires_at: number
  used_by: number | null
}

/** What an account used on one UTC day (`YYYY-MM-DD`) of a daily limit. */
interface DayCounterTable {
  account_id: number
  day: string
  name: string
  used: number
}

/** Calls by account, UTC day and route. */
interface UsageTable {
  account_id: number
  day: string
  route: string
  calls: number
  rows: number
  coins: number
}

/** The networks (/24 or /48) an account's key was used from on one UTC day. */
interface NetworkTable {
  account_id: number
  day: string
  network: string
}

/** Who did what to whom, when and from where; append-only, never with a secret. */
export interface AuditTable {
  id: Generated<number>
  time: number
  actor_id: number | null
  /** The actor's e-mail at that time, or `operator` for commands. */
  actor: string
  subject_id: number | null
  subject: string
  action: string
  address: string | null
  /** A JSON object. */
  detail: string
}

/** Counts changes of data that processes cache. */
interface RevisionTable {
  name: string
  value: number
}

/** A query that an account saves under a name, unique per account. */
export interface SavedSearchTable {
  id: Generated<number>
  account_id: number
  name: string
  query: string
  /** Whether it also searches records older than a year. */
  full_time: number
  saved_at: number
  /** Whether other accounts see it, and why: it is shared itself, or with its folder. */
  shared: Generated<'no' | 'search' | 'folder'>
}

/** A unit of changes of the records; see `store/commit`. Rows of units that are done are deleted after a day, except the last. */
export interface CommitUnitTable {
  /** Identity of the changed store. */
  store: string
  /** Grows with every unit of a store. */
  id: number
  kind: 'import' | 'removal' | 'restore'
  phase: 'inserting' | 'replacing' | 'done' | 'aborted'
  /** Only its holder may change the phase. */
  token: number
  /** Whether it deletes rows of earlier units. */
  replaces: number
  /** For a removal: the condition of the removed rows. */
  removal: string
  /** Where its writer runs. */
  place: string
  process: string
  time: number
}

/** The process that may change the records of a store, and until when by the database's clock. */
interface WriteLeaseTable {
  store: string
  token: number
  deadline: number
  place: string
  process: string
  /** The process that waits for the lease and gets it next, and until when. */
  wanted_by: Generated<string>
  wanted_until: Generated<number>
}

/** A list that an account stores under a name. */
export interface StoredListTable {
  id: Generated<number>
  account_id: number
  name: string
  /** One element a line, each once. */
  content: string
  /** Number of elements. */
  elements: number
  /** Milliseconds UTC. */
  changed_at: number
}

/** An import into the records. */
export interface ImportRunTable {
  /** The import id in its records. */
  id: string
  /** E-mail of the account, or `operator` for commands. */
  actor: string
  /** The first names of its files as a JSON list. */
  files: string
  /** Its stated options, as a JSON object. */
  options: string
  /** Its result, as a JSON object; null until it ended. */
  counts: string | null
  started_at: number
  ended_at: number | null
  taken_back_at: number | null
  /** When the importing process last reported; null once it stopped. */
  alive_at: number | null
  /** The importers that read its files as a JSON list; null for imports of an earlier version. */
  tools: Generated<string | null>
}

/** A rule for records that are never stored and never shown. */
export interface ExclusionTable {
  id: Generated<number>
  /** The kind of its value; see `asset/exclusion.ts`. */
  kind: string
  value: string
  note: string
  /** E-mail of the account that added it, or `operator` for commands. */
  actor: string
  created_at: number
  /** Stored records removed because of it. */
  removed: number
  /** When stored records were last searched for it; null until then. */
  swept_at: number | null
}

/** Small facts about the database itself. */
interface MetaTable {
  name: string
  value: string
}

/** All tables. */
export interface Schema {
  account: AccountTable
  api_key: ApiKeyTable
  key_use: KeyUseTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  wrong_code: WrongCodeTable
  passkey: PasskeyTable
  used_challenge: UsedChallengeTable
  identity: IdentityTable
  ledger: LedgerTable
  reservation: ReservationTable
  owner: OwnerTable
  job: JobTable
  session: SessionTable
  link: LinkTable
  invitation: InvitationTable
  day_counter: DayCounterTable
  usage: UsageTable
  network: NetworkTable
  audit: AuditTable
  audit_seal: AuditSealTable
  revision: RevisionTable
  saved_search: SavedSearchTable
  stored_list: StoredListTable
  import_run: ImportRunTable
  exclusion: ExclusionTable
  commit_unit: CommitUnitTable
  write_lease: WriteLeaseTable
  meta: MetaTable
}

/** A connection or a running transaction. */
export type Db = Kysely<Schema>

/** The kind of the database; only migrations, row locks and transactions depend on it. */
export type DatabaseKind = 'sqlite' | 'postgres'
