// The state of the tables, for `periplus doctor`.
import { type Fragment, sql } from '../../sql/index.ts'
import { countDetached } from './damage.ts'
import type { Engine } from '../engine/index.ts'
import type { RowKind, StoreReport } from '../store.ts'

/** The report on the tables of one server; the rest of a report concerns the whole store. */
export type TableReport = Omit<StoreReport, 'missing' | 'differing'>

const KEPT: readonly RowKind[] = ['records']

/**
 * Examines the tables of the current database under the names `named`. `thorough` reads every part and compares it with its
 * checksums.
 */
export async function examineTables(
  engine: Engine,
  thorough: boolean,
  named: (kind: RowKind) => string = (kind) => kind,
): Promise<TableReport> {
  const [[records = 0, least = 0] = []] = await engine.query<[number, number]>(
    sql`SELECT count(), min(recency) FROM ${nameOf('records', named)}`,
  )
  const [[parts = 0, bytesOnDisk = 0] = []] = await engine.query<[number, number]>(
    sql`SELECT count(), sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()`,
  )
  const failures = await engine.query<[string]>(
    sql`SELECT latest_fail_reason FROM system.mutations
      WHERE database = currentDatabase() AND NOT is_done AND notEmpty(latest_fail_reason)`,
  )
  return {
    records,
    bytesOnDisk: Number(bytesOnDisk),
    parts,
    detached: await countDetached(engine),
    failedMutations: failures.map(([reason]) => reason),
    damaged: thorough ? (await damagedParts(engine, named)).map(describePart) : [],
    newest: records === 0 ? undefined : 4_294_967_295 - least,
  }
}

/** A part whose bytes do not match its checksums. */
interface DamagedPart {
  readonly kind: RowKind
  readonly part: string
  readonly reason: string
}

function describePart({ kind, part, reason }: DamagedPart): string {
  return `${kind} ${part} (${reason})`
}

/** Reads every part and compares it with its checksums. */
export async function damagedParts(
  engine: Engine,
  named: (kind: RowKind) => string = (kind) => kind,
): Promise<readonly DamagedPart[]> {
  const damaged: DamagedPart[] = []
  for (const kind of KEPT) {
    const rows = await engine.query<[part: string, passed: number, message: string]>(
      sql`CHECK TABLE ${nameOf(kind, named)}`,
      {
        maxExecutionSeconds: 0,
        settings: { check_query_single_value_result: 0 },
      },
    )
    for (const [part, passed, message] of rows) if (!passed) damaged.push({ kind, part, reason: message })
  }
  return damaged
}

function nameOf(kind: RowKind, named: (kind: RowKind) => string): Fragment {
  return { parts: [named(kind)] }
}
