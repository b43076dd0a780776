// The audit trail as a chain of hashes: each event is hashed with the previous one, and the last hash of each UTC day is signed
// with the server's secret. These seals outlive the events, so that changed or removed events are detected.
import { createHash } from 'node:crypto'
import { AppError } from '../../../error/index.ts'
import {
  type AuditRow,
  type AuditSealRow,
  auditAfter,
  type Db,
  holdFact,
  lastAuditSeal,
  listAuditSeals,
  putAuditSeal,
  SECRET_PROOF,
  signAuditSeal,
} from '../../../state/index.ts'
import { utcDay } from '../coin/tagging.ts'
import type { AccountContext } from '../context.ts'
import { type HeadVerdict, judgeHead, keepHead, keepHeadFile, readHeads } from './head.ts'
import { isSame, type Secret, sign } from '../credential/secret.ts'

/** Younger events may still be followed by one with a lower id, from a transaction that started earlier (milliseconds). */
const SETTLED = 60_000
const PIECE = 1000
const PURPOSE = 'audit'
/** The hash before the first event. */
const START = '0'.repeat(64)

/** The result of checking one day of the trail. */
interface CheckedDay {
  readonly day: string
  readonly events: number
  /** `forgotten`: the events are older than the retention; `altered`: events or their seal were changed, added or removed. */
  readonly verdict: 'intact' | 'forgotten' | 'altered'
}

/** The result of checking the trail. */
export interface CheckedTrail {
  readonly days: readonly CheckedDay[]
  /** Events after the last seal, which nothing protects yet. */
  readonly unsealed: number
  /** Whether the seals reach the newest one that this installation signed. */
  readonly head: HeadVerdict
}

/** Extends the chain by the new events. Leaves a chain with removed seals unchanged and returns false. */
export async function sealAudit(context: AccountContext): Promise<boolean> {
  const until = context.now() - SETTLED
  const sealed = await context.state.write(async (db) => {
    if (await isRotated(db, context)) return 'refused'
    const heads = await readHeads(context, db)
    const seals = await listAuditSeals(db)
    if (judgeHead(context, heads, seals) === 'cut') return 'refused'
    const last = await extend(context, db, until)
    if (last !== undefined) await keepHead(context, db, last)
    return last
  })
  if (sealed === 'refused') return false
  if (sealed !== undefined) keepHeadFile(context, sealed)
  return true
}

/** Whether the secret was rotated while this process ran, whose signatures would be worth nothing. */
async function isRotated(db: Db, { state, secret }: AccountContext): Promise<boolean> {
  return (await holdFact(db, state.kind, SECRET_PROOF)) !== secret.proof
}

/** The secrets before and after a rotation. */
interface Rotation {
  readonly secret: Secret
  readonly next: Secret
  readonly auditHead: string | undefined
}

/** Signs every seal with another secret; those that this secret did not sign stay altered. Fails with `input` for a trail that was cut. */
export async function resignSeals(db: Db, { secret, next, auditHead }: Rotation): Promise<void> {
  const seals = await listAuditSeals(db)
  const heads = await readHeads({ secret, auditHead }, db)
  if (judgeHead({ secret, auditHead }, heads, seals) === 'cut')
    throw new AppError(
      'input',
      'seals of the audit trail were removed or replaced, so nothing was changed: run `periplus audit verify`',
    )
  for (const seal of seals)
    if (isSame(signatureOf(secret, seal), seal.signature))
      await signAuditSeal(db, seal.day, signatureOf(next, seal))
}

async function extend(context: AccountContext, db: Db, until: number): Promise<AuditSealRow | undefined> {
  let seal = await lastAuditSeal(db)
  for (;;) {
    const rows = await auditAfter(db, seal?.last_id ?? 0, PIECE)
    const young = rows.findIndex(({ time }) => time > until)
    const settled = young < 0 ? rows : rows.slice(0, young)
    for (const day of byDay(settled, seal?.day ?? '')) {
      seal = extended(context.secret, seal, day)
      await putAuditSeal(db, seal)
    }
    if (settled.length < PIECE) return lastAuditSeal(db)
  }
}

interface DayOfEvents {
  readonly day: string
  readonly rows: AuditRow[]
}

