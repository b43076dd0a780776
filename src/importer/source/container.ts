// The entries of tar and zip files, one after the other.
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import type { Bytes } from './stream.ts'

/** One file of a container. */
export interface ContainerEntry {
  /** As the container spells it; may be anything. */
  readonly name: string
  readonly modified: number | undefined
  /** Its bytes; may be read once, and for tar only before the next entry is requested. */
  readonly bytes: () => Bytes
  /** Size of its compressed bytes, if the container knows it. */
  readonly compressed: number | undefined
  /** Size of its bytes, if the container knows it. */
  readonly size: number | undefined
}

/** The regular files of a tar stream. Fails where the stream is corrupt or cut. */
export async function* tarEntries(source: Bytes): AsyncGenerator<ContainerEntry> {
  const reader = extract()
  const input = Readable.from(source, { objectMode: false })
  // A failure of the source must reach the reader of an entry, and a reader that stops must stop the source.
  input.on('error', (error) => reader.destroy(error))
  reader.on('close', () => input.destroy())
  input.pipe(reader as unknown as NodeJS.WritableStream)
  for await (const entry of reader) {
    const { name, mtime, type, size } = entry.header
    const iterator = entry[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    if (type === 'file' || type === 'contiguous-file')
      yield { name, modified: timeOf(mtime), bytes: () => rest(iterator), compressed: undefined, size }
    for await (const _ of rest(iterator));
  }
}

/** The remaining items of an iterator. Unlike a plain loop, leaving it does not close the iterator: that would end the container. */
async function* rest(iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
}

function timeOf(date: Date | undefined): number | undefined {
  const time = date?.getTime()
  return time !== undefined && time > 0 ? time : undefined
}

/** A zip file on disk. */
export class ZipArchive {
  readonly #zip: ZipFile

  private constructor(zip: ZipFile) {
    this.#zip = zip
  }

  /** Opens it; fails with a plain `Error` where its directory is corrupt or cut. */
  static async open(path: string): Promise<ZipArchive> {
    // With decoded names the reader stops at the first one that leads out of the archive.
    return new ZipArchive(await openPromise(path, { autoClose: false, decodeStrings: false }))
  }

  /** Its files, in the order of its directory. */
  async *entries(): AsyncGenerator<ContainerEntry> {
    for await (const entry of this.#zip.eachEntry()) {
      const name = getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        false,
      )
      if (!name.endsWith('/')) yield this.#entryOf(entry, name)
    }
  }

  /** Closes the file. */
  close(): void {
    this.#zip.close()
  }

  #entryOf(entry: Entry, name: string): ContainerEntry {
    const zip = this.#zip
    async function* bytes(): AsyncGenerator<Uint8Array> {
      if (entry.isEncrypted()) throw new Error('it is encrypted; unpack it first')
      yield* await zip.openReadStreamPromise(entry)
    }
    const modified = timeOf(entry.getLastModDate({ timezone: 'UTC' }))
    const { compressedSize: compressed, uncompressedSize: size } = entry
    return { name, modified, bytes, compressed, size }
  }
}
