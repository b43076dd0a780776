// Retention of records by age and source: the tools whose files brought a record determine how long it is kept. A record that
// several imports observed is kept for the longest of their limits.
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import type { Job, Jobs } from '../../job/index.ts'
import { importTools, type State, unfinishedImports } from '../../state/index.ts'
import type { AgeLimits, Store } from '../../store/index.ts'
import { type Actor, record } from '../account/index.ts'

/** How long records are kept (milliseconds); 0 keeps them for ever. */
export interface RetentionPolicy {
  /** The limit of all tools that `tools` does not name. */
  readonly standard: number
  readonly tools: ReadonlyMap<string, number>
}

/** What retention would remove of one source. */
interface RetentionSource {
  /** The tool, or `default` for all others. */
  readonly source: string
  /** Milliseconds; 0 for ever. */
  readonly age: number
  readonly records: number
}

/** What retention would remove. */
export interface RetentionPlan {
  /** Records to remove; a record of several sources counts once here and once for each source. */
  readonly records: number
  readonly sources: readonly RetentionSource[]
}

/** A run of retention. */
type RetentionJob = Job<{ readonly actor: string }, { readonly removed: number }>

/** The use cases. */
export interface Retention {
  /** What a run would remove now. */
  readonly plan: (signal?: AbortSignal) => Promise<RetentionPlan>
  /** Removes expired records and returns their number. */
  readonly run: (actor: Actor, signal?: AbortSignal) => Promise<number>
}

/** The context of retention. */
interface RetentionContext {
  readonly state: Pick<State, 'db' | 'write'>
  readonly store: Pick<Store, 'countExpired' | 'removeExpired'>
  readonly policy: RetentionPolicy
  /** Milliseconds UTC. */
  readonly now: () => number
}

interface Group {
  readonly source: string
  readonly age: number
  readonly imports: readonly string[]
}

/** Opens retention. */
export function createRetention(context: RetentionContext): Retention {
  const { state, store, policy, now } = context
  return {
    plan: async (signal) => {
      const groups = await groupsOf(context)
      const { records, byLimit } = await store.countExpired(limitsOf(policy, groups, now()), signal)
      const sources = [{ source: 'default', age: policy.standard }, ...groups]
      return {
        records,
        sources: sources.map(({ source, age }, index) => ({ source, age, records: byLimit[index] ?? 0 })),
      }
    },
    run: async (actor, signal) => {
      const limits = limitsOf(policy, await groupsOf(context), now())
      const removed = await store.removeExpired(limits, signal)
      const detail = { removed, policy: printPolicy(policy) }
      await state.write((db) => record(db, actor, { action: 'retention.delete', detail }, now()))
      return removed
    },
  }
}

/** The name of unfinished imports in the plan. */
const UNFINISHED = 'unfinished imports'

/** Groups imports by the limits of their tools: an import of several tools has the longest. */
async function groupsOf({ state, policy }: RetentionContext): Promise<readonly Group[]> {
  const groups = new Map<string, { age: number; imports: string[] }>()
  for (const { id, tools } of await importTools(state.db)) {
    const longest = tools
      .map((tool) => ({ tool, age: policy.tools.get(tool) ?? policy.standard }))
      .reduce<{ tool: string; age: number } | undefined>(longer, undefined)
    if (longest === undefined || !policy.tools.has(longest.tool)) continue
    const group = groups.get(longest.tool) ?? { age: longest.age, imports: [] }
    groups.set(longest.tool, group)
    group.imports.push(id)
  }
  // The tools of an import are known at its end; until then its records are kept.
  const unfinished = await unfinishedImports(state.db)
  const known = [...groups].map(([source, group]) => ({ source, ...group }))
  return unfinished.length === 0 ? known : [...known, { source: UNFINISHED, age: 0, imports: unfinished }]
}

function longer(
  one: { readonly tool: string; readonly age: number } | undefined,
  other: { readonly tool: string; readonly age: number },
): { readonly tool: string; readonly age: number } {
  if (one === undefined || one.age === 0) return one ?? other
  return other.age === 0 || other.age > one.age ? other : one
}

function limitsOf(policy: RetentionPolicy, groups: readonly Group[], now: number): AgeLimits {
  const before = (age: number): number | undefined => (age === 0 ? undefined : Math.floor((now - age) / 1000))
  return {
    standard: before(policy.standard),
    others: groups.map(({ age, imports }) => ({ before: before(age), imports })),
  }
}

const DAY = 86_400_000

function printPolicy({ standard, tools }: RetentionPolicy): string {
  const print = (age: number): string => (age === 0 ? 'for ever' : `${age / DAY} d`)
  return [`default ${print(standard)}`, ...[...tools].map(([tool, age]) => `${tool} ${print(age)}`)].join(
    ', ',
  )
}

/** The context of the server's job. */
interface RetentionJobContext {
  readonly jobs: Jobs
  /** The name of the job kind for these records. */
  readonly kind: string
  readonly retention: Retention
  readonly policy: RetentionPolicy
  readonly expiry: number
  readonly now: () => number
}

/** Retention as a job of the server. */
export interface ScheduledRetention extends Retention {
  /** Starts the job, or returns the one in flight. */
  readonly start: (actor: Actor) => Promise<RetentionJob>
  /** A run by its number. Fails with `task`. */
  readonly find: (id: number) => Promise<RetentionJob>
  /** Starts the daily run when it is due. */
  readonly startDue: () => Promise<void>
}

const SERVER: Actor = { accountId: undefined, name: 'server', address: undefined }

/** Opens the job; an interrupted one starts over. */
export function scheduledRetention(context: RetentionJobContext): ScheduledRetention {
  const { jobs, kind, retention, policy, expiry, now } = context
  const queue = jobs.open<{ readonly actor: string }, { readonly removed: number }>({
    name: kind,
    concurrency: 1,
    expiry,
    run: async ({ input }, { signal }) => ({
      removed: await retention.run({ ...SERVER, name: input.actor }, signal),
    }),
    discard: async () => {},
  })
  const start = async ({ name }: Actor): Promise<RetentionJob> =>
    (await queue.submit({ accountId: null, key: kind, input: { actor: name } })).job
  return {
    ...retention,
    start,
    find: async (id) => {
      const job = (await queue.list({ accountId: null }, 100)).find((one) => one.id === id)
      if (job === undefined) throw new AppError('task', ERROR_TABLE.task.text)
      return job
    },
    startDue: async () => {
      const isEmpty = policy.standard === 0 && [...policy.tools.values()].every((age) => age === 0)
      const [last] = await queue.list({ accountId: null }, 1)
      if (!isEmpty && (last === undefined || now() - last.createdAt >= DAY)) await start(SERVER)
    },
  }
}
