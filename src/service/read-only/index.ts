// Read-only mode: records do not change, and everything else works. The setting applies to one process; the switch is stored in the
// database and applies to every process at its next change.
import { AppError } from '../../error/index.ts'
import { changeFact, readFact, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { printTime } from '../../util/index.ts'
import { type Actor, record } from '../account/index.ts'

/** Who enabled it, and when (milliseconds UTC). */
interface ReadOnlySwitch {
  readonly actor: string
  readonly since: number
}

/** The use cases. */
export interface ReadOnly {
  /** Why records must not change now; undefined if they may. */
  readonly reason: () => Promise<string | undefined>
  /** Fails with `unavailable` while records must not change. */
  readonly refuse: () => Promise<void>
  /** Enables or disables it for every process of the database; false when nothing changed. */
  readonly set: (on: boolean, actor: Actor) => Promise<boolean>
}

/** The context of read-only mode. */
interface ReadOnlyContext {
  readonly state: Pick<State, 'db' | 'write'>
  /** The setting `readOnly` of this process. */
  readonly setting: boolean
  /** Milliseconds UTC. */
  readonly now: () => number
}

const FACT = 'read_only'
/** Seconds after which a refused call may be retried. */
const RETRY_AFTER = 60

/** Opens read-only mode. */
export function createReadOnly({ state, setting, now }: ReadOnlyContext): ReadOnly {
  const reason = async (): Promise<string | undefined> => {
    if (setting) return 'by the setting `readOnly`; set it to false and restart the server to end that'
    const known = switchOf(await readFact(state.db, FACT))
    if (known === undefined) return undefined
    return `since ${printTime(known.since)} UTC by ${known.actor}; \`periplus read-only off\` ends that`
  }
  return {
    reason,
    refuse: async () => {
      const why = await reason()
      if (why !== undefined) throw refused(why)
    },
    set: (on, actor) =>
      state.write(async (db) => {
        const isOn = switchOf(await readFact(db, FACT)) !== undefined
        if (isOn === on) return false
        const value: ReadOnlySwitch = { actor: actor.name, since: now() }
        await changeFact(db, FACT, on ? JSON.stringify(value) : '')
        await record(db, actor, { action: on ? 'readonly.on' : 'readonly.off' }, now())
        return true
      }),
  }
}

function switchOf(fact: string | undefined): ReadOnlySwitch | undefined {
  return fact === undefined || fact === '' ? undefined : (JSON.parse(fact) as ReadOnlySwitch)
}

function refused(why: string): AppError {
  return new AppError(
    'unavailable',
    `503 Service Unavailable: records are read-only ${why}; searches, exports and tagging work`,
    { retryAfter: RETRY_AFTER },
  )
}

/** A store that refuses changes of records; background jobs wait and continue afterwards. */
export function readOnlyStore(store: Store, refuse: () => Promise<void>): Store {
  const guarded =
    <Args extends readonly unknown[], Result>(change: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await refuse()
      return change(...args)
    }
  return {
    ...store,
    write: guarded(store.write),
    append: guarded(store.append),
    revise: guarded(store.revise),
    remove: guarded(store.remove),
    undoImport: guarded(store.undoImport),
    removeExcluded: guarded(store.removeExcluded),
    eraseRemoved: guarded(store.eraseRemoved),
    removeExpired: guarded(store.removeExpired),
    load: guarded(store.load),
  }
}
