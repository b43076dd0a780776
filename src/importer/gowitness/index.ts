// gowitness: JSON lines and CSV of version 3 (`--write-jsonl`, `--write-csv`) and the SQLite databases of versions 2 and 3.
import { readMapped, readMappedRows } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { firstCells, type JsonObject, lookAhead, peekObjects, SQLITE_START } from '../text/index.ts'
import { readPages } from './database.ts'
import { mapPage } from './page.ts'

/** The columns of CSV carry the names that the program has for them. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ URL: 'url', FinalURL: 'final_url', ProbedAt: 'probed_at', ResponseCode: 'response_code' },
    ...{
      ResponseReason: 'response_reason',
      Protocol: 'protocol',
      Title: 'title',
      FailedReason: 'failed_reason',
    },
  }),
)

function isHeader(cells: readonly string[]): boolean {
  return ['URL', 'FinalURL', 'ResponseCode', 'ProbedAt'].every((name) => cells.includes(name))
}

function recordOfRow(names: readonly string[], cells: readonly string[]): JsonObject {
  const at = (name: string): string => cells[names.indexOf(name)] ?? ''
  const known = names.flatMap((name, index) => {
    const key = COLUMNS.get(name.trim())
    return key === undefined || !cells[index] ? [] : [[key, cells[index]] as const]
  })
  // `2026-03-09 14:05:06.1 +0200 CEST m=+1.5`, as Go prints times.
  const probed = at('ProbedAt')
    .replace(/ m=[+-][\d.]+$/, '')
    .replace(/ [A-Z]{3,5}$/, '')
  return { ...Object.fromEntries(known), probed_at: probed, failed: at('Failed') === 'true' }
}

const TABLE = { record: recordOfRow, map: mapPage }

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, cells, input: again } = await lookAhead(input, 1024)
  if (isHeader(cells)) yield* readMappedRows(again, options, TABLE)
  else if (start.startsWith(SQLITE_START)) yield* readPages(again)
  else yield* readMapped(again, options, [], mapPage)
}

function detect(sample: Sample): number {
  if (sample.text.startsWith(SQLITE_START))
    return /perception_hash/.test(sample.text) &&
      /CREATE TABLE [`"]?(network_logs|urls|results)\b/.test(sample.text)
      ? 0.995
      : 0
  if (isHeader(firstCells(sample.text.slice(0, 1024)))) return 0.97
  const [first] = peekObjects(sample)
  if (first === undefined || !('url' in first)) return 0
  return 'response_code' in first && ('perception_hash' in first || 'probed_at' in first) ? 0.97 : 0
}

/** What gowitness writes. */
export const gowitnessImporter: Importer = {
  name: 'gowitness',
  label: 'gowitness (`--write-jsonl`, `--write-csv`, `gowitness.sqlite3` of versions 2 and 3)',
  detect,
  namesPictures: true,
  read,
}
