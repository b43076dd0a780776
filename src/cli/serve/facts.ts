import type { ServerFacts } from '../../operation/index.ts'
import type { ObservedAdmission } from '../../service/search/index.ts'
import { countWaitingJobs, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'

/** The current state of a server. */
export async function serverFacts(
  store: Store,
  state: State,
  admission: ObservedAdmission,
): Promise<ServerFacts> {
  const [info, waiting] = await Promise.all([store.info(), countWaitingJobs(state.db)])
  return {
    ...info,
    state: state.kind,
    searchesRunning: admission.running(),
    searchesWaiting: admission.waiting(),
    tasksWaiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
  }
}
