import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type Asset, NOWHERE } from '../../asset/index.ts'
import { generateObservations } from '../../demo/index.ts'
import { createEnrich, type EnrichContext } from '../../enrich/index.ts'
import type { Store } from '../../store/index.ts'

/** Records of the demonstration set. */
export const DEMONSTRATION_SIZE = 50_000

const SEED = 8420
const BATCH = 5000
/** Records between two turns of the event loop, so that callers are answered meanwhile. */
const TURN = 100

/** What loading the set needs. */
export interface DemonstrationContext {
  readonly store: Store
  /** File that is there until the whole set is stored. */
  readonly marker: string
  /** Longest stored body in bytes. */
  readonly bodyLimit: number
  readonly signal: AbortSignal
  /** Called after each batch with the number of durable records. */
  readonly onProgress?: (records: number) => void
  /** Records to load, for tests. */
  readonly size?: number
}

/** Notes that the set is to be loaded; a set of which only a part was stored when the server died is so continued. */
export function planDemonstration(marker: string, now: number): void {
  writeFileSync(marker, `${JSON.stringify({ now })}\n`, { mode: 0o600 })
}

/** Whether a set was planned and is not whole. */
export function isDemonstrationPending(marker: string): boolean {
  return existsSync(marker)
}

/** Stores the planned set. Resolves to whether it is whole now; it is not when the signal fired. */
export async function loadDemonstration(context: DemonstrationContext): Promise<boolean> {
  const { store, marker, signal, onProgress } = context
  const { now } = JSON.parse(readFileSync(marker, 'utf8')) as { now: number }
  let stored = 0
  let batch: Asset[] = []
  for (const asset of records(context, now)) {
    batch.push(asset)
    if (batch.length % TURN === 0) await nextTick()
    if (signal.aborted) return false
    if (batch.length < BATCH) continue
    await store.write(batch)
    stored += batch.length
    batch = []
    onProgress?.(stored)
  }
  if (batch.length > 0) await store.write(batch)
  rmSync(marker)
  return true
}

function* records(
  { bodyLimit, size = DEMONSTRATION_SIZE }: DemonstrationContext,
  now: number,
): Iterable<Asset> {
  const enrich = createEnrich()
  const surroundings: EnrichContext = {
    // The set lies on benchmark addresses, which no database names; it says itself where its hosts are.
    locator: { locate: () => NOWHERE, databases: [] },
    importId: 'demonstration',
    defaultTime: now,
    bodyLimit,
  }
  for (const observation of generateObservations({ seed: SEED, count: size, now })) {
    const enriched = enrich(observation, surroundings)
    if ('reason' in enriched) throw new Error(`the generator made no record: ${enriched.reason}`)
    yield enriched.asset
  }
}
