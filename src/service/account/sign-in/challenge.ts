// Challenges that an authenticator signs: signed and dated by the server, so that none is stored before it is used.
import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from '../credential/secret.ts'
import type { AccountContext } from '../context.ts'

const LIFETIME_MS = 5 * 60_000
const NONCE_BYTES = 16
const TIME_BYTES = 6
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES

/** A new challenge for one purpose: random bytes, the time of its end, and a signature. */
export function createChallenge(
  { secret, now }: Pick<AccountContext, 'secret' | 'now'>,
  purpose: string,
): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  randomBytes(NONCE_BYTES).copy(head)
  head.writeUIntBE(now() + LIFETIME_MS, NONCE_BYTES, TIME_BYTES)
  return Buffer.concat([head, signature(secret, purpose, head)])
}

/** When a challenge of this purpose ends, milliseconds UTC; undefined when it is not one of ours or has ended. */
export function challengeEnd(
  { secret, now }: Pick<AccountContext, 'secret' | 'now'>,
  purpose: string,
  challenge: string,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  const isOurs =
    head.length === HEAD_BYTES &&
    isSame(
      signature(secret, purpose, head).toString('base64url'),
      bytes.subarray(HEAD_BYTES).toString('base64url'),
    )
  if (!isOurs) return undefined
  const end = head.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return end > now() ? end : undefined
}

function signature(secret: AccountContext['secret'], purpose: string, head: Buffer): Buffer {
  return createHmac('sha256', secret.derive('challenge')).update(head).update(purpose).digest()
}
