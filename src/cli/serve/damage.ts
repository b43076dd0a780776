// Damage of the records as a running server knows it: checked at start, and again at intervals.
import type { Store } from '../../store/index.ts'
import { describeDamage } from '../../store/index.ts'

/** Time between checks, in milliseconds. */
const INTERVAL = 60_000

/** The current knowledge about damage. */
interface DamageWatch {
  /** A sentence; undefined while there is no damage. */
  readonly current: () => string | undefined
  readonly close: () => void
}

/** Checks for damage now and at intervals. `onDamage` gets every new sentence, `onError` why a check failed. */
export async function watchDamage(
  store: Pick<Store, 'info'>,
  onDamage: (damage: string) => void,
  onError: (error: unknown) => void,
): Promise<DamageWatch> {
  let current: string | undefined
  const look = async (): Promise<void> => {
    const found = describeDamage(await store.info())
    if (found !== undefined && found !== current) onDamage(found)
    current = found
  }
  await look()
  const timer = setInterval(() => void look().catch(onError), INTERVAL).unref()
  return { current: () => current, close: () => clearInterval(timer) }
}
