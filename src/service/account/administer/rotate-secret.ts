// Rotation of the secret in one transaction: everything that it encrypts is encrypted again, everything that it signs is signed again.
// Keyed hashes of API keys and recovery codes cannot be made again, because nobody has the values: their key stays, encrypted with the
// new secret. A hash of 128 random bits reveals nothing, whoever has its key.
import { AppError } from '../../../error/index.ts'
import {
  changeFact,
  deleteAllSessions,
  resealFactors,
  resealKeys,
  SECRET_PROOF,
  type State,
} from '../../../state/index.ts'
import { OPERATOR } from '../account.ts'
import { resignFact, resignFile } from '../audit/head.ts'
import { record } from '../audit/record.ts'
import { resignSeals } from '../audit/seal.ts'
import type { Secret } from '../credential/secret.ts'
import { HASH_KEY, openedSecret, refuseRotated } from '../credential/used-secret.ts'

/** What a rotation changed. */
export interface RotatedSecret {
  /** Keys that can be shown again. */
  readonly keys: number
  readonly factors: number
  readonly sessionsEnded: number
}

/** What a rotation needs. */
interface RotationOptions {
  readonly state: State
  readonly secret: Secret
  readonly next: Secret
  /** Milliseconds UTC. */
  readonly now: number
  /** The file of the audit trail's signed head. */
  readonly auditHead: string
}

/** Replaces the secret of a database. Nothing has changed when it fails. */
export async function rotateSecret(options: RotationOptions): Promise<RotatedSecret> {
  const { state, next, now, auditHead } = options
  const secret = await openedSecret(state, options.secret)
  if (secret.proof === next.proof) throw new AppError('input', 'the new secret is the one in use')
  return state.write(async (db) => {
    await refuseRotated(db, state.kind, secret)
    // Waits for transactions that checked the old proof, so that what they stored is seen below.
    await changeFact(db, SECRET_PROOF, next.proof)
    await changeFact(db, HASH_KEY, next.seal(secret.hashKey.toString('base64url'), HASH_KEY))
    const reseal = (sealed: string, context: string): string =>
      next.seal(unsealed(secret, sealed, context), context)
    const keys = await resealKeys(db, reseal)
    const factors = await resealFactors(db, reseal)
    await resignSeals(db, { secret, next, auditHead })
    await resignFact(db, secret, next)
    const sessionsEnded = await deleteAllSessions(db)
    const detail = { keys, factors, sessions_ended: sessionsEnded }
    await record(db, OPERATOR, { action: 'secret.rotate', detail }, now)
    return { keys, factors, sessionsEnded }
  })
}

function unsealed(secret: Secret, sealed: string, context: string): string {
  try {
    return secret.unseal(sealed, context)
  } catch (cause) {
    throw new AppError(
      'input',
      'a stored key cannot be decrypted with the secret in use, so nothing was changed: run `periplus doctor`',
      { cause },
    )
  }
}

/** Signs the head of the audit trail in the file again, after the rotation was committed; repeating it changes nothing. */
export function resignHeadFile(file: string, secret: Secret, next: Secret): void {
  resignFile(file, secret, next)
}
