// gowitness: JSON lines of version 3 (`--write-jsonl`) and the SQLite databases of versions 2 and 3.
import { readMapped } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { lookAhead, peekObjects } from '../text/index.ts'
import { readPages } from './database.ts'
import { mapPage } from './page.ts'

const SQLITE = 'SQLite format 3\0'

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input, 1024)
  if (start.startsWith(SQLITE)) yield* readPages(again)
  else yield* readMapped(again, options, [], mapPage)
}

function detect(sample: Sample): number {
  if (sample.text.startsWith(SQLITE))
    return /perception_hash/.test(sample.text) &&
      /CREATE TABLE [`"]?(network_logs|urls|results)\b/.test(sample.text)
      ? 0.995
      : 0
  const [first] = peekObjects(sample)
  if (first === undefined || !('url' in first)) return 0
  return 'response_code' in first && ('perception_hash' in first || 'probed_at' in first) ? 0.97 : 0
}

/** What gowitness writes. */
export const gowitnessImporter: Importer = {
  name: 'gowitness',
  label: 'gowitness (`--write-jsonl`, `gowitness.sqlite3` of versions 2 and 3)',
  detect,
  read,
}
