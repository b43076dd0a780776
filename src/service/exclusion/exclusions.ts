// Exclusions: records that are never stored, never shown, and removed if they are stored. A new rule hides records at once;
// removing them is a background job, and every removal is an audit event.
import type { ExclusionRule } from '../../asset/index.ts'
import { AppError } from '../../error/index.ts'
import {
  deleteExclusion,
  type ExclusionRow,
  exclusionRevision,
  insertExclusion,
  listExclusionRows,
  noteSweep,
  type State,
} from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { type Actor, record } from '../account/index.ts'
import { printRule } from './rule.ts'

/** A stored rule. Times are milliseconds UTC. */
export interface Exclusion extends ExclusionRule {
  readonly id: number
  readonly note: string
  /** E-mail of the account that added it, or `operator`. */
  readonly actor: string
  readonly createdAt: number
  /** Records removed because of it. */
  readonly removed: number
  /** When stored records were last searched for it; undefined until then. */
  readonly sweptAt: number | undefined
}

/** The result of adding rules. */
export interface AddedExclusions {
  readonly added: readonly Exclusion[]
  /** How many of the rules existed before. */
  readonly known: number
}

/** The use cases. */
export interface Exclusions {
  readonly list: () => Promise<readonly Exclusion[]>
  /**
   * Adds rules: the records that they exclude are hidden when this resolves. Fails with `params` beyond the allowed number of
   * rules.
   */
  readonly add: (rules: readonly ExclusionRule[], note: string, actor: Actor) => Promise<AddedExclusions>
  /** Removes a rule; removed records are not restored. Fails with `exclusion` when no rule has this id. */
  readonly remove: (id: number, actor: Actor) => Promise<Exclusion>
  /** Removes stored records that rules exclude, also from the disk; resolves to their number. */
  readonly sweep: (signal?: AbortSignal) => Promise<number>
  /** Reads the rules again when another process has changed them; resolves to what changes with them. */
  readonly refresh: () => Promise<string>
}

