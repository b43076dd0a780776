// Signed texts, and comparisons that take the same time wherever two texts differ.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'

/** The signature of a text for one purpose. */
export function sign(secret: Secret, purpose: string, text: string): string {
  return createHmac('sha256', secret.derive(purpose)).update(text).digest('base64url')
}

/** Whether two texts are the same; takes no hint from where they differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
