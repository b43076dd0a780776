// What the store already holds of the identities of a batch.
import type { Asset, Known, Unit } from '../../asset/index.ts'
import { type Fragment, sql } from '../../sql/index.ts'
import type { Engine, Settings } from '../engine/index.ts'
import { decodeRow, encodeValues, identityKey, movesOf, ROW_COLUMNS, type Row } from './encode.ts'
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

/** The stored records, and sleeping units, of the identities of some records, by identity key. */
export async function readKnown(
  engine: Engine,
  assets: Iterable<Asset>,
  settings: Settings = {},
): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>()
  const asked = await fillProbe(engine, assets)
  const rows = await engine.query<Row>(
    sql`SELECT ${ROW_LIST} FROM records WHERE id IN (SELECT id FROM probe)`,
    { maxExecutionSeconds: 0, settings: { ...settings, ...(asked > MANY && WITHOUT_INDEX) } },
  )
  for (const row of rows) {
    const current = decodeRow(row)
    known.set(identityKey(current.asset), { current, dormant: new Map(), moves: movesOf(row) })
  }
  return known.size === 0 ? known : withDormant(engine, known, settings)
}

/** How many there are. */
async function fillProbe(engine: Engine, assets: Iterable<Asset>): Promise<number> {
  const lines: string[] = []
  for (const { reached, port, base_protocol } of assets)
    lines.push(`${encodeValues([reached, port, base_protocol])}\n`)
  await engine.command('TRUNCATE TABLE probe')
  await engine.insert({ table: 'probe', columns: IDENTITY, bytes: Buffer.from(lines.join('')) }, {})
  return lines.length
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
