import type { OperationContext } from '../../operation/index.ts'
import type { Metrics } from './metrics.ts'

/** What the doors of a server need from their caller. */
export interface DoorContext extends OperationContext {
  readonly metrics: Metrics
  /** Aborts running work when the grace period of a shutdown ends. */
  readonly shutdown: AbortSignal
}
