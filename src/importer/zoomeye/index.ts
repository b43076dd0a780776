// ZoomEye: answers of the first interface's host and web search, and of v2, whose fields the caller chose.
import { objectAt, objectsAt, readMapped, textAt } from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { mapMatch } from './match.ts'

function looksLikeMatch(record: JsonObject | undefined): boolean {
  if (record === undefined) return false
  if (objectAt(record, 'portinfo') !== undefined && 'ip' in record) return true
  return textAt(record, 'site') !== undefined && ('geoinfo' in record || 'headers' in record)
}

function looksLikeRow(record: JsonObject | undefined): boolean {
  return (
    record !== undefined &&
    'update_time' in record &&
    'port' in record &&
    ('ip' in record || 'domain' in record)
  )
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  if (looksLikeMatch(first) || looksLikeMatch(objectsAt(first, 'matches')[0])) return 0.95
  if (first['code'] === 60000) return 0.95
  return looksLikeRow(first) || looksLikeRow(objectsAt(first, 'data')[0]) ? 0.85 : 0
}

/** ZoomEye's exports. */
export const zoomeyeImporter: Importer = {
  name: 'zoomeye',
  label: 'ZoomEye answers (host and web search of v1, search of v2)',
  detect,
  read: (input, options) => readMapped(input, options, ['matches', 'data'], mapMatch),
}
