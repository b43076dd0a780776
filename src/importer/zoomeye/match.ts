// One result of any of ZoomEye's searches.
import { type MapContext, type Mapped, objectAt, rejected, skipped, textAt } from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'
import { mapHost } from './host.ts'
import { mapRow } from './row.ts'
import { mapSite } from './site.ts'

/** Maps one result. */
export function mapMatch(match: JsonObject, context: MapContext): Iterable<Mapped> {
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
