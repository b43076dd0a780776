// Recognises formats by their first bytes; names and extensions are never used.

/** Wrappings of bytes that are not records themselves. */
export type Wrapping =
  | 'gzip'
  | 'zstd'
  | 'bzip2'
  | 'zip'
  | 'tar'
  | 'utf-16le'
  | 'utf-16be'
  | 'lz4'
  | 'xz'
  | '7z'
  | 'rar'

const SIGNATURES: readonly (readonly [Wrapping, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 8]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['lz4', [0x04, 0x22, 0x4d, 0x18]],
  ['lz4', [0x02, 0x21, 0x4c, 0x18]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** How many bytes `wrappingOf` needs. */
export const MAGIC_SIZE = 512

/** How the bytes are wrapped; undefined when they are plain. */
export function wrappingOf(bytes: Uint8Array): Wrapping | undefined {
  for (const [wrapping, signature] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[at] === byte) && confirmed(wrapping, bytes)) return wrapping
  }
  // A zstd stream may begin with a skippable frame.
  if ((bytes[0] ?? 0) >> 4 === 5 && bytes[1] === 0x2a && bytes[2] === 0x4d && bytes[3] === 0x18) return 'zstd'
  return isTar(bytes) ? 'tar' : unmarkedUtf16(bytes)
}

/** Enough to be sure, and the maximum that is read. */
const FEWEST_UNITS = 8
const MOST_UNITS = 128

/** Text of ASCII characters in two bytes each, without a byte-order mark. */
function unmarkedUtf16(bytes: Uint8Array): Wrapping | undefined {
  const units = Math.min(bytes.length >> 1, MOST_UNITS)
  if (units < FEWEST_UNITS) return undefined
  const every = (offset: 0 | 1): boolean => {
    for (let unit = 0; unit < units; unit++)
      if (!isText(bytes[unit * 2 + offset] ?? 0) || bytes[unit * 2 + 1 - offset] !== 0) return false
    return true
  }
  if (every(0)) return 'utf-16le'
  return every(1) ? 'utf-16be' : undefined
}

/** Begins a colour. */
const ESCAPE = 27

function isText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13 || byte === ESCAPE
}

/** A text could start with `BZh`; in a bzip2 stream its level and the magic number of a block or of the end follow. */
function confirmed(wrapping: Wrapping, bytes: Uint8Array): boolean {
  if (wrapping !== 'bzip2' || bytes.length < 10) return true
  return (bytes[4] === 0x31 && bytes[5] === 0x41) || (bytes[4] === 0x17 && bytes[5] === 0x72)
}

/** Whether the bytes start with a tar header, recognised by its checksum, which is correct in every generation of the format. */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < 512 || bytes[0] === 0) return false
  const field = Array.from(bytes.subarray(148, 156), (byte) => String.fromCharCode(byte)).join('')
  const stated = /^ *([0-7]+)[\0 ]/.exec(field)?.[1]
  if (stated === undefined) return false
  let sum = 8 * 32
  for (let at = 0; at < 512; at++) if (at < 148 || at >= 156) sum += bytes[at] ?? 0
  return sum === Number.parseInt(stated, 8)
}
