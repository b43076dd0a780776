// Builds containers in tests.
import { crc32, deflateRawSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** Names and contents of a container's files. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** A tar file; every entry was modified on 2026-03-01. */
export async function tarOf(files: Files): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of Object.entries(files))
    archive.entry({ name, mtime: new Date(Date.UTC(2026, 2, 1)) }, Buffer.from(content))
  archive.finalize()
  const parts: Uint8Array[] = []
  for await (const part of archive) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

function localHeader(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, packed])
}

function directoryEntry(name: Buffer, content: Buffer, packed: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  // 2026-03-01 00:00:00 in the format of DOS
  entry.writeUInt16LE(((2026 - 1980) << 9) | (3 << 5) | 1, 14)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

/** A zip file. */
export function zipOf(files: Files): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const entry = localHeader(name, content, packed)
    directory.push(directoryEntry(name, content, packed, offset))
    local.push(entry)
    offset += entry.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, listed, end])
}
