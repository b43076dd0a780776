import type { Metrics } from '../../door/index.ts'
import type { Store } from '../../store/index.ts'

/** The store with its writes counted, whoever makes them. */
export function countedStore(store: Store, metrics: Metrics): Store {
  return {
    ...store,
    write: async (records) => {
      const result = await store.write(records)
      metrics.imported('added', result.added)
      metrics.imported('replaced', result.replaced)
      metrics.imported('touched', result.touched)
      metrics.imported('unchanged', result.unchanged)
      return result
    },
  }
}
