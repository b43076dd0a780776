// Decodes the content coding of a body (gzip, deflate, br, zstd), up to a limit.
import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** A decoded body. */
export interface Decoded {
  /** Its beginning, at most as long as the limit. */
  readonly bytes: Buffer
  /** Length of the whole in bytes; a lower bound where decoding was given up. */
  readonly length: number
}

/** How far beyond the limit a decoded body is counted before it is given up as a bomb. */
const COUNT_FACTOR = 32

const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH }

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function isZlib(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0
}

/** The decoder of a content coding for these bytes; undefined when the coding is not one of ours or plainly not theirs. */
function decoderOf(coding: string, bytes: Buffer): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(bytes) ? createGunzip(ZLIB) : undefined
    case 'deflate':
      // Servers send it with and without the zlib wrapping (RFC 9110 §8.4.1.2).
      return isZlib(bytes) ? createInflate(ZLIB) : createInflateRaw(ZLIB)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfd2fb528
        ? createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })
        : undefined
    default:
      return undefined
  }
}

interface Run extends Decoded {
  readonly failed: boolean
}

function run(decoder: Transform, bytes: Buffer, limit: number): Promise<Run> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = (failed: boolean): void => {
      decoder.destroy()
      resolve({ bytes: Buffer.concat(parts), length, failed })
    }
    decoder.on('data', (part: Buffer) => {
      if (length < limit) parts.push(part.subarray(0, limit - length))
      length += part.length
      if (length > limit * COUNT_FACTOR) finish(false)
    })
    decoder.once('end', () => finish(false))
    decoder.once('error', () => finish(true))
    decoder.end(bytes)
  })
}

/** Whether bytes look like text, so that a failing decoder proves the body was never coded. */
function looksPlain(bytes: Buffer): boolean {
  return !/[\x00-\x08\x0e-\x1f]/.test(bytes.toString('latin1', 0, 512))
}

async function decodeOne(coding: string, body: Decoded, limit: number): Promise<Decoded> {
  const decoder = decoderOf(coding, body.bytes)
  if (decoder === undefined) return body
  const result = await run(decoder, body.bytes, limit)
  const useless = result.length === 0 && body.length > 0
  return useless || (result.failed && looksPlain(body.bytes)) ? body : result
}

/**
 * Decodes a body by its content codings, in the order the header lists them. A coding that the bytes do not have (recorders
 * often store the decoded body beside the original header) leaves them as they are; broken and cut bodies give their
 * beginning; what is decoded beyond `limit` bytes is counted and not kept.
 */
export async function decodeContent(
  bytes: Buffer,
  codings: readonly string[],
  limit: number,
): Promise<Decoded> {
  let body: Decoded = { bytes, length: bytes.length }
  for (const coding of codings.toReversed().slice(0, 4)) body = await decodeOne(coding, body, limit)
  return { bytes: body.bytes.subarray(0, limit), length: body.length }
}
