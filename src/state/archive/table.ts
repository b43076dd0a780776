// The tables of the state that a backup contains.
import type { Schema } from '../schema.ts'

/** A table of a backup. */
export type KeptTable = Exclude<
  keyof Schema,
  'owner' | 'reservation' | 'commit_unit' | 'write_lease' | 'used_challenge'
>

/**
 * The tables of a backup, each after the tables that it refers to, with the columns that order its rows. Owners and reservations
 * belong to running processes, the commit log to a store, and used challenges expire within minutes; none is restored.
 */
export const KEPT_TABLES: Readonly<Record<KeptTable, readonly string[]>> = {
  account: ['id'],
  api_key: ['id'],
  key_use: ['account_id', 'key_id'],
  second_factor: ['account_id'],
  recovery_code: ['account_id', 'code_hash'],
  wrong_code: ['account_id', 'browser'],
  passkey: ['id'],
  identity: ['issuer', 'subject'],
  ledger: ['id'],
  session: ['token_hash'],
  link: ['token_hash'],
  invitation: ['id'],
  day_counter: ['account_id', 'day', 'name'],
  usage: ['account_id', 'day', 'route'],
  network: ['account_id', 'day', 'network'],
  audit: ['id'],
  audit_seal: ['day'],
  job: ['id'],
  saved_search: ['id'],
  stored_list: ['id'],
  import_run: ['id'],
  exclusion: ['id'],
  revision: ['name'],
  meta: ['name'],
}

/** Their names in order. */
export const KEPT_NAMES = Object.keys(KEPT_TABLES) as readonly KeptTable[]

/** The first schema version in which tasks are jobs. */
const JOB_SCHEMA = 5

/** The name of a table in a schema version. */
export function tableIn(schemaVersion: number, table: KeptTable): string {
  return table === 'job' && schemaVersion < JOB_SCHEMA ? 'task' : table
}

/** The tables whose `id` increases and is never reused. */
export const COUNTED_TABLES: readonly KeptTable[] = KEPT_NAMES.filter(
  (name) => KEPT_TABLES[name][0] === 'id' && name !== 'import_run',
)

/** One row: texts, whole numbers below 2^53 and nulls by column, the same from both databases. */
export type KeptRow = Readonly<Record<string, string | number | null>>
