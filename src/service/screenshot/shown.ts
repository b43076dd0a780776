import { readQuery } from '../../query/index.ts'
import type { Store } from '../../store/index.ts'
import type { Screenshot, Screenshots } from './screenshots.ts'

/** Reads screenshots of records that readers see: none of a record that was removed or excluded, although its file is still there. */
export function shownScreenshots(
  store: Pick<Store, 'count'>,
  screenshots: Pick<Screenshots, 'read'>,
): Pick<Screenshots, 'read'> {
  const isShown = async (sha256: string): Promise<boolean> => {
    const query = readQuery(`screenshot=="${sha256}"`)
    return (await store.count({ query, since: undefined, now: Date.now() })) > 0
  }
  return {
    read: async (sha256): Promise<Screenshot | undefined> => {
      const found = await screenshots.read(sha256)
      return found !== undefined && (await isShown(sha256)) ? found : undefined
    },
  }
}
