// Loads sources and databases from their files into tables, in threads.
import { type Locator, type LocatorData, type LocatorOptions, openLocator } from '../../../enrich/index.ts'
import { openSourceSet, type SourceSet } from '../../../tag/index.ts'
import { inThread } from '../../in-thread.ts'
import { loadSources } from './load-sources.ts'
import type { LoadRequest, SourcesAnswer } from './request.ts'

export type { FeedToLoad, LoadRequest } from './request.ts'

/** Sources, and the bytes of a new compiled file if one should be written. */
interface LoadedSet {
  readonly sources: SourceSet
  readonly compiled: Uint8Array | undefined
}

/** Loads sources. Built-in sources are always included; feeds that cannot be used are listed in `failures`. */
export async function loadSourceSet(request: LoadRequest): Promise<LoadedSet> {
  const thread = new URL('./sources-thread.ts', import.meta.url)
  const { data, compiled } = await inThread<SourcesAnswer>(thread, request)
  return { sources: openSourceSet(data), compiled }
}

/** Loads sources in this thread. */
export function loadSourceSetHere(request: LoadRequest): SourceSet {
  return openSourceSet(loadSources(request).data)
}

/** Opens the databases, read completely. */
export async function loadLocator(options: LocatorOptions): Promise<Locator> {
  const data = await inThread<LocatorData>(new URL('./locator-thread.ts', import.meta.url), options)
  return openLocator(options, data)
}
