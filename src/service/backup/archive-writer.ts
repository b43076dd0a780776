// Writes a backup: one tar file, encrypted where that is wanted, under a temporary name until it is complete, readable by its owner only.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { publishFile, replaceFile } from '../../disk/index.ts'
import { AppError, systemReason } from '../../error/index.ts'
import type { Encryption } from './encryption.ts'
import { type BackupEntry, MANIFEST, MANIFEST_SUM } from './manifest.ts'
import { sidecarOf } from './sidecar.ts'

const compress = promisify(zstdCompress)

/** Writes entries one after the other. */
export class ArchiveWriter {
  readonly #path: string
  readonly #encryption: Encryption | undefined
  readonly #pack: Pack = pack()
  readonly #hash = createHash('sha256')
  readonly #written: Promise<void>
  readonly #entries: BackupEntry[] = []
  #bytes = 0
  #fileBytes = 0
  #failure: Error | undefined

  constructor(path: string, encryption?: Encryption) {
    this.#path = path
    this.#encryption = encryption
    const file = createWriteStream(this.#aside, { flags: 'w', mode: 0o600, flush: true })
    file.once('error', (error) => {
      this.#failure = error
    })
    this.#written = pipeline(this.#measured(this.#pack as AsyncIterable<Buffer>), file)
    // The next call that adds an entry, and `finish`, throw the error.
    this.#written.catch(() => {})
  }

  get entries(): readonly BackupEntry[] {
    return this.#entries
  }

  /** Bytes of the entries so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds bytes unchanged. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#put(name, bytes)
    this.#note({ name, bytes: bytes.length, sha256: sha256(bytes) })
  }

  /** Adds lines, compressed. */
  async addRows(name: string, lines: Uint8Array, rows: number): Promise<void> {
    const bytes = await compress(lines)
    await this.#put(name, bytes)
    this.#note({ name, bytes: bytes.length, sha256: sha256(bytes), rows })
  }

  /** Adds the current content of an open file; data appended meanwhile is not included. */
  async addFile(name: string, file: FileHandle): Promise<void> {
    const { size } = await file.stat()
    if (size === 0) return this.add(name, new Uint8Array())
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const content = file.createReadStream({ start: 0, end: size - 1, autoClose: false })
    await this.#orBroken(() => pipeline(content, hashed, this.#pack.entry({ name, size, mode: 0o600 })))
    this.#note({ name, bytes: size, sha256: hash.digest('hex') })
  }

  /** Adds the manifest, syncs the file and gives it its final name. */
  async finish(manifest: object): Promise<void> {
    const text = Buffer.from(`${JSON.stringify({ ...manifest, entries: this.#entries }, null, 1)}\n`)
    await this.#put(MANIFEST, text)
    await this.#put(MANIFEST_SUM, Buffer.from(`${sha256(text)}\n`))
    this.#pack.finalize()
    await this.#orBroken(() => this.#written)
    if (this.#encryption !== undefined) await this.#describe(manifest)
    await publishFile(this.#aside, this.#path)
  }

  /** Removes the unfinished file. */
  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => {})
    await rm(this.#aside, { force: true })
  }

  /** Removes the finished file. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    if (this.#encryption !== undefined) await rm(sidecarOf(this.#path), { force: true })
  }

  /** Bytes as they go to the disk. */
  async *#measured(tar: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#encryption?.encrypt(tar) ?? tar) {
      this.#hash.update(chunk)
      this.#fileBytes += chunk.length
      yield chunk
    }
  }

  /** What the encrypted file no longer shows, beside it; before the file, so that none is without it. */
  async #describe(manifest: object): Promise<void> {
    const file = { bytes: this.#fileBytes, sha256: this.#hash.digest('hex') }
    const text = `${JSON.stringify({ ...manifest, entries: [], file }, null, 1)}\n`
    await this.#orBroken(async () => replaceFile(sidecarOf(this.#path), text))
  }

  get #aside(): string {
    return `${this.#path}.part`
  }

  #put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#orBroken(() => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#pack.entry({ name, mode: 0o600 }, Buffer.from(bytes), (error) =>
        error ? reject(error) : resolve(),
      )
      return promise
    })
  }

  #note(entry: BackupEntry): void {
    this.#entries.push(entry)
    this.#bytes += entry.bytes
  }

  /** Reports the error that broke the file, not the broken pipe that it caused. */
  async #orBroken(work: () => Promise<void>): Promise<void> {
    try {
      await Promise.race([work(), this.#written])
    } catch (error) {
      throw this.#failure === undefined ? error : cannotWrite(this.#path, this.#failure)
    }
  }
}

/** SHA-256, hexadecimal. */
function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function cannotWrite(path: string, cause: unknown): AppError {
  return new AppError(
    'input',
    `cannot write the backup \`${path}\`: ${systemReason(cause)}; it was removed`,
    {
      cause,
    },
  )
}
