// What it means when no source names an address: "no" when a complete source for the tag is fresh, else unknown with a cause.
import type { TagContext } from '../context.ts'
import type { Cause, Freshness, Scope } from '../entry.ts'
import { type Category, categoryOf, freshness, namespaceOf } from '../vocabulary/index.ts'
import type { Source } from './source.ts'
import type { SourceSet } from './source-set.ts'
import { ageOf } from './source-state.ts'

/** "No", or why silence is not an answer. */
export type Silence = 'no' | Cause

/** What silence about a tag means for addresses of one family. */
export type Silent = (tag: string) => Silence

const KNOWN = new WeakMap<TagContext, ReadonlyMap<4 | 6, Silent>>()

/** The meaning of silence in a context, computed once per tag and family; for addresses that are not public it is always unknown. */
export function silenceIn(context: TagContext, version: 4 | 6, scope: Scope): Silent {
  if (scope !== 'public') return () => 'no_source'
  const known =
    KNOWN.get(context) ?? new Map([4 as const, 6 as const].map((one) => [one, remember(context, one)]))
  KNOWN.set(context, known)
  return known.get(version) ?? (() => 'no_source')
}

function remember(context: TagContext, version: 4 | 6): Silent {
  const found = new Map<string, Silence>()
  return (tag) => {
    const known = found.get(tag) ?? requiredBy(tag, (one) => silenceAbout(one, version, context))
    found.set(tag, known)
    return known
  }
}

/** Every exit is a relay too, so a complete answer about relays needs complete exits as well. */
function requiredBy(tag: string, silent: Silent): Silence {
  if (tag !== 'tor_relay') return silent(tag)
  const relay = silent('tor_relay')
  return relay === 'no' ? silent('tor_exit') : relay
}

function silenceAbout(tag: string, version: 4 | 6, { sources, now }: TagContext): Silence {
  const complete = sources.complete.get(tag) ?? []
  const covering = complete.filter((source) => isComplete(sources, source, tag, version))
  if (covering.some((source) => stateOf(source, tag, now) === 'fresh')) return 'no'
  if (covering.length > 0) return 'expired'
  if (complete.length > 0) return 'family_not_covered'
  return causeWithoutList(tag, version, { sources, now })
}

/** Without a complete list: whether any source could have said yes. */
function causeWithoutList(tag: string, version: 4 | 6, { sources, now }: TagContext): Cause {
  const speaking = sources.sources.filter(({ speaks }) => speaks.includes(namespaceOf(tag)))
  if (speaking.length === 0) return 'no_source'
  const live = speaking.filter((source) => stateOf(source, tag, now) !== 'expired')
  if (live.length === 0) return 'expired'
  return live.some((source) => sources.covers(source, version)) ? 'no_source' : 'family_not_covered'
}

function isComplete(sources: SourceSet, source: Source, tag: string, version: 4 | 6): boolean {
  const stated = source.complete.some((row) => row.tag === tag && row.versions.includes(version))
  return stated && sources.covers(source, version)
}

/** A registry and an administrator's list do not age, whatever their category. */
export function agingOf(source: Pick<Source, 'category'>, tag: string): Category {
  return source.category === 'definition' || source.category === 'override'
    ? source.category
    : categoryOf(tag)
}

/** The freshness of a source for a tag. */
export const stateOf = (source: Source, tag: string, now: number): Freshness =>
  freshness(agingOf(source, tag), ageOf(source, now))

/** The fresh source that lists the tag completely for the family, so that an address it does not name lacks the tag. */
export function completeSource(
  tag: string,
  version: 4 | 6,
  { sources, now }: TagContext,
): Source | undefined {
  return sources.complete
    .get(tag)
    ?.find((source) => isComplete(sources, source, tag, version) && stateOf(source, tag, now) === 'fresh')
}
