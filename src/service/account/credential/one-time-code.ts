// One-time codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds, which every app supports), and recovery codes.
import { createHmac, randomBytes } from 'node:crypto'
import { isSame } from './secret.ts'

const SECRET_BYTES = 20
const PERIOD_MS = 30_000
const DIGITS = 6
/** Steps by which the clock of a phone may differ. */
const WINDOW = 1
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Creates a secret in base 32, as apps expect it. */
export function createOneTimeSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES))
}

/** The URI that apps read from a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function oneTimeAddress(secret: string, email: string): string {
  return `otpauth://totp/Periplus:${encodeURIComponent(email)}?secret=${secret}&issuer=Periplus`
}

/** The step of a code, now or one step away; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / PERIOD_MS)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => current - WINDOW + index)
  return steps.find((step) => isSame(codeOf(secret, step), code))
}

/** The code of a step of 30 seconds since 1970 UTC; RFC 4226 §5.3. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** RFC 4648 §6, without padding: 20 bytes need none. */
function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** Creates recovery codes of 80 random bits, such as `01234-56789-abcde-f0123`. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(RECOVERY_BYTES)
      .toString('hex')
      .replace(/^(.{5})(.{5})(.{5})(.{5})$/, '$1-$2-$3-$4'),
  )
}

/** A recovery code in the form that is hashed: dashes are optional and case does not matter. Undefined for anything else. */
export function foldRecoveryCode(text: string): string | undefined {
  const folded = text.toLowerCase().replaceAll(/[\s-]/g, '')
  return /^[0-9a-f]{20}$/.test(folded) ? folded : undefined
}
