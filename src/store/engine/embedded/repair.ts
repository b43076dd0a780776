// Recovers what can be read of damaged parts. Each part becomes the only part of a separate table, where its checksums and indexes
// are rebuilt; readable rows are then inserted like any others. Nothing is deleted: a damaged part is moved aside.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAppError } from '../../../error/index.ts'
import { type Fragment, sql } from '../../../sql/index.ts'
import { type Engine, isDamage } from '../index.ts'
import { damagedParts } from '../../read/examine.ts'
import type { RowKind } from '../../store.ts'
import { WRITTEN_COLUMNS } from '../../schema/encode.ts'

/** The columns of each table, as written. */
const COLUMNS: Readonly<Record<RowKind, readonly string[]>> = {
  records: [...WRITTEN_COLUMNS, 'write_id'],
}

/** The result for one damaged part. */
export interface RepairedPart {
  readonly kind: RowKind
  readonly part: string
  /** Rows of the part, if known. */
  readonly rows: number | undefined
  /** Rows that were recovered. */
  readonly recovered: number
  /** Rows whose record exists already, because it was seen again. */
  readonly present: number
  /** When its rows were last written, seconds since 1970. */
  readonly written: number
  /** Why some rows were not recovered. */
  readonly reason: string | undefined
  /** Where the damaged part is now. */
  readonly path: string
}

/** A part as the engine detached it. */
interface DetachedPart {
  readonly kind: RowKind
  readonly name: string
  readonly path: string
}

/** The table for one damaged part. */
const ASIDE = 'repair'
/**
 * How that table is created. With its sort order, ranges of rows can be found; without it the primary index of the part is not
 * needed.
 */
const WAYS = ['', ' ENGINE = MergeTree ORDER BY tuple()'] as const
/** Rows read at once; if that fails, each half of them, down to one granule. */
const ROWS = 32_768
const GRANULE = 64
const UNLIMITED = { maxExecutionSeconds: 0 } as const

/** Repairs every part that is detached or does not match its checksums. `unreadable` is the folder for the damaged parts. */
export async function repairParts(engine: Engine, unreadable: string): Promise<readonly RepairedPart[]> {
  await detachDamaged(engine)
  const repaired: RepairedPart[] = []
  for (const part of await detachedParts(engine)) {
    const { present, recovered, reason, rows } = await recover(engine, part)
    const written = Math.floor(statSync(part.path).mtimeMs / 1000)
    const path = moveAside(part, unreadable)
    const { kind, name } = part
    repaired.push({ kind, part: plainName(name), rows, recovered, present, written, reason, path })
  }
  await dropForeign(engine)
  return repaired
}

async function detachDamaged(engine: Engine): Promise<void> {
  for (const { kind, part } of await damagedParts(engine))
    await engine.command(`ALTER TABLE ${kind} DETACH PART '${checked(part)}'`, UNLIMITED)
}

async function detachedParts(engine: Engine): Promise<readonly DetachedPart[]> {
  const rows = await engine.query<[kind: string, name: string, path: string]>(
    sql`SELECT table, name, path FROM system.detached_parts WHERE database = currentDatabase() ORDER BY table, name`,
  )
  return rows.flatMap(([kind, name, path]) => (isKept(kind) ? [{ kind, name, path }] : []))
}

function isKept(table: string): table is RowKind {
  return table in COLUMNS
}

/** The store recreates its own bookkeeping tables at each start, so their damaged parts are dropped. */
async function dropForeign(engine: Engine): Promise<void> {
  const rows = await engine.query<[path: string]>(
    sql`SELECT path FROM system.detached_parts WHERE database = currentDatabase() AND table != 'records'`,
  )
  for (const [path] of rows) rmSync(path, { recursive: true, force: true })
}

type Recovery = Pick<RepairedPart, 'rows' | 'recovered' | 'present' | 'reason'>

async function recover(engine: Engine, part: DetachedPart): Promise<Recovery> {
  const [ordered, unordered] = WAYS
  const first = await recoverBy(engine, part, ordered)
  return first.recovered > 0 || first.reason === undefined ? first : recoverBy(engine, part, unordered)
}

async function recoverBy(engine: Engine, part: DetachedPart, way: string): Promise<Recovery> {
  const stated = statedRows(part.path)
  try {
    await attachAside(engine, part, way)
    return await copyBack(engine, part.kind)
  } catch (error) {
    refuseOutage(error)
    return { rows: stated, recovered: 0, present: 0, reason: reasonOf(error) }
  } finally {
    await engine.command(`DROP TABLE IF EXISTS ${ASIDE} SYNC`)
  }
}

/** Attaches the part alone to a table of the same columns, without its checksums and indexes, which the engine rebuilds. */
async function attachAside(engine: Engine, { kind, name, path }: DetachedPart, way: string): Promise<void> {
  await engine.command(`DROP TABLE IF EXISTS ${ASIDE} SYNC`)
  await engine.command(`CREATE TABLE ${ASIDE} AS ${kind}${way}`)
  const [[paths = []] = []] = await engine.query<[string[]]>(
    sql`SELECT data_paths FROM system.tables WHERE database = currentDatabase() AND name = 'repair'`,
  )
  const [folder] = paths
  if (folder === undefined) throw new Error('the table for repairs has no folder')
  const copy = join(folder, 'detached', plainName(name))
  cpSync(path, copy, { recursive: true })
  for (const file of readdirSync(copy))
    if (file === 'checksums.txt' || file.startsWith('skp_idx_')) rmSync(join(copy, file))
  await engine.command(`ALTER TABLE ${ASIDE} ATTACH PART '${checked(plainName(name))}'`, UNLIMITED)
}

