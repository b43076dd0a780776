// Migrates a data directory to the schema of this program step by step, and refuses one that a newer program wrote.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../disk/index.ts'
import { AppError } from '../../error/index.ts'
import { sql } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import { ALONE, MIGRATIONS, newTables } from './migrations.ts'

/** The schema version that this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

const FILE = 'schema.json'

/** Fails with code `input` when a newer program wrote the directory. Reads only a small file, before the engine starts. */
export function refuseNewer(directory: string): void {
  const version = writtenVersion(directory)
  if (version > SCHEMA_VERSION)
    throw new AppError(
      'input',
      `the data directory \`${directory}\` was written by a newer version (schema ${version}, this program knows ${SCHEMA_VERSION}); use that version, or another directory`,
    )
}

/** Runs the missing migrations. */
export async function migrate(engine: Engine, directory: string): Promise<void> {
  await engine.command(
    'CREATE TABLE IF NOT EXISTS schema_version (version UInt32, applied DateTime) ENGINE = MergeTree ORDER BY version',
  )
  const [[current = 0] = []] = await engine.query<[number]>(sql`SELECT max(version) FROM schema_version`)
  if (current === SCHEMA_VERSION && writtenVersion(directory) === SCHEMA_VERSION) return
  // The file comes first: an older program must not use the directory from now on.
  replaceFile(join(directory, FILE), JSON.stringify({ version: SCHEMA_VERSION }))
  if (current === 0) {
    for (const statement of newTables(ALONE)) await engine.command(statement)
    await engine.command(
      `INSERT INTO schema_version SELECT number + 1, now() FROM numbers(${SCHEMA_VERSION})`,
    )
    return
  }
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < current) continue
    for (const statement of step(ALONE)) await engine.command(statement)
    await engine.command(`INSERT INTO schema_version SELECT ${index + 1}, now()`)
  }
}

function writtenVersion(directory: string): number {
  const file = join(directory, FILE)
  if (!existsSync(file)) return 0
  const version = versionIn(readFileSync(file, 'utf8'))
  if (version === undefined)
    throw new AppError(
      'input',
      `\`${file}\` does not name a schema version; restore the data directory from a backup`,
    )
  return version
}

function versionIn(text: string): number | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown }
    return typeof version === 'number' ? version : undefined
  } catch {
    return undefined
  }
}
