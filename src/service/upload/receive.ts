// Writes a stream of bytes to a durable file, limited and counted; an incomplete file is removed.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../error/index.ts'
import { isDiskFull } from '../../job/index.ts'

/** A file that arrived completely. */
export interface Received {
  readonly bytes: number
  /** SHA-256, hexadecimal. */
  readonly hash: string
}

/** Space on the disk that is left for everything else, in bytes. */
const RESERVE = 64 * 1024 * 1024

/** Bytes that an upload may still use on the disk of a directory. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return Math.max(0, bavail * bsize - RESERVE)
}

/**
 * Writes a stream to a new file and syncs it. Fails with `upload` beyond `limit` bytes and with `unavailable` when the disk is
 * full; then the file is removed.
 */
export async function receiveFile(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<Received> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(counted(), { objectMode: false }), file, { signal })
  } catch (error) {
    await rm(path, { force: true })
    throw isDiskFull(error) ? noRoom(error) : error
  }
  return { bytes, hash: hash.digest('hex') }
}

/** Removes an uploaded file with its folder. */
export async function removeFolder(directory: string, folder: string): Promise<void> {
  await rm(join(directory, folder), { recursive: true, force: true })
}

/** The error for a file that is too large. */
export function tooLarge(limit: number): AppError {
  return new AppError(
    'upload',
    `413 Payload Too Large: a file of up to ${limit} bytes is taken (import.uploadLimit); compress or divide it`,
  )
}

/** The error for a file that does not fit. */
export function noRoom(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the disk of the server has no room for this file; free some, then send it again',
    { cause },
  )
}
