// CSV of fscan 2: since 2.1 one table per kind of result, each below its title; in 2.0 a single one with details as JSON.
import { type Mapped, textAt } from '../fact/index.ts'
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { asObject, type JsonObject, parseJson, type Row, readRows, reject } from '../text/index.ts'
import { mapResult } from './result.ts'

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '# Hosts': 'HOST', '# Ports': 'PORT', '# Services': 'SERVICE', '# Vulns': 'VULN' }),
)

/** The start of such a table. */
export const TABLE =
  /^\s*(?:Time,Type,Target,Status,Details\r?\n|# (?:Hosts|Ports|Services|Vulns)\r?\nTarget(?:,|\r?\n))/

function resultOf(kind: string, names: readonly string[], cells: readonly string[]): JsonObject {
  const row = Object.fromEntries(names.map((name, index) => [name.trim().toLowerCase(), cells[index] ?? '']))
  if (kind !== '')
    return { type: kind, target: row['target'] ?? '', status: row['status'] ?? '', details: detailsOf(row) }
  const parsed = parseJson(row['details'] ?? '')
  const details = ('value' in parsed ? asObject(parsed.value) : undefined) ?? {}
  return { ...row, details }
}

/** In the table of vulnerabilities the column of details is what its JSON calls the status. */
function detailsOf(row: Readonly<Record<string, string>>): JsonObject {
  const { target: _target, details, fingerprints = '', ...rest } = row
  const marks = fingerprints.split(',').filter((mark) => mark !== '')
  return { ...rest, fingerprints: marks, ...(details !== undefined && { vulnerability: details }) }
}

function* readingsOf(mapped: Iterable<Mapped>, row: Extract<Row, { kind: 'row' }>): Generator<Reading> {
  for (const item of mapped)
    yield item.kind === 'reject' ? reject(row.line, item.reason, row.text) : { ...item, line: row.line }
}

/** Reads the tables. */
export async function* readTables(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let kind = ''
  let names: readonly string[] | undefined
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') yield row
    else if (row.cells.length === 1 && TITLES.has(row.text.trim())) {
      kind = TITLES.get(row.text.trim()) ?? ''
      names = undefined
    } else if (names === undefined) names = row.cells
    else {
      const result = resultOf(kind, names, row.cells)
      if (textAt(result, 'target') === undefined) yield reject(row.line, 'no target', row.text)
      else yield* readingsOf(mapResult(result), row)
    }
  }
}
