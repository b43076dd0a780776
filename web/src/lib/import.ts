// Imports and feeds.
import { printAddress } from './address.ts'
import type { Feed, FeedVersion, ImportJob, ImportRun, Preset } from './answer-types.ts'

/** Whether an import has not ended. */
export const isUnderWay = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'init' || state === 'running'

/** Whether an import ended without an observation. */
export const readNothing = ({ state, observations }: Pick<ImportJob, 'state' | 'observations'>): boolean =>
  state === 'success' && observations === 0

/** Whether an import of the history ended without an observation. */
export const isNothingRead = (counts: ImportRun['counts']): boolean => counts?.['observations'] === 0

/** Lines that became no record; a value that was left out of a record is not one. */
export const lostLines = ({ rejects, left_out }: Pick<ImportJob, 'rejects' | 'left_out'>): number =>
  rejects - left_out

/** The address of the search for all records that an import observed. */
export function recordsAddress(id: string): string {
  return printAddress({ query: `import=="${id}"`, page: 1, full: true, view: 'cards' })
}

/** The address of an import of a file; what is not stated is left out. */
export function importAddress(file: File, stated: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams({ name: file.name, modified: String(file.lastModified) })
  for (const [name, value] of Object.entries(stated))
    if (value.trim() !== '') parameters.set(name, value.trim())
  return `imports?${parameters}`
}

/** Seconds since a feed's own date, else since its retrieval. */
export function feedAge({ stated_at, retrieved_at }: FeedVersion, now: number): number {
  return Math.max(0, (now - Date.parse(stated_at ?? retrieved_at)) / 1000)
}

/** The recommended feeds that are not there, by name or by address. */
export function missingFeeds(
  known: readonly Preset[],
  feeds: readonly Pick<Feed, 'name' | 'url'>[],
): readonly Preset[] {
  return known.filter(
    (preset) =>
      preset.recommended && !feeds.some(({ name, url }) => name === preset.name || url === preset.url),
  )
}

/** The call that adds a known feed as it is declared. */
export function presetAddress({ name, url, kind, tags = [], basis, licence }: Preset): string {
  const stated = Object.entries({
    url,
    kind,
    tags: tags.join(','),
    basis: basis ?? '',
    licence: licence ?? '',
  })
  const given = stated.filter(([, value]) => value !== '')
  return `admin/feeds/${encodeURIComponent(name)}?${new URLSearchParams(given)}`
}
