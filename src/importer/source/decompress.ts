// Undoing compression and foreign encodings of text, as streams.
import { Buffer } from 'node:buffer'
import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import { asUtf8 } from '../../util/index.ts'
import { bunzip2 } from './bzip2.ts'
import { gunzip } from './gunzip.ts'
import { type Wrapping, wrappingOf } from './magic.ts'
import { ByteQueue, type Bytes, through } from './stream.ts'

/** Wrappings with one thing inside, which a stream can undo. */
export type Undoable = Extract<Wrapping, 'gzip' | 'zstd' | 'bzip2' | 'utf-16le' | 'utf-16be'>

/** Files written with `zstd --long=31` need windows of this many bits; the memory is taken only by those. */
const LONGEST_WINDOW = 31

/** The stream inside; fails with the error of the format where it is corrupt or cut, after all that came before. */
export function undo(wrapping: Undoable, source: Bytes): AsyncGenerator<Uint8Array> {
  switch (wrapping) {
    case 'gzip':
      return gunzip(new ByteQueue(source))
    case 'zstd':
      return unzstd(source)
    case 'bzip2':
      return bunzip2(source)
    case 'utf-16le':
    case 'utf-16be':
      return asUtf8(source, () => wrapping)
  }
}

/**
 * Frames behind each other, as several processors or `cat` write them, or web archives one for each record; bytes behind the last
 * one are ignored. Archives may begin with the dictionary of their frames.
 */
async function* unzstd(source: Bytes): AsyncGenerator<Uint8Array> {
  const queue = new ByteQueue(source)
  try {
    const dictionary = await takeDictionary(queue)
    const params = { [constants.ZSTD_d_windowLogMax]: LONGEST_WINDOW }
    const options = { params, chunkSize: 131072, ...(dictionary !== undefined && { dictionary }) }
    do yield* through(queue, createZstdDecompress(options))
    while (wrappingOf(await queue.look(4)) === 'zstd')
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const cut = message.includes('unexpected end')
    throw new Error(cut ? 'zstd: the input is cut' : `zstd: ${message}`, { cause: error })
  }
}

/** The frame that holds the dictionary (WARC compression with Zstandard, 1.0), and the largest that is read. */
const DICTIONARY_FRAME = 0x184d2a5d
const LARGEST_DICTIONARY = 16 * 1024 * 1024

/** The dictionary that an archive begins with, itself compressed or not; undefined where it has none. */
async function takeDictionary(queue: ByteQueue): Promise<Buffer | undefined> {
  const head = Buffer.from(await queue.look(8))
  if (head.length < 8 || head.readUInt32LE(0) !== DICTIONARY_FRAME) return undefined
  const size = head.readUInt32LE(4)
  if (size > LARGEST_DICTIONARY) throw new Error(`a dictionary of more than ${LARGEST_DICTIONARY} bytes`)
  await queue.take(8)
  const content = Buffer.from(await queue.take(size))
  if (content.length < size) throw new Error('unexpected end of the dictionary')
  const packed = content.length > 4 && content.readUInt32LE(0) === FRAME
  return packed ? zstdDecompressSync(content, { maxOutputLength: LARGEST_DICTIONARY }) : content
}

const FRAME = 0xfd2fb528

const TOOLS: Readonly<Partial<Record<Wrapping, string>>> = {
  lz4: 'lz4 -d',
  xz: 'xz -d',
  '7z': '7z x',
  rar: 'unrar x',
}

/** What to say about a wrapping that is known and not undone; undefined for all others. */
export function refusalOf(wrapping: Wrapping): string | undefined {
  const tool = TOOLS[wrapping]
  return (
    tool && `${wrapping} compression is not read; unpack it first (\`${tool}\`) or use gzip, zstd or bzip2`
  )
}
