// Uploaded address files (multipart/form-data): read as they arrive, and checked in the order of docs/tagging.md: the file, then its lines.
import type { FastifyRequest } from 'fastify'
import { AppError, isAppError } from '../../error/index.ts'
import { AddressFile, type AddressLine, notText } from '../../service/tag/index.ts'
import { TimeSlices } from '../../util/index.ts'

/** The most parts of an upload; one of them is used. */
const MOST_PARTS = 100

/**
 * The lines of the one part named `file`. Fails with `txt`, `lines`, `params` (no line) in this order, and with `upload` when more
 * than `limit` bytes arrive before one of these is certain.
 */
export async function readAddressFile(
  request: FastifyRequest,
  limit: number,
): Promise<readonly AddressLine[]> {
  try {
    const file = await readParts(request, limit)
    if (file === undefined) throw notText()
    return file.finish()
  } catch (error) {
    // The rest is discarded, so that the caller can finish sending and read the response.
    request.raw.unpipe()
    request.raw.resume()
    if (isAppError(error)) throw error
    throw isEnvelope(error) ? notText() : error
  }
}

async function readParts(request: FastifyRequest, limit: number): Promise<AddressFile | undefined> {
  if (!request.isMultipart()) throw notText()
  const meter = createMeter(limit)
  const limits = { fileSize: limit + 1, fieldSize: limit + 1, fields: MOST_PARTS, files: MOST_PARTS }
  let file: AddressFile | undefined
  for await (const part of request.parts({ limits: { ...limits, parts: MOST_PARTS } })) {
    if (part.fieldname !== 'file') {
      if (part.type === 'file') await readAll(part.file, (bytes) => meter(bytes, file))
      continue
    }
    if (part.type !== 'file' || file !== undefined || !/\.txt$/i.test(part.filename)) throw notText()
    const current = new AddressFile()
    file = current
    await readAll(part.file, (bytes) => {
      current.take(bytes)
      meter(bytes, current)
    })
  }
  return file
}

/** Takes the pieces of a part in time slices: those that have arrived already follow each other without a pause. */
export async function readAll(
  stream: AsyncIterable<Uint8Array>,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const slices = new TimeSlices()
  for await (const bytes of stream) {
    take(bytes)
    if (slices.isOver) await slices.next()
  }
}

type Meter = (bytes: Uint8Array, file: AddressFile | undefined) => void

/** Counts bytes; too many lines are reported before the size. */
function createMeter(limit: number): Meter {
  let length = 0
  return (bytes, file) => {
    length += bytes.length
    if (length <= limit) return
    if (file?.tooMany === true) file.finish()
    throw new AppError('upload', `413 Payload Too Large: an upload may hold ${limit} bytes`)
  }
}

/** Whether the multipart envelope is broken, has a boundary that is too long (a needle, for the parser), or contains too many parts. */
function isEnvelope(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    code.startsWith('FST_') || /multipart|boundary|part terminated|form|header|needle/i.test(error.message)
  )
}
