// Decides whether an observation has content, and builds the first entry of a record's history.
import { type Change, CONTENT_COLUMNS, isUnknown, type Observation } from '../asset/index.ts'
import type { Draft } from './draft.ts'
import type { TextHasher } from './text.ts'

// Stated for a port as well as for its service, so not content on their own.
const BESIDE_CONTENT: ReadonlySet<string> = new Set(['protocol', 'type', 'tag'])

const CONTENT = CONTENT_COLUMNS.filter((column) => !BESIDE_CONTENT.has(column))

/**
 * Whether the observation has content: a page, a certificate, an icon, a screenshot or any non-empty content column other than `protocol`, `type`
 * and `tag`. Without content it is a bare "the port is open". An observation that only repeats earlier content has none either.
 */
export function bringsContent(observation: Observation, draft: Draft): boolean {
  if (observation.repeat === true) return false
  if (
    observation.page !== undefined ||
    observation.certificate !== undefined ||
    observation.icon !== undefined ||
    draft.asset.screenshot !== ''
  )
    return true
  return CONTENT.some((column) => draft.stated.has(column) && !isUnknown(draft.asset[column]))
}

/** The content of a record at a time: one short hash per part, `''` for a missing part. */
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
