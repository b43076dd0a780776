// Peeks at the start of a stream before deciding how to read it.
import { Buffer } from 'node:buffer'
import type { Input } from '../importer.ts'
import { decodeUtf8 } from './bytes.ts'
import { cellsOf, delimiterOf, isRule, STATED } from './csv.ts'

/** The start of an input, and the whole input again. */
interface LookedAt {
  /** Text of the first bytes, without byte-order mark and leading blanks. */
  readonly start: string
  /** The cells of its first line, if it is a table. */
  readonly cells: readonly string[]
  readonly input: Input
}

/** Peeks at the first `size` bytes. */
export async function lookAhead(input: Input, size = 8192): Promise<LookedAt> {
  const iterator = input.bytes[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < size) {
    const next = await iterator.next()
    if (next.done === true) break
    chunks.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(chunks)
  const start = decodeUtf8(head.subarray(0, size))
    .replace(/^\ufeff/, '')
    .trimStart()
  return { start, cells: firstCells(start), input: { ...input, bytes: again(head, iterator) } }
}

/** The cells of the first line, if it is a table. */
export function firstCells(text: string): readonly string[] {
  return firstRows(text)[0]
}

/** The cells of the first line, and roughly those of the next one. */
export function firstRows(text: string): readonly [header: readonly string[], next: readonly string[]] {
  const lines = text.split('\n', 5).map((line) => line.trim())
  const [header = '', next = ''] = lines.filter(
    (line, at) => !isRule(line) && !(at === 0 && STATED.test(line)),
  )
  const cells = cellsOf(header)
  return [cells, cellsOf(next, delimiterOf(header))]
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
