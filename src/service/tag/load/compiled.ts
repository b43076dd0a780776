// The compiled file: feeds as they were read and the tables over them, so that a start reads numbers instead of text. It is a copy
// of what the feeds say and can be lost at any time: one that is damaged, or of another program, is as good as none.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { ReadFeed, SourceData } from '../../../tag/index.ts'

/** What a compiled file holds. */
export interface Compiled {
  /** What was read, by what it was read from. */
  readonly feeds: ReadonlyMap<string, ReadFeed>
  /** The tables over all of them, in this order. */
  readonly table: SourceData['table']
}

/** Characters of a checksum; the mark of the program is one too. */
const MARK = 64

/** Reads the file; undefined where it is missing, damaged, or of another program. */
export function readCompiled(path: string, program: string): Compiled | undefined {
  const bytes = readWhole(path)
  if (bytes === undefined || bytes.length < 2 * MARK) return undefined
  const content = bytes.subarray(MARK)
  // What another engine serialized may not even be readable, so its mark stands in front.
  if (content.toString('latin1', 0, MARK) !== program) return undefined
  if (bytes.toString('latin1', 0, MARK) !== hash('sha256', content)) return undefined
  return deserialize(content.subarray(MARK)) as Compiled
}

function readWhole(path: string): Buffer | undefined {
  try {
    // In memory of its own, since the tables in it are handed over.
    const bytes = readFileSync(path)
    return Buffer.from(Uint8Array.from(bytes).buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The bytes of a compiled file of a program. */
export function printCompiled(program: string, compiled: Compiled): Uint8Array {
  const content = Buffer.concat([Buffer.from(program, 'latin1'), serialize(compiled)])
  return Buffer.concat([Buffer.from(hash('sha256', content), 'latin1'), content])
}
