// Whether an observation brings content at all, and the first entry of a record's history.
import { type Change, CONTENT_COLUMNS, isUnknown, type Observation } from '../asset/index.ts'
import type { Draft } from './draft.ts'
import type { TextHasher } from './text.ts'

// Said of a port as well as of what answers on it, so no content by themselves.
const BESIDE_CONTENT: ReadonlySet<string> = new Set(['protocol', 'type', 'tag'])

const CONTENT = CONTENT_COLUMNS.filter((column) => !BESIDE_CONTENT.has(column))

/**
 * Whether the observation brings content: a page, a certificate, an icon or any content column other than `protocol`, `type` and `tag` that is
 * not empty. Without, it is a bare "the port is open". One that only repeats what was seen before brings none either.
 */
export function bringsContent(observation: Observation, draft: Draft): boolean {
  if (observation.repeat === true) return false
  if (
    observation.page !== undefined ||
    observation.certificate !== undefined ||
    observation.icon !== undefined
  )
    return true
  return CONTENT.some((column) => draft.stated.has(column) && !isUnknown(draft.asset[column]))
}

/** What the content of a record looks like at a time: one short hash per part, `''` for a part that is not there. */
export function changeOf({ asset }: Draft, hasher: TextHasher, time: number): Change {
  return {
    time,
    title: hasher.hash(asset.title),
    header: asset.header === '' ? '' : asset.header_hash || hasher.hash(asset.header),
    body: asset.body_hash || hasher.hash(asset.body),
    banner: asset.banner === '' ? '' : asset.banner_hash || hasher.hash(asset.banner),
    cert: hasher.hash(asset.cert),
  }
}
