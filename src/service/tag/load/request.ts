import type { SourceData, SourceFacts } from '../../../tag/index.ts'

/** A feed to load. */
export interface FeedToLoad {
  readonly facts: SourceFacts
  readonly path: string
}

/** The input of the thread that loads sources. */
export interface LoadRequest {
  readonly feeds: readonly FeedToLoad[]
  /** Path of the compiled file, which is read if it matches and written if it does not. */
  readonly compiled: string
}

/** Its output: the sources, and the bytes of a new compiled file if one should be written. */
export interface SourcesAnswer {
  readonly data: SourceData
  readonly compiled: Uint8Array | undefined
}
