// Bounds for what hostile archives may cost.
import type { ContainerEntry } from './container.ts'
import type { Bytes } from './stream.ts'

/** Bounds of unpacking; each is a setting. */
export interface Limits {
  /** How many times larger than its compressed bytes a file may become (`import.maxExpansion`). */
  readonly maxExpansion: number
  /** Bytes that may be unpacked to the temporary directory for one file (`import.maxUnpacked`). */
  readonly maxUnpacked: number
}

/** Scan output seldom shrinks to a fiftieth. */
export const DEFAULT_LIMITS: Limits = { maxExpansion: 250, maxUnpacked: 64 * 1024 ** 3 }

/** Below this size expansion harms nobody: streams are never held in memory. */
const HARMLESS = 256 * 1024 * 1024

/** Nothing is wrapped deeper than this in good faith. */
export const DEEPEST = 5

/** What has come out of one file so far, its entries together. */
export interface Expansion {
  bytes: number
}

/** The stream, failing once what has come out became too much larger than the compressed bytes behind it. */
export async function* guarded(
  source: Bytes,
  compressed: () => number,
  limits: Limits,
  expansion: Expansion = { bytes: 0 },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    expansion.bytes += chunk.length
    if (expansion.bytes > HARMLESS && expansion.bytes > limits.maxExpansion * compressed())
      throw new Error(
        `it expands to more than ${limits.maxExpansion} times its size, like a decompression bomb; if it is none, raise import.maxExpansion`,
      )
    yield chunk
  }
}

/**
 * The entries of a zip file of so many bytes, which expand within one limit: they may lie over each other, and each may be small.
 */
export async function* guardedEntries(
  entries: AsyncIterable<ContainerEntry>,
  size: number,
  limits: Limits,
): AsyncGenerator<ContainerEntry> {
  const expansion: Expansion = { bytes: 0 }
  for await (const entry of entries)
    yield { ...entry, bytes: () => guarded(entry.bytes(), () => size, limits, expansion) }
}
