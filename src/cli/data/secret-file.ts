// The secret file during a rotation: the next secret is written beside it under the name of its proof, the database changes to it in one
// transaction, then the next file takes the place of the old one. Whichever secret the database names has its file at every moment.
import { existsSync } from 'node:fs'
import { publishFile } from '../../disk/index.ts'
import { openSecretFile, resignHeadFile } from '../../service/account/index.ts'
import { readFact, SECRET_PROOF, type State } from '../../state/index.ts'
import type { DataFiles } from './data-directory.ts'

/** The file of a next secret. */
export function nextSecretFile(secret: string, proof: string): string {
  return `${secret}.next-${proof.slice(0, 16)}`
}

/** Puts the secret that the database was changed to in the place of the old one, after a rotation that may have been interrupted here. */
export async function finishRotation(
  { secret, auditHead }: Pick<DataFiles, 'secret' | 'auditHead'>,
  state: State,
): Promise<void> {
  const proof = await readFact(state.db, SECRET_PROOF)
  if (proof === undefined) return
  const next = nextSecretFile(secret, proof)
  if (!existsSync(next)) return
  if (existsSync(secret)) resignHeadFile(auditHead, openSecretFile(secret), openSecretFile(next))
  await publishFile(next, secret).catch((error: unknown) => {
    // Another process has just done the same.
    if (existsSync(next)) throw error
  })
}
