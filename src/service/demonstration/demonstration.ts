// Loads the demonstration set once, also when the server dies meanwhile.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type Asset, NOWHERE } from '../../asset/index.ts'
import { demonstrationScans } from '../../demo/index.ts'
import { createEnrich, type EnrichContext } from '../../enrich/index.ts'
import type { Store } from '../../store/index.ts'

const BATCH = 1000
/** Records between two yields to the event loop, so that calls are answered meanwhile. */
const TURN = 100

/** What loading the set needs. */
interface DemonstrationContext {
  readonly store: Store
  /** A file that exists until the whole set is stored. */
  readonly marker: string
  /** Longest stored body in bytes. */
  readonly bodyLimit: number
  readonly signal: AbortSignal
  /** Called after each batch with the number of durable records. */
  readonly onProgress?: (records: number) => void
  /** Stores the icon of a site. */
  readonly keepIcon?: (icon: Uint8Array) => void
}

/** Records that the set is to be loaded, so that loading continues after the server died. */
export function planDemonstration(marker: string, now: number): void {
  writeFileSync(marker, `${JSON.stringify({ now })}\n`, { mode: 0o600 })
}

/** Whether a set is planned and incomplete. */
export function isDemonstrationPending(marker: string): boolean {
  return existsSync(marker)
}

/** Stores the planned set. Resolves to the number of its records, or to undefined when the signal fired before all were stored. */
export async function loadDemonstration(context: DemonstrationContext): Promise<number | undefined> {
  const { store, marker, signal, onProgress } = context
  const { now } = JSON.parse(readFileSync(marker, 'utf8')) as { now: number }
  // A record that the later scan changes counts once.
  const stored = new Set<string>()
  for (const batch of batches(context, now)) {
    for (let at = 0; at < batch.length; at += TURN) await nextTick()
    if (signal.aborted) return undefined
    await store.write(batch)
    for (const { base_protocol, port, reached } of batch) stored.add(`${base_protocol} ${port} ${reached}`)
    onProgress?.(stored.size)
  }
  rmSync(marker)
  return stored.size
}

/** The records of one scan after those of the other: the later one changes what the earlier one stored. */
function* batches(context: DemonstrationContext, now: number): Iterable<readonly Asset[]> {
  const enrich = createEnrich()
  for (const { importId, observations } of demonstrationScans(now)) {
    const surroundings: EnrichContext = {
      // The set uses reserved addresses, which no database contains; it states the locations of its hosts itself.
      locator: { locate: () => NOWHERE, databases: [] },
      importId,
      defaultTime: now,
      bodyLimit: context.bodyLimit,
    }
    for (let at = 0; at < observations.length; at += BATCH)
      yield observations.slice(at, at + BATCH).map((observation) => {
        if (observation.icon !== undefined) context.keepIcon?.(observation.icon)
        const enriched = enrich(observation, surroundings)
        if ('reason' in enriched) throw new Error(`the demonstration made no record: ${enriched.reason}`)
        return enriched.asset
      })
  }
}
