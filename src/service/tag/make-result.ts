// Builds a whole result in memory: the header as one JSON text and each entry as another, in the order of the lines.
import { type Entry, resultHeader, type Stats, type TagContext, tagLines } from '../../tag/index.ts'
import type { AddressLine } from './address-file.ts'

/** A result as stored, one line each. */
export interface MadeResult {
  /** The header: everything except the entries. */
  readonly head: string
  readonly entries: readonly string[]
}

/** Options of a result. */
interface MakeOptions {
  readonly taskId?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the progress, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** Tags lines. */
export async function makeResult(
  lines: readonly AddressLine[],
  context: TagContext,
  { taskId, signal, onProgress }: MakeOptions = {},
): Promise<MadeResult & { readonly stats: Stats }> {
  const entries: Entry[] = []
  const texts: string[] = []
  const inputs = lines.map(([line, text]) => ({ line, text }))
  for await (const entry of tagLines(inputs, context)) {
    signal?.throwIfAborted()
    entries.push(entry)
    texts.push(JSON.stringify(entry))
    onProgress?.(entries.length / lines.length)
  }
  const header = resultHeader(taskId ?? null, entries, context)
  return { head: JSON.stringify(header), stats: header.stats, entries: texts }
}
