import type { Metrics } from '../../door/index.ts'
import { type Store, withWriteListener } from '../../store/index.ts'

/** The store with metrics for all writes, whichever caller makes them. */
export function countedStore(store: Store, metrics: Metrics): Store {
  return withWriteListener(store, (result) => {
    for (const outcome of ['added', 'replaced', 'touched', 'unchanged'] as const)
      metrics.imported(outcome, result[outcome])
  })
}
