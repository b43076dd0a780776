// gzip (RFC 1952) of any number of members. Node's own gunzip loses the last 64 KiB when a member is followed by anything that is
// no member, and real files end in padding and junk; so members are taken apart here and only the deflate data is left to it.
import { crc32, createInflateRaw } from 'node:zlib'
import { type ByteQueue, through } from './stream.ts'

const HEADER_CHECK = 2
const EXTRA = 4
const NAME = 8
const COMMENT = 16

/** Decompresses all members; bytes behind the last one are ignored. Fails with a plain `Error` where data is corrupt or cut. */
export async function* gunzip(queue: ByteQueue): AsyncGenerator<Uint8Array> {
  for (let first = true; ; first = false) {
    const magic = await queue.look(3)
    if (magic[0] !== 0x1f || magic[1] !== 0x8b || magic[2] !== 8) {
      if (first) throw new Error('gzip: no member begins here')
      return
    }
    await skipHeader(queue)
    yield* member(queue)
  }
}

async function* member(queue: ByteQueue): AsyncGenerator<Uint8Array> {
  let check = 0
  try {
    for await (const piece of through(queue, createInflateRaw({ chunkSize: 65536 }))) {
      check = crc32(piece, check)
      yield piece
    }
  } catch (error) {
    throw new Error(describe(error), { cause: error })
  }
  const trailer = Buffer.from(await queue.take(8))
  if (trailer.length < 8) throw new Error('gzip: the input is cut')
  if (trailer.readUInt32LE(0) !== check) throw new Error('gzip: wrong checksum, the data is corrupt')
}

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return 'gzip: the input is cut'
  return code === 'Z_DATA_ERROR' ? 'gzip: the data is corrupt' : String(error)
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
