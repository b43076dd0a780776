// Counting and removing the demonstration set.
import { AppError } from '../../error/index.ts'
import { readQuery } from '../../query/index.ts'
import type { Store } from '../../store/index.ts'
import { isDemonstrationPending } from './demonstration.ts'

/** Matches the demonstration records. */
export const DEMONSTRATION_QUERY = 'tag=="demo"'

/** The demonstration set of a server. */
export interface Demonstration {
  /** How many of its records there are, and whether they are being loaded. */
  readonly show: (signal?: AbortSignal) => Promise<{ readonly records: number; readonly loading: boolean }>
  /** Removes its records and nothing else; returns how many there were. Fails with `conflict` while they are being loaded. */
  readonly remove: () => Promise<number>
}

/** The demonstration set of a store; `marker` is the file that exists until all of it is stored. */
export function createDemonstration(
  store: Pick<Store, 'count' | 'remove'>,
  marker: string,
  now: () => number,
): Demonstration {
  const selection = () => ({ query: readQuery(DEMONSTRATION_QUERY), since: undefined, now: now() })
  return {
    show: async (signal) => ({
      records: await store.count(selection(), signal),
      loading: isDemonstrationPending(marker),
    }),
    remove: async () => {
      if (isDemonstrationPending(marker))
        throw new AppError(
          'conflict',
          '[-4] Params Error: the demonstration records are still being loaded; try again when they are',
        )
      return store.remove(selection())
    },
  }
}
