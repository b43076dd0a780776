import type { Metrics } from '../../door/index.ts'
import type { Store, WriteResult } from '../../store/index.ts'

/** The store with metrics for all writes, whichever caller makes them. */
export function countedStore(store: Store, metrics: Metrics): Store {
  const count = (result: WriteResult): void => {
    for (const outcome of ['added', 'replaced', 'touched', 'unchanged'] as const)
      metrics.imported(outcome, result[outcome])
  }
  return {
    ...store,
    append: async (records) => {
      const { durable } = await store.append(records)
      durable.then(count, () => undefined)
      return { durable }
    },
    write: async (records) => {
      const result = await store.write(records)
      count(result)
      return result
    },
  }
}
