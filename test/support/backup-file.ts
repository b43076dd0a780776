// Backups that are changed: their entries, and a description that fits them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { verifyArchive } from '../../src/service/backup/index.ts'
import type { Manifest } from '../../src/service/backup/manifest.ts'

/** An entry of a backup. */
export interface TarEntry {
  name: string
  content?: Buffer
  rows?: number
  type?: 'file' | 'symlink' | 'directory'
  linkname?: string
}

/** An entry with a text, compressed where its name says so. */
export const entry = (name: string, text: string): TarEntry => ({
  name,
  ...(name.endsWith('.zst') ? rows(text) : { content: Buffer.from(text) }),
})
/** One row as a compressed entry. */
export const rows = (line: string) => ({ content: zstdCompressSync(`${line}\n`), rows: 1 })

/** A tar file. */
export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { content = Buffer.alloc(0), rows: _, ...head } of entries) archive.entry(head, content)
  archive.finalize()
  return buffer(archive as unknown as NodeJS.ReadableStream)
}

/** The entries of a backup without its description. */
export async function entriesOf(path: string): Promise<TarEntry[]> {
  const { entries } = await verifyArchive({ path })
  return entries.map(({ name, rows }) => ({
    name,
    content: execFileSync('tar', ['-xOf', path, name]),
    ...(rows !== undefined && { rows }),
  }))
}

/** A backup with a description that fits its entries. */
export async function backupOf(entries: readonly TarEntry[], manifest: Manifest): Promise<Buffer> {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const list = entries.map(({ name, rows, content = Buffer.alloc(0) }) => {
    return { name, rows, bytes: content.length, sha256: sha256(content) }
  })
  const text = Buffer.from(JSON.stringify({ ...manifest, entries: list }))
  return tarOf([
    ...entries,
    { name: 'manifest.json', content: text },
    { name: 'manifest.sha256', content: Buffer.from(sha256(text)) },
  ])
}