/** The context of exclusions. */
interface ExclusionsContext {
  readonly state: Pick<State, 'db' | 'write'>
  readonly store: Pick<Store, 'exclude' | 'removeExcluded' | 'eraseRemoved'>
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** More rules would slow down every search. */
const MOST_EXCLUSIONS = 10_000
const LONGEST_NOTE = 500

/** Reads the rules of a database. */
export async function readExclusions(db: State['db']): Promise<readonly Exclusion[]> {
  return (await listExclusionRows(db)).map(exclusionOf)
}

/** Opens exclusions: from now on excluded records are hidden. */
export async function openExclusions(context: ExclusionsContext): Promise<Exclusions> {
  const { state, store } = context
  let revision = ''
  const apply = async (): Promise<string> => {
    const next = await exclusionRevision(state.db)
    if (next === revision) return next
    store.exclude(await readExclusions(state.db))
    revision = next
    return next
  }
  await apply()
  return {
    list: () => readExclusions(state.db),
    add: async (rules, note, actor) => {
      const result = await addRules(context, rules, note, actor)
      await apply()
      return result
    },
    remove: async (id, actor) => {
      const removed = await removeRule(context, id, actor)
      await apply()
      return removed
    },
    sweep: (signal) => sweep(context, signal),
    refresh: apply,
  }
}

function addRules(
  { state, now }: ExclusionsContext,
  rules: readonly ExclusionRule[],
  note: string,
  actor: Actor,
): Promise<AddedExclusions> {
  return state.write(async (db) => {
    const before = await listExclusionRows(db)
    const keys = new Set(before.map((row) => printRule(exclusionOf(row))))
    const fresh = [...new Set(rules.map(printRule))].filter((rule) => !keys.has(rule)).length
    if (before.length + fresh > MOST_EXCLUSIONS) throw tooMany(before.length, fresh)
    const added: Exclusion[] = []
    for (const { kind, value } of rules) {
      const row = { kind, value, note: note.slice(0, LONGEST_NOTE), actor: actor.name, created_at: now() }
      const inserted = await insertExclusion(db, { ...row, removed: 0, swept_at: null })
      if (inserted === undefined) continue
      const exclusion = exclusionOf(inserted)
      added.push(exclusion)
      await record(db, actor, { action: 'exclusion.add', detail: { rule: printRule(exclusion) } }, now())
    }
    return { added, known: rules.length - added.length }
  })
}

function removeRule({ state, now }: ExclusionsContext, id: number, actor: Actor): Promise<Exclusion> {
  return state.write(async (db) => {
    const row = (await listExclusionRows(db)).find((one) => one.id === id)
    if (row === undefined || !(await deleteExclusion(db, id))) throw unknown(id)
    const exclusion = exclusionOf(row)
    await record(db, actor, { action: 'exclusion.remove', detail: { rule: printRule(exclusion) } }, now())
    return exclusion
  })
}

/** Sweeps new rules one by one, so that each removal names its rule; then all together, for what an import stored meanwhile. */
async function sweep(context: ExclusionsContext, signal: AbortSignal | undefined): Promise<number> {
  const rules = await readExclusions(context.state.db)
  let total = 0
  for (const rule of rules.filter(({ sweptAt }) => sweptAt === undefined))
    total += await sweepRule(context, rule, signal)
  const audited = { rule: `all ${rules.length} rules`, actor: 'server' }
  const late = await removeAudited(context, rules, audited, signal)
  if (late > 0) await context.state.write((db) => noteRemoved(context, db, audited, late))
  if (total + late > 0) await context.store.eraseRemoved()
  return total + late
}

async function sweepRule(
  context: ExclusionsContext,
  rule: Exclusion,
  signal: AbortSignal | undefined,
): Promise<number> {
  signal?.throwIfAborted()
  const audited = { rule: printRule(rule), actor: rule.actor }
  const removed = await removeAudited(context, [rule], audited, signal)
  await context.state.write(async (db) => {
    await noteSweep(db, rule.id, removed, context.now())
    await noteRemoved(context, db, audited, removed)
  })
  return removed
}

/** What the audit events of a removal name. */
interface Audited {
  readonly rule: string
  readonly actor: string
}

/** Removes records after an event with their number, so that the audit trail shows removals that a crash cut off. */
function removeAudited(
  { state, store, now }: ExclusionsContext,
  rules: readonly ExclusionRule[],
  { rule, actor }: Audited,
  signal: AbortSignal | undefined,
): Promise<number> {
  const onFound = async (records: number): Promise<void> => {
    const event = { action: 'exclusion.deleting', detail: { rule, records } }
    await state.write((db) => record(db, actorNamed(actor), event, now()))
  }
  return store.removeExcluded(rules, signal, onFound)
}

async function noteRemoved(
  { now }: ExclusionsContext,
  db: State['db'],
  { rule, actor }: Audited,
  removed: number,
): Promise<void> {
  const event = { action: 'exclusion.delete', detail: { rule, removed } }
  await record(db, actorNamed(actor), event, now())
}

const actorNamed = (name: string): Actor => ({ accountId: undefined, name, address: undefined })

function exclusionOf(row: ExclusionRow): Exclusion {
  return {
    id: row.id,
    // Only this module writes rules.
    kind: row.kind as ExclusionRule['kind'],
    value: row.value,
    note: row.note,
    actor: row.actor,
    createdAt: Number(row.created_at),
    removed: Number(row.removed),
    sweptAt: row.swept_at === null ? undefined : Number(row.swept_at),
  }
}

function tooMany(before: number, more: number): AppError {
  return new AppError(
    'params',
    `[-4] Params Error: there are ${before} exclusions, and ${more} more would exceed ${MOST_EXCLUSIONS}; join networks, or remove rules`,
  )
}

function unknown(id: number): AppError {
  return new AppError('params', `[-4] Params Error: no exclusion has the number \`${id}\``)
}
