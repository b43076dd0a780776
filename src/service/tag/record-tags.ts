// Tags of addresses as records store them, and what identifies the sources that give them.
import { createHash } from 'node:crypto'
import { NO_TAGS } from '../../asset/index.ts'
import type { TagsOf } from '../../enrich/index.ts'
import { memoize } from '../../util/index.ts'
import { addressTags, type Source, stateOf, type TagContext } from '../../tag/index.ts'
import type { LiveSources } from './live-sources.ts'

/** The tags that records get. */
interface RecordTags {
  readonly tagsOf: TagsOf
  /** Equal for equal sources on the same day: other records would not change. */
  readonly mark: string
}

/** The mark of an installation without feeds: records hold only what their sources stated. */
export const WITHOUT_FEEDS = 'none'

const REMEMBERED = 50_000
const DAY = 86_400

/** The tags that the sources of a context give; without feeds none, not even those that are built in. */
export function recordTags(context: TagContext): RecordTags {
  const feeds = context.sources.sources.filter(({ retrievedAt }) => retrievedAt !== null)
  if (feeds.length === 0) return { tagsOf: () => NO_TAGS, mark: WITHOUT_FEEDS }
  const own = { ...context, earlier: undefined, observe: undefined }
  return {
    tagsOf: memoize(REMEMBERED, (ip) => addressTags(ip, own) ?? NO_TAGS),
    mark: markOf(feeds, context),
  }
}

function markOf(feeds: readonly Source[], { now, locatedBy = [] }: TagContext): string {
  const states = feeds.map((source) => {
    const { name, sha256, basis, confidence, speaks, override } = source
    return [name, sha256, basis, confidence, speaks, override, freshTags(source, now)]
  })
  const databases = locatedBy.map(({ name, built }) => [name, built])
  return createHash('sha256')
    .update(JSON.stringify([Math.floor(now / DAY), states, databases]))
    .digest('hex')
    .slice(0, 16)
}

/** The state of the source for each namespace of its tags: what goes stale or expires changes the answers within a day. */
function freshTags(source: Source, now: number): readonly string[] {
  return source.speaks.map((namespace) => stateOf(source, namespace, now))
}

/** The tags that the current sources give, as of a moment in milliseconds UTC. */
export async function currentRecordTags(
  sources: Pick<LiveSources, 'current'>,
  now: number,
): Promise<RecordTags> {
  return recordTags({ ...(await sources.current()), now: Math.floor(now / 1000) })
}
