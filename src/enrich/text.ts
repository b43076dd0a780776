// Texts as the store needs them: valid UTF-8, with a hash, and bodies of limited length.
import { murmur32 } from './murmur.ts'

/** A text that can be encoded as UTF-8: lone surrogates become U+FFFD, nothing else changes. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** A banner with its unprintable characters (controls other than tab and line ends) as `\xNN`. Idempotent. */
export function printable(banner: string): string {
  return banner.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** A body cut to the limit, with the length in bytes and the hash of the whole body. */
interface MeasuredBody {
  readonly body: string
  readonly length: number
  readonly hash: string
}

/** Hashes texts as UTF-8 through one reused buffer. */
export class TextHasher {
  readonly #encoder = new TextEncoder()
  #scratch = Buffer.allocUnsafeSlow(1 << 16)

  /** MurmurHash3 of the text's UTF-8 as a signed decimal; `''` for no text. */
  hash(text: string): string {
    if (text === '') return ''
    const bytes = this.#encode(text)
    return String(murmur32(bytes))
  }

  /** Hashes the whole body and cuts it to at most `limit` bytes at a character boundary. */
  measure(body: string, limit: number): MeasuredBody {
    if (body === '') return { body, length: 0, hash: '' }
    const bytes = this.#encode(body)
    const hash = String(murmur32(bytes))
    const { length } = bytes
    return { body: length <= limit ? body : bytes.toString('utf8', 0, boundary(bytes, limit)), length, hash }
  }

  #encode(text: string): Buffer {
    // Three bytes are enough for any UTF-16 code unit. A rare huge text gets a separate buffer, which is not kept.
    const room = text.length * 3
    if (room > 1 << 22) return Buffer.from(text, 'utf8')
    if (room > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(room)))
    const { written } = this.#encoder.encodeInto(text, this.#scratch)
    return this.#scratch.subarray(0, written)
  }
}

function boundary(bytes: Uint8Array, limit: number): number {
  let end = limit
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return end
}
