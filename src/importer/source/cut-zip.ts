// The entries of a zip file whose directory is missing, as a broken download leaves it: found by the header before each of them
// (APPNOTE 6.3, 4.3.7). What is before the cut is read, the entry in which it falls up to the cut.
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import type { ContainerEntry } from './container.ts'

const HEADER_SIZE = 30
const HEADER_SIGNATURE = 0x04034b50
const DESCRIPTOR_SIGNATURE = 0x08074b50
const DEFLATED = 8
/** Sizes of 32 bits that are elsewhere. */
const ELSEWHERE = 0xffff_ffff

interface LocalHeader {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  /** Compressed bytes; undefined where they follow the data. */
  readonly size: number | undefined
  readonly modified: number | undefined
  /** Where the data starts. */
  readonly start: number
}

/** The files of a zip file in the order of their bytes; fails at the end, because its directory is missing. */
export async function* cutZipEntries(path: string): AsyncGenerator<ContainerEntry> {
  const file = await open(path)
  try {
    let at = 0
    for (;;) {
      const header = await readHeader(file, at)
      if (header === undefined) break
      const data = new EntryData(file, header)
      const { name, modified, size } = header
      if (!name.endsWith('/'))
        yield { name, modified, bytes: () => data.bytes(), compressed: size, size: undefined }
      at = await behind(file, header, await data.end())
    }
  } finally {
    await file.close()
  }
  throw new Error('zip: its directory at the end is missing or damaged')
}

async function readHeader(file: FileHandle, at: number): Promise<LocalHeader | undefined> {
  const fixed = await bytesAt(file, at, HEADER_SIZE)
  if (fixed.length < HEADER_SIZE || fixed.readUInt32LE(0) !== HEADER_SIGNATURE) return undefined
  const [flags, size] = [fixed.readUInt16LE(6), fixed.readUInt32LE(18)]
  const [nameLength, extraLength] = [fixed.readUInt16LE(26), fixed.readUInt16LE(28)]
  const name = await bytesAt(file, at + HEADER_SIZE, nameLength)
  return {
    name: name.toString('utf8'),
    method: fixed.readUInt16LE(8),
    encrypted: (flags & 1) !== 0,
    size: (flags & 8) !== 0 || size === ELSEWHERE ? undefined : size,
    modified: timeOf(fixed.readUInt16LE(12), fixed.readUInt16LE(10)),
    start: at + HEADER_SIZE + nameLength + extraLength,
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Date and time of MS-DOS; undefined where they name none. */
function timeOf(date: number, time: number): number | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31]
  if (month === 0 || day === 0) return undefined
  return Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2)
}

/** The data of one entry, which may be read or not. */
class EntryData {
  readonly #file: FileHandle
  readonly #header: LocalHeader
  #end: number | undefined

  constructor(file: FileHandle, header: LocalHeader) {
    this.#file = file
    this.#header = header
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    const { method, encrypted, size } = this.#header
    if (encrypted) throw new Error('it is encrypted; unpack it first')
    if (method === DEFLATED) yield* this.#inflated()
    else if (method === 0 && size !== undefined) yield* this.#stored(size)
    else throw new Error(`it is packed by method ${method}, which is not supported; unpack it first`)
  }

  /** Where the data ends; reads what was not read. */
  async end(): Promise<number> {
    const { size, start } = this.#header
    if (size !== undefined) return start + size
    if (this.#end === undefined) for await (const _ of this.bytes());
    return this.#end ?? start
  }

  async *#stored(size: number): AsyncGenerator<Uint8Array> {
    let left = size
    for await (const chunk of this.#raw(size)) {
      left -= chunk.length
      yield chunk
    }
    if (left > 0) throw new Error('zip: the input is cut')
  }

  async *#inflated(): AsyncGenerator<Uint8Array> {
    const { start, size } = this.#header
    const inflate = createInflateRaw()
    const input = this.#raw(size)
    const feed = feedTo(inflate, input)
    try {
      for await (const chunk of inflate) yield chunk as Uint8Array
    } catch (error) {
      throw isCut(error) ? new Error('zip: the input is cut', { cause: error }) : error
    } finally {
      inflate.destroy()
      await feed
      this.#end = start + inflate.bytesWritten
    }
  }

  async *#raw(size: number | undefined): AsyncGenerator<Buffer> {
    const { start } = this.#header
    const end = size === undefined ? Number.MAX_SAFE_INTEGER : start + size
    for (let at = start; at < end; ) {
      const chunk = await bytesAt(this.#file, at, Math.min(64 * 1024, end - at))
      if (chunk.length === 0) return
      yield chunk
      at += chunk.length
    }
  }
}

/** Writes until the stream has seen the end of its data. */
async function feedTo(
  inflate: ReturnType<typeof createInflateRaw>,
  input: AsyncIterable<Buffer>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => inflate.once('close', resolve))
  for await (const chunk of input) {
    const written = new Promise<void>((resolve) => inflate.write(chunk, () => resolve()))
    await Promise.race([written, closed])
    if (inflate.readableEnded || inflate.destroyed) return
  }
  inflate.end()
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
}

/** Behind the data of an entry and the sizes that may follow it. */
async function behind(file: FileHandle, { size }: LocalHeader, end: number): Promise<number> {
  if (size !== undefined) return end
  const descriptor = await bytesAt(file, end, 4)
  for (const length of [16, 24, 12, 20])
    if ((await bytesAt(file, end + length, 4)).equals(HEADER_START)) return end + length
  return descriptor.length >= 4 && descriptor.readUInt32LE(0) === DESCRIPTOR_SIGNATURE ? end + 16 : end
}

const HEADER_START = Buffer.from('PK\x03\x04', 'latin1')
