// The secret as a database uses it: its proof, and the key of hashes that stays when the secret is rotated.
import { AppError } from '../../../error/index.ts'
import {
  type DatabaseKind,
  type Db,
  holdFact,
  keepFact,
  readFact,
  SECRET_PROOF,
  type State,
} from '../../../state/index.ts'
import type { Secret } from './secret.ts'

/** The fact that holds the key of hashes, encrypted, once the secret was rotated. */
export const HASH_KEY = 'secret_hash_key'

/** The secret as a database uses it. Fails with `input` when the database was filled with another one. */
export async function openedSecret(state: State, secret: Secret): Promise<Secret> {
  const kept = await state.write((db) => keepFact(db, SECRET_PROOF, secret.proof))
  if (kept !== secret.proof) throw otherSecret(state)
  const sealed = await readFact(state.db, HASH_KEY)
  if (sealed === undefined) return secret
  return secret.hashingWith(Buffer.from(secret.unseal(sealed, HASH_KEY), 'base64url'))
}

function otherSecret({ where }: State): AppError {
  return new AppError(
    'input',
    `the secret is not the one that the state database \`${where}\` was filled with: restore the secret file that belongs to it; without it no key works`,
  )
}

/** Fails with `unavailable` in a process that still has the secret before a rotation; part of each transaction that stores what it encrypted. */
export async function refuseRotated(db: Db, kind: DatabaseKind, { proof }: Secret): Promise<void> {
  const kept = await holdFact(db, kind, SECRET_PROOF)
  if (kept === undefined || kept === proof) return
  throw new AppError(
    'unavailable',
    '503 Service Unavailable: the secret was rotated while this process ran; restart it with the new one',
  )
}
