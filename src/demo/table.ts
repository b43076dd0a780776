// The tables under `data/`: one JSON object per line, keys left out where they hold the default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rows of a table, each with the defaults for what it leaves out. */
export function readTable<Row extends object>(name: string, defaults: Partial<Row>): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, 'data', `${name}.ndjson`), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ({ ...defaults, ...(JSON.parse(line) as Row) }))
}
