// Saved searches as the start page lists them: in folders, with what is new since they were last opened here.
import type { SavedSearch, SharedSearch } from './answer-types.ts'

/** A saved search under its name within its folder. */
export type Listed<Search> = Search & { readonly short: string }

/** A folder, or another account, and its searches. */
export interface SearchGroup<Search> {
  readonly name: string
  readonly searches: readonly Listed<Search>[]
}

/** The searches by folder. Searches outside of folders come first, in a group without a name. */
export function foldersOf(searches: readonly SavedSearch[]): readonly SearchGroup<SavedSearch>[] {
  return grouped(searches, ({ folder }) => folder, shortOf)
}

/** Searches that others share, by owner. */
export function ownersOf(searches: readonly SharedSearch[]): readonly SearchGroup<SharedSearch>[] {
  return grouped(
    searches,
    ({ owner }) => owner,
    ({ name }) => name,
  )
}

function grouped<Search>(
  searches: readonly Search[],
  groupOf: (search: Search) => string,
  short: (search: Search) => string,
): readonly SearchGroup<Search>[] {
  const groups = Map.groupBy(searches, groupOf)
  return [...groups]
    .map(([name, members]) => ({
      name,
      searches: members.map((search) => ({ ...search, short: short(search) })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function shortOf({ name, folder }: SavedSearch): string {
  return folder === '' ? name : name.slice(name.indexOf('/') + 1).trim()
}

/** A name for a copy that no search has yet: the name itself, or with a number behind it. */
export function copyName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const numbered = Array.from({ length: taken.length + 1 }, (_, index) => `${name} (${index + 2})`)
  return numbered.find((one) => !taken.includes(one)) ?? name
}

const NAME = 'periplus.opened'

/** What is kept of when a search was opened. */
type Dated = Pick<SavedSearch, 'id' | 'saved_at'>

/** When a saved search was last opened in this browser, else when it was saved: `YYYY-MM-DD HH:MM:SS` in UTC. */
export function openedAt({ id, saved_at }: Dated): string {
  const opened = readOpened()[id]
  return opened !== undefined && opened > saved_at ? opened : saved_at
}

/** Keeps that a saved search is opened now (milliseconds). */
export function keepOpened({ id }: Dated, now: number): void {
  const time = new Date(now).toISOString().slice(0, 19).replace('T', ' ')
  localStorage.setItem(NAME, JSON.stringify({ ...readOpened(), [id]: time }))
}

function readOpened(): Readonly<Record<string, string>> {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(NAME)
  return kept === null ? {} : (JSON.parse(kept) as Record<string, string>)
}