async function copyBack(engine: Engine, kind: RowKind): Promise<Recovery> {
  const [[stored = 0] = []] = await engine.query<[number]>(
    sql`SELECT sum(rows) FROM system.parts WHERE database = currentDatabase() AND table = 'repair' AND active`,
  )
  // Deleted rows count as stored.
  const rows = await countRows(engine, ASIDE)
  const before = await countRows(engine, kind)
  let present = 0
  let reason: string | undefined
  for (let from = 0; from < Number(stored); from += ROWS) {
    const copied = await copyRange(engine, kind, from, from + ROWS)
    present += copied.present
    reason = copied.reason ?? reason
  }
  const recovered = (await countRows(engine, kind)) - before
  return { rows, recovered, present, reason }
}

async function countRows(engine: Engine, name: string): Promise<number> {
  const [[rows = 0] = []] = await engine.query<[number]>(sql`SELECT count() FROM ${table(name)}`, UNLIMITED)
  return Number(rows)
}

type Copied = Pick<Recovery, 'present' | 'reason'>

/** Copies the readable rows of a range. */
async function copyRange(engine: Engine, kind: RowKind, from: number, until: number): Promise<Copied> {
  try {
    const present = kind === 'records' ? await countPresent(engine, from, until) : 0
    await engine.command(insertRange(kind, from, until), UNLIMITED)
    return { present, reason: undefined }
  } catch (error) {
    refuseOutage(error)
    if (isOfPrimaryIndex(error)) throw error
    if (until - from <= GRANULE) return { present: 0, reason: reasonOf(error) }
    const middle = from + (until - from) / 2
    const first = await copyRange(engine, kind, from, middle)
    const second = await copyRange(engine, kind, middle, until)
    return { present: first.present + second.present, reason: second.reason ?? first.reason }
  }
}

/** The records of the range that the table of records also contains: they were seen again since, and stay unchanged. */
async function countPresent(engine: Engine, from: number, until: number): Promise<number> {
  const [[present = 0] = []] = await engine.query<[number]>(
    {
      parts: [
        `SELECT count() FROM records WHERE id IN (SELECT id FROM ${ASIDE} WHERE ${rangeOf(from, until)})`,
      ],
    },
    UNLIMITED,
  )
  return Number(present)
}

function rangeOf(from: number, until: number): string {
  return `_part_offset >= ${from} AND _part_offset < ${until}`
}

function insertRange(kind: RowKind, from: number, until: number): string {
  const columns = COLUMNS[kind].join(', ')
  const range = rangeOf(from, until)
  const fresh =
    kind === 'records'
      ? ` AND id NOT IN (SELECT id FROM records WHERE id IN (SELECT id FROM ${ASIDE} WHERE ${range}))`
      : ''
  return `INSERT INTO ${kind} (${columns}) SELECT ${columns} FROM ${ASIDE} WHERE ${range}${fresh} SETTINGS max_threads = 1, max_execution_time = 0`
}

function moveAside({ name, path }: DetachedPart, unreadable: string): string {
  mkdirSync(unreadable, { recursive: true, mode: 0o700 })
  const taken = new Set(readdirSync(unreadable))
  let to = plainName(name)
  for (let number = 2; taken.has(to); number++) to = `${plainName(name)}-${number}`
  renameSync(path, join(unreadable, to))
  return join(unreadable, to)
}

function statedRows(path: string): number | undefined {
  try {
    const text = readFileSync(join(path, 'count.txt'), 'utf8').trim()
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}

/** The engine prefixes the name of a detached part with the reason. */
function plainName(name: string): string {
  return /all_\d+_\d+_\d+(?:_\d+)?/.exec(name)?.[0] ?? name
}

/** Part names become part of statements, so they are checked. */
function checked(part: string): string {
  if (!/^[\w-]+$/.test(part)) throw new Error(`a part is called ${part}`)
  return part
}

/** A full disk or too little memory says nothing about a part. */
function refuseOutage(error: unknown): void {
  if (isAppError(error) && !isDamage(error)) throw error
}

/** Without the primary index no range can be found, so smaller ranges do not help. */
function isOfPrimaryIndex(error: unknown): boolean {
  return /\/primary\.c?idx/.test(textOf(error))
}

function reasonOf(error: unknown): string {
  const text = textOf(error)
  return (
    text
      .replace(/^the record store failed: /, '')
      .replaceAll(/Code: \d+\. DB::\w+: /g, '')
      .split(/: Part contains files|: While |\n/)[0]
      ?.slice(0, 300) ?? text
  )
}

/** The engine's own message. */
function textOf(error: unknown): string {
  const origin = isAppError(error) ? error.cause : error
  return origin instanceof Error ? origin.message : String(origin)
}

function table(name: string): Fragment {
  return { parts: [name] }
}

/** The records still missing after a repair, or lost with a part: the larger of both numbers. */
export function lostRecords(parts: readonly RepairedPart[], missing: number): number {
  const own = parts.filter(({ kind }) => kind === 'records')
  const sum = (of: (part: RepairedPart) => number): number => own.reduce((total, part) => total + of(part), 0)
  const unreadable = sum(({ rows = 0, recovered, present }) => Math.max(0, rows - recovered - present))
  return Math.max(unreadable, missing - sum(({ recovered }) => recovered))
}
