// The compiled file: parsed feeds and the tables over them, so that a start reads numbers instead of text. It is a copy and can be
// deleted at any time: one that is damaged, or of another program, is ignored.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { ReadFeed, SourceData } from '../../../tag/index.ts'

/** The content of a compiled file. */
export interface Compiled {
  /** The parsed feeds, by what they were read from. */
  readonly feeds: ReadonlyMap<string, ReadFeed>
  /** The tables over all of them, in this order. */
  readonly table: SourceData['table']
}

/** Characters of a checksum, and of the mark of the program. */
const MARK = 64

/** Reads the file; undefined when it is missing, damaged, or of another program. */
export function readCompiled(path: string, program: string): Compiled | undefined {
  const bytes = readWhole(path)
  if (bytes === undefined || bytes.length < 2 * MARK) return undefined
  const content = bytes.subarray(MARK)
  // Data that another engine serialized may be unreadable, so its mark comes first.
  if (content.toString('latin1', 0, MARK) !== program) return undefined
  if (bytes.toString('latin1', 0, MARK) !== hash('sha256', content)) return undefined
  return deserialize(content.subarray(MARK)) as Compiled
}

function readWhole(path: string): Buffer | undefined {
  try {
    // In a separate buffer, because the tables in it are transferred.
    const bytes = readFileSync(path)
    return Buffer.from(Uint8Array.from(bytes).buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The bytes of a compiled file for a program. */
export function printCompiled(program: string, compiled: Compiled): Uint8Array {
  const content = Buffer.concat([Buffer.from(program, 'latin1'), serialize(compiled)])
  return Buffer.concat([Buffer.from(hash('sha256', content), 'latin1'), content])
}
