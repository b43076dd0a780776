// Imports and feeds.
import type { FeedVersion, ImportJob } from './answer-types.ts'

/** Whether an import has not ended. */
export const isUnderWay = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'init' || state === 'running'

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