/** Splits events by day. Days never decrease: an event from a clock that was set back belongs to the previous day of the chain. */
function byDay(rows: readonly AuditRow[], from: string): readonly DayOfEvents[] {
  const days: DayOfEvents[] = []
  for (const row of rows) {
    const own = utcDay(row.time)
    const last = days.at(-1)
    const day = [own, last?.day ?? from].toSorted().at(-1) ?? own
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

function extended(
  secret: Secret,
  before: AuditSealRow | undefined,
  { day, rows }: DayOfEvents,
): AuditSealRow {
  const isSameDay = before?.day === day
  const end = {
    day,
    last_id: rows.at(-1)?.id ?? 0,
    events: rows.length + (isSameDay ? before.events : 0),
    previous: isSameDay ? before.previous : (before?.hash ?? START),
    hash: rows.reduce(chained, before?.hash ?? START),
  }
  return { ...end, signature: signatureOf(secret, end) }
}

function chained(before: string, row: AuditRow): string {
  const { id, time, actor_id, actor, subject_id, subject, action, address, detail } = row
  const text = JSON.stringify([id, time, actor_id, actor, subject_id, subject, action, address, detail])
  return createHash('sha256').update(before).update(text).digest('hex')
}

function signatureOf(secret: Secret, seal: Omit<AuditSealRow, 'signature'>): string {
  const { day, last_id, events, previous, hash } = seal
  return sign(secret, PURPOSE, JSON.stringify([day, last_id, events, previous, hash]))
}

/** Checks every seal, or those of the last `days` sealed days, and the events that they cover. */
export async function verifyAudit(
  context: AccountContext,
  days = Number.POSITIVE_INFINITY,
): Promise<CheckedTrail> {
  const { db } = context.state
  const checked: CheckedDay[] = []
  const heads = await readHeads(context, db)
  const seals = await listAuditSeals(db)
  const from = Math.max(0, seals.length - days)
  let before = seals[from - 1]
  for (const seal of seals.slice(from)) {
    checked.push(await checkDay(context, db, before, seal))
    before = seal
  }
  let unsealed = 0
  for await (const rows of piecesAfter(db, before?.last_id ?? 0)) unsealed += rows.length
  return { days: checked, unsealed, head: judgeHead(context, heads, seals) }
}

async function checkDay(
  { secret, settings, now }: AccountContext,
  db: Db,
  before: AuditSealRow | undefined,
  seal: AuditSealRow,
): Promise<CheckedDay> {
  const { day, events, previous } = seal
  const isLinked = previous === (before?.hash ?? START) && isSame(signatureOf(secret, seal), seal.signature)
  let hash = previous
  let count = 0
  for await (const rows of piecesAfter(db, before?.last_id ?? 0, seal.last_id)) {
    hash = rows.reduce(chained, hash)
    count += rows.length
  }
  const isOld = day < utcDay(now() - settings.auditDays * 86_400_000)
  const isWhole = hash === seal.hash && count === events
  const verdict = !isLinked ? 'altered' : isWhole ? 'intact' : count === 0 && isOld ? 'forgotten' : 'altered'
  return { day, events, verdict }
}

/** Reads events after an id, up to another, in pieces. */
async function* piecesAfter(
  db: Db,
  after: number,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly AuditRow[]> {
  for (let from = after; ; ) {
    const rows = await auditAfter(db, from, PIECE)
    const inside = rows.filter(({ id }) => id <= last)
    if (inside.length > 0) yield inside
    if (inside.length < PIECE) return
    from = inside.at(-1)?.id ?? from
  }
}

/** All sealed events and their seals as lines of JSON; the last one signs the lines before it. */
export async function* exportAudit(context: AccountContext): AsyncGenerator<string> {
  const { db } = context.state
  const digest = createHash('sha256')
  const line = (value: object): string => {
    const text = `${JSON.stringify(value)}\n`
    digest.update(text)
    return text
  }
  let last = 0
  for (const seal of await listAuditSeals(db)) {
    for await (const rows of piecesAfter(db, last, seal.last_id))
      for (const event of rows) yield line({ event })
    yield line({ seal })
    last = seal.last_id
  }
  const hash = digest.digest('hex')
  yield `${JSON.stringify({ sha256: hash, signature: sign(context.secret, PURPOSE, hash) })}\n`
}

/** Whether an exported trail is unchanged: its last line signs the others. */
export function isExportIntact({ secret }: AccountContext, text: string): boolean {
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const { sha256, signature } = readEnd(text.slice(end))
  const hash = createHash('sha256').update(text.slice(0, end)).digest('hex')
  return sha256 === hash && isSame(sign(secret, PURPOSE, hash), signature)
}

function readEnd(line: string): { readonly sha256: string; readonly signature: string } {
  try {
    const { sha256 = '', signature = '' } = JSON.parse(line) as Partial<ReturnType<typeof readEnd>>
    return { sha256: String(sha256), signature: String(signature) }
  } catch {
    return { sha256: '', signature: '' }
  }
}
