// How answers are compressed.
import { constants } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

/** Answers, unless their route says otherwise. */
export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: 1024,
  encodings: ['br', 'gzip'],
  requestEncodings: ['identity'],
}

/**
 * Rows of searches: an account may ask for 256 MiB of them again and again, and compresses them in threads of the server. The lowest
 * effort takes a tenth of the time.
 */
export const QUICK_COMPRESSION: FastifyCompressOptions = {
  ...COMPRESSION,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
}
