// Builds the smallest MMDB files (MaxMind DB format 2.0): one answer for every address.

type Value = string | number | bigint | readonly Value[] | { readonly [key: string]: Value }

/** The bytes of a file that answers `record` for every address of the family. */
export function mmdbOf(record: Value, ipVersion: 4 | 6): Buffer {
  const metadata = {
    binary_format_major_version: 2n,
    binary_format_minor_version: 0n,
    build_epoch: 1_780_000_000n,
    database_type: 'Test',
    description: { en: 'test' },
    ip_version: BigInt(ipVersion),
    languages: ['en'],
    node_count: 1n,
    record_size: 24n,
  }
  // The one node's two records point past itself and the 16 zero bytes, to the start of the data.
  const tree = Buffer.from([0, 0, 17, 0, 0, 17])
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, encode(metadata)])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(2, text.length), text])
  }
  if (typeof value === 'number') {
    const double = Buffer.alloc(8)
    double.writeDoubleBE(value)
    return Buffer.concat([control(3, 8), double])
  }
  if (typeof value === 'bigint') {
    const word = Buffer.alloc(4)
    word.writeUInt32BE(Number(value))
    return Buffer.concat([control(6, 4), word])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  const parts = entries.flatMap(([key, entry]) => [encode(key), encode(entry)])
  return Buffer.concat([control(7, entries.length), ...parts])
}

/** Type and size; types above 7 take a second byte, sizes from 29 to 284 one more. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29)
  const head = type <= 7 ? [(type << 5) | short] : [short, type - 7]
  return Buffer.from(size < 29 ? head : [...head, size - 29])
}
