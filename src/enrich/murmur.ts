// MurmurHash3 x86 32-bit with seed 0 (Austin Appleby, public domain), over bytes and over texts as UTF-8.

const C1 = 0xcc9e2d51
const C2 = 0x1b873593

function mixBlock(block: number): number {
  const product = Math.imul(block, C1)
  return Math.imul((product << 15) | (product >>> 17), C2)
}

function finish(hash: number, length: number): number {
  let h = hash ^ length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The hash of the first `length` bytes (all by default) as a signed 32-bit number. */
export function murmur32(bytes: Uint8Array, length = bytes.length): number {
  const tail = length & ~3
  let hash = 0
  for (let at = 0; at < tail; at += 4) {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
    const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8)
    const mixed = hash ^ mixBlock(low | (high << 16))
    hash = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = length - 1; at >= tail; at--) rest = (rest << 8) | (bytes[at] ?? 0)
  return finish(length > tail ? hash ^ mixBlock(rest) : hash, length)
}

/**
 * The hash that favicon searches use: MurmurHash3 of the base64 text with a newline after every 76 characters and at
 * the end, as a signed decimal.
 */
export function iconHash(icon: Uint8Array): string {
  const base64 = Buffer.from(icon.buffer, icon.byteOffset, icon.byteLength).toString('base64')
  const lines = base64.replace(/.{1,76}/g, '$&\n')
  return String(murmur32(Buffer.from(lines, 'latin1')))
}
