// Retention of the records that a process opens.
import type { Config } from '../../config/index.ts'
import { createRetention, type Retention, type RetentionPolicy } from '../../service/retention/index.ts'
import type { State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'

/** The ages of the settings. */
export function retentionPolicy(config: Config): RetentionPolicy {
  return { standard: config['retention.default'], tools: new Map(config['retention.sources']) }
}

/** Retention of open records. */
export function openRetention(config: Config, state: State, store: Store): Retention {
  return createRetention({ state, store, policy: retentionPolicy(config), now: Date.now })
}
