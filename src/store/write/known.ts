// What the store already holds of the identities of a batch.
import type { Asset } from '../../asset/index.ts'
import { type LogSnapshot, unitOfWrite } from '../../commit/index.ts'
import { type Fragment, join, sql } from '../../sql/index.ts'
import { ownRows } from '../read/index.ts'
import type { Backend } from './backend.ts'
import { decodeRow, encodeValues, identityKey, identityOf, movesOf, ROW_COLUMNS, type Row } from './encode.ts'
import type { Move } from './moves.ts'

/** What the store holds of one identity. */
export interface Stored {
  readonly asset: Asset
  /** Where its record stood before. */
  readonly moves: readonly Move[]
  /** Whether it has a row of an earlier unit, and one of the unit that asks. */
  readonly others: boolean
  readonly own: boolean
}

const IDENTITY = ['reached', 'port', 'base_protocol'] as const
const ROW_LIST: Fragment = { parts: [ROW_COLUMNS.join(', ')] }

/** With more identities it is quicker to compare the ids of all records than to ask the index of every small part for each. */
const MANY = 200
const WITHOUT_INDEX = { use_skip_indexes: 0 } as const

/** The stored records of some identities, by identity key, as the unit `own` finds them. */
export async function readKnown(
  backend: Backend,
  keys: ReadonlySet<string>,
  snapshot: LogSnapshot,
  own: number,
): Promise<Map<string, Stored>> {
  const { engine, lookup } = backend
  const probe: Fragment = { parts: [backend.probe] }
  await fillProbe(backend, keys)
  const rows = await engine.query<Row>(
    sql`SELECT ${ROW_LIST}, write_id FROM records WHERE id IN (SELECT id FROM ${probe}) AND ${countingFor(snapshot, own)}`,
    { maxExecutionSeconds: 0, settings: { ...lookup, ...(keys.size > MANY && WITHOUT_INDEX) } },
  )
  const known = new Map<string, Stored>()
  for (const [key, versions] of Map.groupBy(rows, (row) => identityKey(decodeRow(row))))
    known.set(key, storedOf(versions, own))
  return known
}

/** Rows of its own, and those of other units unless they do not count; what these replace is told by their numbers. */
function countingFor({ open }: LogSnapshot, own: number): Fragment {
  const hidden = open.filter(({ id, phase }) => id !== own && phase !== 'replacing')
  return hidden.length === 0
    ? sql`1`
    : sql`NOT (${join(
        hidden.map(({ id }) => ownRows(id)),
        ' OR ',
      )})`
}

const writeIdOf = (row: Row): number => Number(row[ROW_COLUMNS.length])

/** The latest of several rows of one identity stands. */
function storedOf(versions: readonly Row[], own: number): Stored {
  const latest = versions.reduce((one, other) => (writeIdOf(other) > writeIdOf(one) ? other : one))
  const units = versions.map((row) => unitOfWrite(writeIdOf(row)))
  return {
    asset: decodeRow(latest),
    moves: movesOf(latest, writeIdOf(latest)),
    others: units.some((unit) => unit !== own),
    own: units.includes(own),
  }
}

async function fillProbe({ engine, probe }: Backend, keys: ReadonlySet<string>): Promise<void> {
  const lines = keys.values().map((key) => `${encodeValues(identityOf(key))}\n`)
  await engine.command(`TRUNCATE TABLE ${probe}`)
  const bytes = [Buffer.from([...lines].join(''))]
  await engine.insert({ table: probe, columns: IDENTITY, bytes }, {})
}
