// Records and accounts of a server, which everything else needs.
import type { Config } from '../../config/index.ts'
import type { Metrics } from '../../door/index.ts'
import { openAccounts } from '../../service/account/index.ts'
import { Presence } from '../../state/index.ts'
import { describeDamage, type Store, withWriteListener } from '../../store/index.ts'
import { accountSettings, openSecret } from '../data/account-settings.ts'
import { openAccountsState } from '../data/accounts-location.ts'
import { dataFiles } from '../data/data-directory.ts'
import { openKnownStore } from '../data/open-store.ts'

/** Where the parts of a server report to. */
export interface Reports {
  readonly metrics: Metrics
  readonly onError: (error: unknown) => void
  readonly onDamage: (damage: string) => void
}

/** Opens what everything else needs; `stack` closes it. */
export async function openDatabases(
  config: Config,
  { metrics, onError, onDamage }: Reports,
  stack: AsyncDisposableStack,
) {
  const state = await openAccountsState(config)
  stack.defer(() => state.close())
  const onNotice = (sentence: string): void => onError(new Error(sentence))
  const store = countedStore(await openKnownStore(config, { state, onNotice }), metrics)
  stack.defer(() => store.close())
  const damage = await watchDamage(store, onDamage, onError)
  stack.defer(() => damage.close())
  const presence = new Presence(state)
  stack.defer(() => presence.close())
  const secret = await openSecret(config, state)
  const accounts = await openAccounts({
    ...{ state, presence, secret },
    settings: accountSettings(config),
    auditHead: dataFiles(config.data).auditHead,
  })
  stack.defer(() => accounts.close())
  return { state, store, damage, presence, secret, accounts }
}

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/** The store with metrics for all writes, whichever caller makes them. */
function countedStore(store: Store, metrics: Metrics): Store {
  return withWriteListener(store, (result) => {
    for (const outcome of ['added', 'replaced', 'touched', 'unchanged'] as const)
      metrics.imported(outcome, result[outcome])
  })
}

/** Time between checks, in milliseconds. */
const INTERVAL = 60_000

/** The current knowledge about damage. */
interface DamageWatch {
  /** A sentence; undefined while there is no damage. */
  readonly current: () => string | undefined
  readonly close: () => void
}

/** Checks for damage now and at intervals. `onDamage` gets every new sentence, `onError` why a check failed. */
async function watchDamage(
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
