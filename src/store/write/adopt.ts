// Records and their commit log belong together. Where the log knows less than the records contain (it is new, was lost, or was
// restored from an earlier time), the existing rows count from now on, each identity once.
import { type CommitLog, type Lease, unitOfWrite } from '../../commit/index.ts'
import { sql } from '../../sql/index.ts'
import type { Backend } from './backend.ts'
import { deleteDoubles } from './recovery.ts'

/** The relation of records and log when a store is opened. */
export type Adoption =
  | { readonly kind: 'known' }
  | { readonly kind: 'adopted'; readonly doubles: number; readonly logged: number; readonly found: number }

/** Adopts the rows of units that the log does not know. Needs the lease, after recovery. */
export async function adoptRecords(backend: Backend, log: CommitLog, lease: Lease): Promise<Adoption> {
  const { last } = await log.snapshot()
  const statement = sql`SELECT toString(max(write_id)) FROM records`
  const [[latest = '0'] = []] = await backend.engine.query<[string]>(statement, { maxExecutionSeconds: 0 })
  const found = unitOfWrite(Number(latest))
  if (found <= last) return { kind: 'known' }
  const doubles = await deleteDoubles(backend, found)
  await log.adopt(lease, found)
  return { kind: 'adopted', doubles, logged: last, found }
}
