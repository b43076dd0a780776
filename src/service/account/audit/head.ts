// The newest seal of the audit trail, signed and stored in the state database and in a file beside the secret, so that removed
// seals are detected.
import { existsSync, readFileSync } from 'node:fs'
import { replaceFile } from '../../../disk/index.ts'
import { type AuditSealRow, changeFact, type Db, readFact } from '../../../state/index.ts'
import type { AccountContext } from '../context.ts'
import { isSame, type Secret, sign } from '../credential/secret.ts'

/** `cut`: seals that existed are missing or differ; `absent`: there is no head to compare with. */
export type HeadVerdict = 'agrees' | 'absent' | 'cut'

const FACT = 'audit_head'
const PURPOSE = 'audit head'

type HeadContext = Pick<AccountContext, 'secret' | 'auditHead'>

interface Head {
  readonly day: string
  readonly lastId: number
  readonly previous: string
  readonly hash: string
}

/** Compares the seals with the newest one that this installation knows. */
export function judgeHead(
  context: HeadContext,
  kept: readonly string[],
  seals: readonly AuditSealRow[],
): HeadVerdict {
  if (kept.length === 0) return 'absent'
  return kept.every((text) => isReached(readHead(context, text), seals)) ? 'agrees' : 'cut'
}

/** Reads the stored heads. They must be read before the seals: another process may seal a day in between. */
export async function readHeads(context: HeadContext, db: Db): Promise<readonly string[]> {
  return [await readFact(db, FACT), fileText(context)].filter((text) => text !== undefined)
}

/** Stores the newest seal as the head in the database. */
export async function keepHead(context: AccountContext, db: Db, seal: AuditSealRow): Promise<void> {
  await changeFact(db, FACT, headText(context, seal))
}

/** Stores it in the file too, after the seals are stored. */
export function keepHeadFile(context: AccountContext, seal: AuditSealRow): void {
  const { auditHead } = context
  const text = headText(context, seal)
  if (auditHead !== undefined && fileText(context) !== text) replaceFile(auditHead, text)
}

function isReached(head: Head | undefined, seals: readonly AuditSealRow[]): boolean {
  const seal = seals.find(({ day }) => day === head?.day)
  if (head === undefined || seal === undefined || seal.previous !== head.previous) return false
  return seal.last_id === head.lastId ? seal.hash === head.hash : seal.last_id > head.lastId
}

function headText(context: AccountContext, seal: AuditSealRow): string {
  const { day, last_id: lastId, previous, hash } = seal
  const text = JSON.stringify({ day, lastId, previous, hash })
  return `${text}\n${sign(context.secret, PURPOSE, text)}`
}

function readHead({ secret }: HeadContext, kept: string): Head | undefined {
  const [text = '', signature = ''] = kept.split('\n')
  return isSame(sign(secret, PURPOSE, text), signature) ? (JSON.parse(text) as Head) : undefined
}

function fileText({ auditHead }: Pick<AccountContext, 'auditHead'>): string | undefined {
  return auditHead !== undefined && existsSync(auditHead) ? readFileSync(auditHead, 'utf8') : undefined
}

/** Signs the head in the database with another secret; one that this secret did not sign stays. */
export async function resignFact(db: Db, secret: Secret, next: Secret): Promise<void> {
  const kept = await readFact(db, FACT)
  if (kept !== undefined) await changeFact(db, FACT, resigned(kept, secret, next))
}

/** The same in the file. */
export function resignFile(file: string, secret: Secret, next: Secret): void {
  const kept = fileText({ auditHead: file })
  if (kept !== undefined) replaceFile(file, resigned(kept, secret, next))
}

function resigned(kept: string, secret: Secret, next: Secret): string {
  const [text = '', signature = ''] = kept.split('\n')
  return isSame(sign(secret, PURPOSE, text), signature) ? `${text}\n${sign(next, PURPOSE, text)}` : kept
}
