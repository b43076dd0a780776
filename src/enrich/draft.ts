// A record under construction: it starts with what the source stated, which never changes; the rest may be filled.
import { type Asset, type Column, type Stated, UNKNOWN_ASSET } from '../asset/index.ts'
import { cleanValue } from './clean.ts'
import { bounded } from './short.ts'

/** A record that is still being filled. */
export interface Draft {
  readonly asset: { -readonly [Key in Column]: Asset[Key] }
  readonly stated: ReadonlySet<string>
}

/** Sets a column unless the source stated it. */
export function fill<Key extends Column>(draft: Draft, column: Key, value: Asset[Key]): void {
  if (!draft.stated.has(column)) draft.asset[column] = bounded(column, value)
}

/** A draft with what a source states; a value that its column cannot store counts as absent. */
export function startDraft(source: Stated): Draft {
  const asset = { ...UNKNOWN_ASSET }
  const stated = new Set<string>()
  for (const column of Object.keys(source) as (keyof Stated)[]) {
    if (take(asset, column, source[column])) stated.add(column)
  }
  return { asset, stated }
}

function take<Key extends keyof Stated>(asset: Draft['asset'], column: Key, value: Stated[Key]): boolean {
  const clean = cleanValue<Asset[Key]>(column, value)
  if (clean === undefined) return false
  asset[column] = bounded(column, clean)
  return true
}
