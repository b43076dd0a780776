// gzip (RFC 1952) of any number of members. Node's own gunzip loses the last 64 KiB when a member is followed by anything that is
// no member, and real files end in padding and junk; so members are taken apart here and only the deflate data is left to it.
import { crc32, createInflateRaw } from 'node:zlib'
import { type ByteQueue, through } from './stream.ts'

const HEADER_CHECK = 2
const EXTRA = 4
const NAME = 8
const COMMENT = 16

/** Corrupt members after which a file is given up. */
const MOST_CORRUPT = 100
const LINE_END = Uint8Array.of(10)

/**
 * Decompresses all members; bytes behind the last one are ignored. Web archives hold one member per record, so a corrupt one is
 * left for the next, with a line end in its place. Fails with a plain `Error` where data was corrupt or cut, after all that
 * could be read.
 */
export async function* gunzip(queue: ByteQueue): AsyncGenerator<Uint8Array> {
  if (!(await beginsMember(queue))) throw new Error('gzip: no member begins here')
  const troubles: Error[] = []
  let members = 0
  do {
    try {
      members++
      await skipHeader(queue)
      yield* member(queue)
    } catch (error) {
      if (!(error instanceof Corrupt)) throw error
      troubles.push(error)
      if (troubles.length >= MOST_CORRUPT || !(await passToMember(queue))) break
      yield LINE_END
    }
  } while (await beginsMember(queue))
  const [first] = troubles
  if (first === undefined) return
  throw members === 1
    ? first
    : new Error(`gzip: corrupt members left out: ${troubles.length}`, { cause: first })
}

/** Data that is wrong within one member; the next may be whole. */
class Corrupt extends Error {}

async function beginsMember(queue: ByteQueue): Promise<boolean> {
  const magic = await queue.look(3)
  return magic[0] === 0x1f && magic[1] === 0x8b && magic[2] === 8
}

const MEMBER = Buffer.from([0x1f, 0x8b, 8])
const RESERVED_FLAGS = 0xe0

/** Passes everything before the next bytes that look like the beginning of a member; whether there are any. */
async function passToMember(queue: ByteQueue): Promise<boolean> {
  for (;;) {
    const ahead = Buffer.from(await queue.look(65536))
    const found = memberWithin(ahead)
    if (found !== undefined) {
      await queue.take(found)
      return true
    }
    if (ahead.length < 4) return false
    await queue.take(ahead.length - 3)
  }
}

function memberWithin(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(MEMBER); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(MEMBER, at + 1))
    if (((bytes[at + 3] ?? 0xff) & RESERVED_FLAGS) === 0) return at
  return undefined
}

async function* member(queue: ByteQueue): AsyncGenerator<Uint8Array> {
  let check = 0
  try {
    for await (const piece of through(queue, createInflateRaw({ chunkSize: 65536 }))) {
      check = crc32(piece, check)
      yield piece
    }
  } catch (error) {
    throw failureOf(error)
  }
  const trailer = Buffer.from(await queue.take(8))
  if (trailer.length < 8) throw new Error('gzip: the input is cut')
  if (trailer.readUInt32LE(0) !== check) throw new Corrupt('gzip: wrong checksum, the data is corrupt')
}

function failureOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return new Error('gzip: the input is cut', { cause: error })
  return code === 'Z_DATA_ERROR' ? new Corrupt('gzip: the data is corrupt', { cause: error }) : error
}

async function skipHeader(queue: ByteQueue): Promise<void> {
  const header = await queue.take(10)
  const flags = header[3] ?? 0
  if (flags & EXTRA) {
    const [low = 0, high = 0] = await queue.take(2)
    await queue.take(low + high * 256)
  }
  if (flags & NAME) await skipText(queue)
  if (flags & COMMENT) await skipText(queue)
  if (flags & HEADER_CHECK) await queue.take(2)
}

async function skipText(queue: ByteQueue): Promise<void> {
  for (let chunk = await queue.next(); chunk !== undefined; chunk = await queue.next()) {
    const end = chunk.indexOf(0)
    if (end < 0) continue
    queue.unread(chunk.subarray(end + 1))
    return
  }
}
