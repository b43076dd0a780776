// Writes MMDB files according to the MaxMind DB file format specification, version 2.0: https://maxmind.github.io/MaxMind-DB/ IPv4
// addresses are the first 2^32 addresses of the IPv6 tree, as in the format.
import { Buffer } from 'node:buffer'
import type { PackEntry, PackRange } from './range.ts'

/** The metadata of a file. */
interface MmdbFacts {
  readonly type: string
  readonly description: string
  /** Seconds since 1970 UTC. */
  readonly built: number
}

/**
 * The first IPv6 address in the tree. Those below 2^32 are the positions of IPv4 addresses, and the reader for Python treats the
 * next one as one of them.
 */
const FIRST_IPV6 = 1n << 33n
const SEPARATOR = Buffer.alloc(16)
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** The bytes of a file; the ranges must be disjoint. */
export function mmdbOf(ranges: Iterable<PackRange>, { type, description, built }: MmdbFacts): Buffer {
  const tree = new Tree()
  const data = new Data()
  for (const { version, first, last, entry } of ranges) {
    const start = version === 6 && first < FIRST_IPV6 ? FIRST_IPV6 : first
    if (start > last) continue
    const offset = data.offsetOf(entry)
    for (const block of blocksOf(start, last)) tree.put(block.first, block.prefix, offset)
  }
  const section = data.bytes()
  const { bytes, recordSize } = tree.bytes(section.length)
  const metadata = encode({
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(built),
    database_type: type,
    description: { en: description },
    ip_version: uint16(6),
    languages: ['en'],
    node_count: uint32(tree.size),
    record_size: uint16(recordSize),
  })
  return Buffer.concat([bytes, SEPARATOR, section, MARKER, metadata])
}

interface Block {
  readonly first: bigint
  readonly prefix: number
}

/** A range as blocks of the tree, in ascending order. */
function* blocksOf(first: bigint, last: bigint): Generator<Block> {
  for (let at = first; at <= last; ) {
    let free = 0
    while (
      free < 128 &&
      (at & ((1n << BigInt(free + 1)) - 1n)) === 0n &&
      at + (1n << BigInt(free + 1)) - 1n <= last
    )
      free++
    yield { first: at, prefix: 128 - free }
    at += 1n << BigInt(free)
  }
}

/** Marks a tree record that points to data. */
const LEADS_TO_DATA = 0x8000_0000
const NOTHING = 0xffff_ffff

/** The search tree: two records per node, each pointing to another node, to data, or to nothing. */
class Tree {
  #records = new Uint32Array(2 * 1024).fill(NOTHING)
  #size = 1

  /** Number of nodes. */
  get size(): number {
    return this.#size
  }

  /** Assigns data to all addresses of a block. */
  put(first: bigint, prefix: number, offset: number): void {
    if (prefix === 0) throw new Error('a block of all addresses has no record')
    let node = 0
    for (let depth = 0; depth < prefix - 1; depth++) node = this.#child(node, bitAt(first, depth))
    this.#records[2 * node + bitAt(first, prefix - 1)] = LEADS_TO_DATA | offset
  }

  /** The tree with records wide enough for the nodes and `dataLength` bytes of data. */
  bytes(dataLength: number): { readonly bytes: Buffer; readonly recordSize: 24 | 32 } {
    const most = this.#size + SEPARATOR.length + dataLength
    if (most > 0xffff_ffff) throw new Error('the file would be longer than the format allows')
    const recordSize = most < 2 ** 24 ? 24 : 32
    const width = recordSize / 8
    const bytes = Buffer.alloc(this.#size * 2 * width)
    for (let index = 0; index < this.#size * 2; index++)
      bytes.writeUIntBE(this.#valueOf(this.#records[index] ?? NOTHING), index * width, width)
    return { bytes, recordSize }
  }

  #valueOf(record: number): number {
    if (record === NOTHING) return this.#size
    if (record < LEADS_TO_DATA) return record
    return this.#size + SEPARATOR.length + (record - LEADS_TO_DATA)
  }

  #child(node: number, bit: 0 | 1): number {
    const known = this.#records[2 * node + bit] ?? NOTHING
    if (known < LEADS_TO_DATA) return known
    if (known !== NOTHING) throw new Error('ranges overlap')
    if (2 * this.#size === this.#records.length) this.#grow()
    this.#records[2 * node + bit] = this.#size
    return this.#size++
  }

  #grow(): void {
    const wider = new Uint32Array(this.#records.length * 2).fill(NOTHING)
    wider.set(this.#records)
    this.#records = wider
  }
}

function bitAt(value: bigint, depth: number): 0 | 1 {
  return ((value >> BigInt(127 - depth)) & 1n) === 1n ? 1 : 0
}

/** The data section; each entry is stored once. */
class Data {
  readonly #offsets = new Map<PackEntry, number>()
  readonly #parts: Buffer[] = []
  #length = 0

  offsetOf(entry: PackEntry): number {
    const known = this.#offsets.get(entry)
    if (known !== undefined) return known
    const { tags, confidence, sources, date } = entry
    const numbers = Object.fromEntries(Object.entries(confidence).map(([tag, of]) => [tag, uint16(of)]))
    const part = encode({ tags, confidence: numbers, sources, date })
    const offset = this.#length
    this.#offsets.set(entry, offset)
    this.#parts.push(part)
    this.#length += part.length
    return offset
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

interface Integer {
  readonly integer: bigint
  readonly kind: number
}
type Value = string | Integer | readonly Value[] | { readonly [name: string]: Value }

const uint16 = (value: number): Integer => ({ integer: BigInt(value), kind: 5 })
const uint32 = (value: number): Integer => ({ integer: BigInt(value), kind: 6 })
const uint64 = (value: number): Integer => ({ integer: BigInt(value), kind: 9 })

const TEXT = 2
const MAP = 7
const LIST = 11

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([control(TEXT, text.length), text])
  }
  if (isInteger(value)) return encodeInteger(value)
  if (isList(value)) return Buffer.concat([control(LIST, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(MAP, entries.length),
    ...entries.flatMap(([name, of]) => [encode(name), encode(of)]),
  ])
}

function isList(value: Exclude<Value, string | Integer>): value is readonly Value[] {
  return Array.isArray(value)
}

function isInteger(value: Exclude<Value, string>): value is Integer {
  return 'integer' in value && typeof value.integer === 'bigint'
}

/** Big-endian without leading zero bytes; zero has none. */
function encodeInteger({ integer, kind }: Integer): Buffer {
  const digits = integer === 0n ? '' : integer.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([control(kind, bytes.length), bytes])
}

/** Kind and size; kinds above 7 take a second byte, sizes from 29 one to three more. */
function control(kind: number, size: number): Buffer {
  const head = (short: number): number[] => (kind <= 7 ? [(kind << 5) | short] : [short, kind - 7])
  if (size < 29) return Buffer.from(head(size))
  if (size < 285) return Buffer.from([...head(29), size - 29])
  if (size < 65_821) return Buffer.from([...head(30), (size - 285) >> 8, (size - 285) & 0xff])
  const rest = size - 65_821
  return Buffer.from([...head(31), (rest >> 16) & 0xff, (rest >> 8) & 0xff, rest & 0xff])
}
