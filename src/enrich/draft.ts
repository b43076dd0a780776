// A record in the making: what the source stated is in it from the start and never changes; the rest may be filled.
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

/** A draft that holds what a source states; a value that cannot be one of its column counts as absent. */
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
