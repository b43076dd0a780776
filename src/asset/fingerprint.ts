// A short hash to distinguish two values. An attacker gains nothing from a collision.

const MIX_LOW = 0x9e3779b1
const MIX_HIGH = 0x85ebca77

/** A hash of 53 bits of a text, in base 36. */
export function fingerprint(text: string): string {
  let low = 0x12345678 ^ text.length
  let high = 0x6a09e667
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, MIX_LOW)
    high = (Math.imul(high ^ unit, MIX_HIGH) + (low >>> 15)) | 0
  }
  low = Math.imul(low ^ (low >>> 16), MIX_HIGH) ^ (high >>> 13)
  high = Math.imul(high ^ (high >>> 15), MIX_LOW) ^ (low >>> 16)
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)).toString(36)
}
