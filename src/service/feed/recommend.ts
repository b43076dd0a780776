// Adds the recommended feeds in one call.
import { findPreset, RECOMMENDED } from '../../tag/index.ts'
import type { Feeds } from './types.ts'

/** The result for a recommended feed that was missing. */
export interface Recommended {
  readonly name: string
  /** Why it could not be added; null if it was. */
  readonly reason: string | null
}

/** Adds the recommended feeds that are missing, by name or by address; a failed fetch does not affect the others. */
export async function addRecommended(feeds: Feeds): Promise<readonly Recommended[]> {
  const there = await feeds.list()
  const added: Recommended[] = []
  for (const name of RECOMMENDED) {
    const preset = findPreset(name)
    if (preset === undefined || there.some((feed) => feed.name === name || feed.url === preset.url)) continue
    const { url, kind, tags, basis, licence } = preset
    const input = { name, kind, tags, basis, licence, content: { from: 'url', url } as const }
    added.push(
      await feeds.add(input).then(
        () => ({ name, reason: null }),
        (error: unknown) => ({ name, reason: error instanceof Error ? error.message : String(error) }),
      ),
    )
  }
  return added
}
