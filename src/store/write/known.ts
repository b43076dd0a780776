// What the store already holds of the identities of a batch.
import type { Known, Unit } from '../../asset/index.ts'
import { type Fragment, sql } from '../../sql/index.ts'
import type { Engine, Settings } from '../engine/index.ts'
import { decodeRow, encodeValues, identityKey, identityOf, movesOf, ROW_COLUMNS, type Row } from './encode.ts'
import type { Move } from './moves.ts'

/** What the store holds of one identity. */
export interface Stored extends Known {
  /** Where its record stood before. */
  readonly moves: readonly Move[]
}

const IDENTITY = ['reached', 'port', 'base_protocol'] as const
const ROW_LIST: Fragment = { parts: [ROW_COLUMNS.join(', ')] }

/** With more identities it is quicker to compare the ids of all records than to ask the index of every small part for each. */
const MANY = 200
const WITHOUT_INDEX = { use_skip_indexes: 0 } as const

/** The stored records, and sleeping units, of some identities, by identity key. */
export async function readKnown(
  engine: Engine,
  keys: ReadonlySet<string>,
  settings: Settings = {},
): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>()
  await fillProbe(engine, keys)
  const rows = await engine.query<Row>(
    sql`SELECT ${ROW_LIST}, write_id FROM records WHERE id IN (SELECT id FROM probe)`,
    { maxExecutionSeconds: 0, settings: { ...settings, ...(keys.size > MANY && WITHOUT_INDEX) } },
  )
  for (const row of rows) {
    const current = decodeRow(row)
    known.set(identityKey(current.asset), { current, dormant: new Map(), moves: movesOf(row) })
  }
  return known.size === 0 ? known : withDormant(engine, known, settings)
}

async function fillProbe(engine: Engine, keys: ReadonlySet<string>): Promise<void> {
  const lines = keys.values().map((key) => `${encodeValues(identityOf(key))}\n`)
  await engine.command('TRUNCATE TABLE probe')
  const bytes = [Buffer.from([...lines].join(''))]
  await engine.insert({ table: 'probe', columns: IDENTITY, bytes }, {})
}

async function withDormant(
  engine: Engine,
  known: Map<string, Stored>,
  settings: Settings,
): Promise<Map<string, Stored>> {
  const rows = await engine.query<[string]>(
    sql`SELECT unit FROM dormant WHERE id IN (SELECT id FROM probe) ORDER BY write_id`,
    { maxExecutionSeconds: 0, settings },
  )
  for (const [text] of rows) {
    const unit = JSON.parse(text) as Unit
    const key = identityKey(unit.asset)
    const found = known.get(key)
    if (found === undefined || found.current.asset.content_import === unit.asset.content_import) continue
    known.set(key, { ...found, dormant: new Map(found.dormant).set(unit.asset.content_import, unit) })
  }
  return known
}
