// Random texts that prove something to us: API keys and one-time tokens.
import { createHash, randomBytes } from 'node:crypto'

const KEY = /^[0-9a-f]{32}$/
const TOKEN = /^[A-Za-z0-9_-]{43}(\.operator)?$/
/** How tokens and stored hashes of the operator's sessions end. */
export const OPERATOR = '.operator'

/** A new API key: 32 lower-case hexadecimal characters. */
export function createKey(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text could be an API key at all. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** A new token of 256 random bits for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A new token for a session of the operator; its stored hash shows whose it is. */
export function createOperatorToken(): string {
  return createToken() + OPERATOR
}

/** Whether a text could be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** What the database keeps instead of a token. */
export function hashToken(token: string): string {
  const hash = createHash('sha256').update(token).digest('hex')
  return token.endsWith(OPERATOR) ? hash + OPERATOR : hash
}
