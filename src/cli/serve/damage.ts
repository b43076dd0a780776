// Damage of the records, as a server that runs knows it: found at its start, looked for again now and then.
import type { Store } from '../../store/index.ts'
import { describeDamage } from '../../store/index.ts'

/** How often it is looked for, in milliseconds. */
const INTERVAL = 60_000

/** What is known of the damage. */
export interface DamageWatch {
  /** A sentence; undefined while there is no damage. */
  readonly current: () => string | undefined
  readonly close: () => void
}

/** Looks for damage now, and from now on. `onDamage` gets every new sentence, `onError` why looking failed. */
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
