// Reads a backup: verifies all of it first, then returns its entries.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { isAppError } from '../../error/index.ts'
import { isNewerSnapshot } from '../../state/index.ts'
import { type BackupFile, decrypted, isEncrypted, isOfSystem } from './encryption.ts'
import { refusedEntry } from './entry-path.ts'
import { type BackupEntry, damaged, MANIFEST, MANIFEST_SUM, type Manifest, readManifest } from './manifest.ts'

const decompress = promisify(zstdDecompress)

/** Maximum size of entries that are read into memory. */
const MOST_BYTES = 512 * 1024 * 1024

/** Maximum size of a manifest: it has some hundred bytes for each file. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024

/** An entry whose content must be read before the next one. */
export interface OpenEntry {
  readonly name: string
  readonly content: Readable
}

/** All entries, in their order. */
export async function* readEntries(archive: BackupFile): AsyncGenerator<OpenEntry> {
  const file = createReadStream(archive.path, { highWaterMark: 1024 * 1024 })
  const entries = extract()
  const plain: Readable = (await isEncrypted(archive.path))
    ? Readable.from(decrypted(archive, file), { objectMode: false })
    : file
  plain.on('error', (error: Error) => entries.destroy(error))
  plain.pipe(entries)
  try {
    for await (const entry of entries) {
      // A backup has no other entries; a link would become an empty file.
      if (entry.header.type !== 'file') throw damaged(archive.path, `\`${entry.header.name}\` is not a file`)
      yield { name: entry.header.name, content: entry as unknown as Readable }
      entry.resume()
    }
  } finally {
    plain.destroy()
    file.destroy()
    entries.destroy()
  }
}

/** Options for reading a backup. */
interface ReadOptions {
  /** Called with the number of bytes read. */
  readonly onBytes?: (bytes: number) => void
  readonly signal?: AbortSignal | undefined
}

/** Reads all of a backup, compares it with its manifest, and returns the manifest. Fails with `input`. */
export async function verifyArchive(archive: BackupFile, options: ReadOptions = {}): Promise<Manifest> {
  const { path } = archive
  const found: BackupEntry[] = []
  let described: Buffer | undefined
  let sum: string | undefined
  try {
    for await (const { name, content } of readEntries(archive)) {
      options.signal?.throwIfAborted()
      if (name === MANIFEST) described = await readAll(content, name, path, MOST_MANIFEST_BYTES)
      else if (name === MANIFEST_SUM) sum = (await readAll(content, name, path, 1024)).toString('utf8').trim()
      else found.push(await measure(name, content, path, options))
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    throw isAppError(error) || isOfSystem(error) ? error : damaged(path, CUT_SHORT, error)
  }
  if (described === undefined || sum === undefined) throw damaged(path, 'it ends before its description')
  if (createHash('sha256').update(described).digest('hex') !== sum)
    throw damaged(path, 'its description has another checksum')
  const manifest = readManifest(described, path)
  compare(manifest, found, path)
  return manifest
}

const CUT_SHORT = 'it is cut short, or no backup at all'

async function measure(
  name: string,
  content: Readable,
  path: string,
  { onBytes = () => {} }: ReadOptions,
): Promise<BackupEntry> {
  if (!isRows(name)) {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
    }
    return { name, bytes, sha256: hash.digest('hex') }
  }
  const all = await readAll(content, name, path)
  onBytes(all.length)
  const rows = countLines(await readRows(all, name, path))
  return { name, bytes: all.length, sha256: createHash('sha256').update(all).digest('hex'), rows }
}

function compare(manifest: Manifest, found: readonly BackupEntry[], path: string): void {
  const there = new Map(found.map((entry) => [entry.name, entry]))
  if (there.size !== found.length) throw damaged(path, 'it contains an entry twice')
  for (const { name, bytes, sha256, rows } of manifest.entries) {
    const entry = there.get(name)
    if (entry === undefined) throw damaged(path, `\`${name}\` is missing`)
    if (entry.bytes !== bytes || entry.sha256 !== sha256)
      throw damaged(path, `\`${name}\` has another checksum`)
    if (entry.rows !== rows) throw damaged(path, `\`${name}\` has ${entry.rows} rows instead of ${rows}`)
  }
  if (found.length !== manifest.entries.length)
    throw damaged(path, 'it contains more than its manifest lists')
  refuseUnknown(manifest, found, path)
}

/** A newer program may know other entries; a restore says that it is newer. */
function refuseUnknown({ state, records }: Manifest, found: readonly BackupEntry[], path: string): void {
  if (state !== null && isNewerSnapshot(state.schemaVersion)) return
  const refused = refusedEntry(found.map(({ name }) => name))
  if (refused !== undefined) throw damaged(path, refused)
  const missing = new Map([['records', records.rows.records]])
  for (const [table, rows] of Object.entries(state?.rows ?? {})) missing.set(`state/${table}`, rows)
  for (const { name, rows = 0 } of found)
    if (name.startsWith('state/') || name.startsWith('records/'))
      missing.set(dirname(name), (missing.get(dirname(name)) ?? 0) - rows)
  const wrong = [...missing].find(([, rows]) => rows !== 0)
  if (wrong !== undefined) throw damaged(path, `\`${wrong[0]}\` has another number of rows than it says`)
}

/** Whether an entry is compressed lines. */
export function isRows(name: string): boolean {
  return name.endsWith('.ndjson.zst') && !name.startsWith('files/')
}

/** The lines of a compressed entry. */
export async function readRows(bytes: Uint8Array, name: string, path: string): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: MOST_BYTES })
  } catch (cause) {
    throw damaged(path, `\`${name}\` cannot be unpacked`, cause)
  }
}

/** All bytes of an entry that fits into memory. */
export async function readAll(
  content: Readable,
  name: string,
  path: string,
  most = MOST_BYTES,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes > most) throw damaged(path, `\`${name}\` is too large`)
  }
  return Buffer.concat(parts)
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}
