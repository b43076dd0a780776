// Random credentials: API keys and one-time tokens.
import { createHash, randomBytes } from 'node:crypto'

const KEY = /^[0-9a-f]{32}$/
const TOKEN = /^[A-Za-z0-9_-]{43}(\.operator)?$/
/** The suffix of tokens and stored hashes of the operator's sessions. */
export const OPERATOR = '.operator'

/** A new API key: 32 lower-case hexadecimal characters. */
export function createKey(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text has the form of an API key. */
export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** A new token of 256 random bits for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Creates a token for a session of the operator; its stored hash identifies it as such. */
export function createOperatorToken(): string {
  return createToken() + OPERATOR
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The hash that the database stores instead of a token. */
export function hashToken(token: string): string {
  const hash = createHash('sha256').update(token).digest('hex')
  return token.endsWith(OPERATOR) ? hash + OPERATOR : hash
}
