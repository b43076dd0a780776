// ZoomEye: answers of the first interface's host and web search, and of v2, whose fields the caller chose.
import {
  type MapContext,
  type Mapped,
  objectAt,
  objectsAt,
  readMapped,
  rejected,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { mapHost } from './host.ts'
import { mapRow } from './row.ts'
import { mapSite } from './site.ts'

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

/** Maps one result. */
function mapMatch(match: JsonObject, context: MapContext): Iterable<Mapped> {
  if (objectAt(match, 'portinfo') !== undefined) return mapHost(match, context)
  if (textAt(match, 'site') !== undefined) return mapSite(match, context)
  if ('port' in match || 'update_time' in match) return mapRow(match, context)
  return [withoutResult(match)]
}

function withoutResult(answer: JsonObject): Mapped {
  if (Array.isArray(answer['matches']) || Array.isArray(answer['data']))
    return skipped('an answer without results')
  const problem = textAt(answer, 'message') ?? textAt(answer, 'error')
  if (problem !== undefined) return rejected(`the answer is an error: \`${problem.slice(0, 200)}\``)
  return rejected('neither `portinfo`, `site` nor `port`: not a result of ZoomEye')
}
