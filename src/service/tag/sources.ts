import { resultHeader, type SourceRow } from '../../tag/index.ts'
import { openTagContext, type TaggerContext } from './context.ts'

/** What tags are made of now: feeds, databases, built-in tables and our own records, each with its state. */
export async function currentSources(context: TaggerContext): Promise<Readonly<Record<string, SourceRow>>> {
  return resultHeader(null, [], await openTagContext(context)).sources
}
