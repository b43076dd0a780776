// The engine's library ends its process when a connection ends badly, as is right for a command: its handler of errors in threads
// is the class `KillingErrorHandler`. A server only logs such an end, and a node that dies or disconnects must not end the others
// of a test. So the methods of that class are replaced by those of its base class, which do nothing: both virtual method tables are
// found by the names of the classes (layout: the Itanium C++ ABI, used on Linux by every processor), and one is overwritten through
// `/proc/self/mem`.
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

const KILLING = '19KillingErrorHandler'
const BASE = 'N4Poco12ErrorHandlerE'

const WORD = 8
/** A table holds the class's description, two destructors, and a method each for the library's exceptions, the language's, and others. */
const METHODS = { offset: 3 * WORD, size: 3 * WORD } as const

const PIECE = 4 * 1024 * 1024
/** Overlap of two pieces: longer than anything that is searched. */
const OVERLAP = 64

interface Region {
  readonly begin: number
  readonly end: number
}

/**
 * Lets a library that is loaded into this process survive connections that end badly. Fails when it does not have these classes.
 */
export function forgive(library: string): void {
  const memory = openSync('/proc/self/mem', 'r+')
  try {
    const regions = dataOf(library)
    const [killing, base] = [tableOf(memory, regions, KILLING), tableOf(memory, regions, BASE)]
    const methods = read(memory, base + METHODS.offset, METHODS.size)
    writeSync(memory, methods, 0, methods.length, killing + METHODS.offset)
  } finally {
    closeSync(memory)
  }
}

/** The constants and tables of the library; the tables, which come last and are smaller, first. */
function dataOf(library: string): readonly Region[] {
  const regions: Region[] = []
  for (const line of readFileSync('/proc/self/maps', 'utf8').split('\n')) {
    const [, begin = '', end = '', rights = ''] = /^(\w+)-(\w+) (\S+) /.exec(line) ?? []
    if (!line.endsWith(library) || !rights.startsWith('r') || rights.includes('x')) continue
    regions.unshift({ begin: Number.parseInt(begin, 16), end: Number.parseInt(end, 16) })
  }
  return regions
}

/**
 * The position where a class's table points to its description, which points to the name; a zero precedes it, unlike in
 * descriptions of derived classes.
 */
function tableOf(memory: number, regions: readonly Region[], name: string): number {
  for (const at of occurrencesOf(memory, regions, Buffer.from(`\0${name}\0`)))
    for (const pointer of occurrencesOf(memory, regions, wordOf(at + 1)))
      for (const table of occurrencesOf(memory, regions, wordOf(pointer - WORD)))
        if (read(memory, table - WORD, WORD).equals(wordOf(0))) return table
  throw new Error(`the engine's library has no class ${name}`)
}

function* occurrencesOf(memory: number, regions: readonly Region[], wanted: Buffer): Generator<number> {
  for (const { begin, end } of regions)
    for (let from = begin; from < end; from += PIECE) {
      const piece = read(memory, from, Math.min(PIECE + OVERLAP, end - from))
      for (let at = piece.indexOf(wanted); at !== -1 && at < PIECE; at = piece.indexOf(wanted, at + 1))
        yield from + at
    }
}

function read(memory: number, at: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  readSync(memory, bytes, 0, size, at)
  return bytes
}

function wordOf(value: number): Buffer {
  const word = Buffer.alloc(WORD)
  word.writeBigUInt64LE(BigInt(value))
  return word
}
