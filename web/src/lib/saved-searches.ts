// Saved searches as the start page lists them: in folders, with what is new since they were last opened here.
import type { SavedSearch } from './answer-types.ts'

/** A saved search under its name within its folder. */
export interface ListedSearch extends SavedSearch {
  readonly short: string
}

/** A folder and its searches; the one without a name holds those outside of folders. */
export interface SearchFolder {
  readonly name: string
  readonly searches: readonly ListedSearch[]
}

/** The searches by folder: what stands before the first `/` of a name. Searches outside of folders come first. */
export function foldersOf(searches: readonly SavedSearch[]): readonly SearchFolder[] {
  const groups = Map.groupBy(searches.map(listed), ({ folder }) => folder)
  return [...groups]
    .map(([name, members]) => ({ name, searches: members }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function listed(search: SavedSearch): ListedSearch & { readonly folder: string } {
  const at = search.name.indexOf('/')
  const [folder, short] = [search.name.slice(0, Math.max(0, at)).trim(), search.name.slice(at + 1).trim()]
  return folder === '' || short === ''
    ? { ...search, folder: '', short: search.name }
    : { ...search, folder, short }
}

const NAME = 'periplus.opened'

/** When a saved search was last opened in this browser, else when it was saved: `YYYY-MM-DD HH:MM:SS` in UTC. */
export function openedAt({ id, saved_at }: SavedSearch): string {
  const opened = readOpened()[id]
  return opened !== undefined && opened > saved_at ? opened : saved_at
}

/** Keeps that a saved search is opened now (milliseconds). */
export function keepOpened({ id }: SavedSearch, now: number): void {
  const time = new Date(now).toISOString().slice(0, 19).replace('T', ' ')
  localStorage.setItem(NAME, JSON.stringify({ ...readOpened(), [id]: time }))
}

function readOpened(): Readonly<Record<string, string>> {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(NAME)
  return kept === null ? {} : (JSON.parse(kept) as Record<string, string>)
}
