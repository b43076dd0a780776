import type { OperationContext } from '../../operation/index.ts'
import type { Metrics } from './metrics.ts'

/** What the doors of a server need from the composition. */
export interface DoorContext extends OperationContext {
  readonly metrics: Metrics
  /** Aborts what still runs when the grace time of a shutdown is over. */
  readonly shutdown: AbortSignal
}
