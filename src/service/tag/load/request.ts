import type { SourceData, SourceFacts } from '../../../tag/index.ts'

/** A feed to load. */
export interface FeedToLoad {
  readonly facts: SourceFacts
  readonly path: string
}

/** What the thread that loads sources is given. */
export interface LoadRequest {
  readonly feeds: readonly FeedToLoad[]
  /** Path of the compiled file, which is read where it fits and written where it does not. */
  readonly compiled: string
}

/** What it answers: the sources, and the bytes of a compiled file where another should be written. */
export interface SourcesAnswer {
  readonly data: SourceData
  readonly compiled: Uint8Array | undefined
}
