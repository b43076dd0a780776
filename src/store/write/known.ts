// What the store already holds of the identities of a batch.
import type { Asset, Known, Unit } from '../../asset/index.ts'
import { type Fragment, sql } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import { decodeRow, encodeValues, identityKey, ROW_COLUMNS, type Row } from './encode.ts'

const IDENTITY = ['reached', 'port', 'base_protocol'] as const
const ROW_LIST: Fragment = { parts: [ROW_COLUMNS.join(', ')] }

/** The stored records, and sleeping units, of the identities of some records, by identity key. */
export async function readKnown(engine: Engine, assets: Iterable<Asset>): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  await fillProbe(engine, assets)
  const rows = await engine.query<Row>(
    sql`SELECT ${ROW_LIST} FROM records WHERE id IN (SELECT id FROM probe)`,
    { maxExecutionSeconds: 0 },
  )
  for (const row of rows) {
    const current = decodeRow(row)
    known.set(identityKey(current.asset), { current, dormant: new Map() })
  }
  return known.size === 0 ? known : withDormant(engine, known)
}

async function fillProbe(engine: Engine, assets: Iterable<Asset>): Promise<void> {
  const lines: string[] = []
  for (const { reached, port, base_protocol } of assets)
    lines.push(`${encodeValues([reached, port, base_protocol])}\n`)
  await engine.command('TRUNCATE TABLE probe')
  await engine.insert({ table: 'probe', columns: IDENTITY, bytes: Buffer.from(lines.join('')) }, {})
}

async function withDormant(engine: Engine, known: Map<string, Known>): Promise<Map<string, Known>> {
  const rows = await engine.query<[string]>(
    sql`SELECT unit FROM dormant WHERE id IN (SELECT id FROM probe) ORDER BY write_id`,
    { maxExecutionSeconds: 0 },
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
