// The sources that come with the program and work offline from the first start, as feeds like all others.
import type { Feed, Label } from '../feed/index.ts'
import { RangeListBuilder, readRange, SPECIAL_BLOCKS } from '../range/index.ts'
import type { Category } from '../vocabulary/index.ts'
import { RESOLVERS } from './resolver.ts'
import { SNAPSHOT_DATE, snapshotGroups } from './snapshot.ts'
import { KIND_CONFIDENCE, PROVIDER_CONFIDENCE, SYSTEM_GROUPS } from './system.ts'

/** A feed that needs no file. */
export interface BuiltinFeed {
  readonly name: string
  readonly url: string | null
  readonly feed: Omit<Feed, 'basis'> & { readonly basis: Feed['basis'] | 'definition' }
}

/** All of them. */
export function builtinFeeds(): readonly BuiltinFeed[] {
  return [
    {
      name: 'iana',
      url: 'https://www.iana.org/assignments/iana-ipv4-special-registry/',
      feed: specialFeed(),
    },
    { name: 'networks', url: null, feed: systemFeed() },
    { name: 'resolvers', url: null, feed: resolverFeed() },
    { name: SNAPSHOT, url: null, feed: snapshotFeed() },
  ]
}

interface Draft {
  readonly ranges: readonly (readonly [range: string, label: Label])[]
  readonly systems?: readonly (readonly [asn: number, label: Label])[]
  readonly category: Category
  readonly basis: BuiltinFeed['feed']['basis']
  readonly confidence: number
  /** The month it was written in, `YYYY-MM`. */
  readonly version: string
  readonly speaks: readonly string[]
  readonly complete: readonly []
}

function assemble({ ranges, systems = [], ...facts }: Draft): BuiltinFeed['feed'] {
  const builder = new RangeListBuilder()
  const labels: Label[] = []
  for (const [range, label] of ranges) {
    if (!readRange(range, builder, labels.push(label) - 1)) throw new Error(`built-in range ${range} is none`)
  }
  const numbered = systems.map(([asn, label]) => ({ asn, label: labels.push(label) - 1 }))
  return {
    kind: 'builtin',
    ranges: builder.build(),
    labels,
    systems: numbered,
    records: builder.size + numbered.length,
    bad: 0,
    reasons: [],
    guesses: [],
    statedAt: Date.parse(`${facts.version}-01T00:00:00Z`) / 1000,
    licence: null,
    ...facts,
  }
}

function specialFeed(): BuiltinFeed['feed'] {
  return assemble({
    ranges: SPECIAL_BLOCKS.map(({ range, name, title }) => [
      range,
      { tags: [`reserved:${name}`], note: title },
    ]),
    category: 'definition',
    basis: 'definition',
    confidence: 100,
    version: '2025-11',
    speaks: ['reserved'],
    complete: [],
  })
}

function systemFeed(): BuiltinFeed['feed'] {
  return assemble({
    ranges: [],
    systems: SYSTEM_GROUPS.flatMap(({ kind, provider, systems }) =>
      systems.flatMap((asn): (readonly [number, Label])[] => [
        [asn, { tags: [kind], confidence: KIND_CONFIDENCE[kind] }],
        ...(provider === undefined
          ? []
          : [[asn, { tags: [provider], confidence: PROVIDER_CONFIDENCE }] as const]),
      ]),
    ),
    category: 'network',
    basis: 'asn',
    confidence: 60,
    version: '2026-11',
    speaks: ['business', 'cdn', 'cloud', 'education', 'government', 'hosting', 'isp', 'mobile'],
    complete: [],
  })
}

/** The source of what operators published on one day; their own feeds overrule it. */
export const SNAPSHOT = 'snapshot'

/** What operators publish of themselves, as it was on one day; it ages like every list and says no to nothing. */
function snapshotFeed(): BuiltinFeed['feed'] {
  const groups = snapshotGroups()
  const feed = assemble({
    ranges: groups.flatMap(({ tag, ranges }) =>
      ranges.map((range): readonly [string, Label] => [range, { tags: [tag] }]),
    ),
    category: 'cloud',
    basis: 'published',
    confidence: 95,
    version: SNAPSHOT_DATE.slice(0, 7),
    speaks: ['cdn', 'cloud', 'hosting', 'service'],
    complete: [],
  })
  return {
    ...feed,
    version: SNAPSHOT_DATE,
    statedAt: Date.parse(`${SNAPSHOT_DATE}T00:00:00Z`) / 1000,
    licence: 'CC0 1.0',
  }
}

function resolverFeed(): BuiltinFeed['feed'] {
  return assemble({
    ranges: Object.entries(RESOLVERS).flatMap(([name, ranges]) =>
      ranges.map((range): readonly [string, Label] => [range, { tags: [`resolver:${name}`] }]),
    ),
    category: 'definition',
    basis: 'curated',
    confidence: 75,
    version: '2026-11',
    speaks: ['resolver'],
    complete: [],
  })
}
