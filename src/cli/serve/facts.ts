import type { ServerFacts } from '../../operation/index.ts'
import type { BusyGate } from '../../service/search/index.ts'
import { countWaitingJobs, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'

/** How a server is now. */
export async function serverFacts(store: Store, state: State, gate: BusyGate): Promise<ServerFacts> {
  const [info, waiting] = await Promise.all([store.info(), countWaitingJobs(state.db)])
  return {
    ...info,
    state: state.kind,
    searchesRunning: gate.running(),
    searchesWaiting: gate.waiting(),
    tasksWaiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
  }
}
