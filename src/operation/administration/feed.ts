// Feeds for administrators: what `periplus feed` does, without files of the server's machine.
import { Type } from 'typebox'
import type { FeedContent, FeedRow, FeedVersion } from '../../service/feed/index.ts'
import { printInstant } from '../../util/index.ts'
import {
  optionalFlag,
  optionalInteger,
  optionalList,
  optionalText,
  optionalWord,
  verbatim,
  wrong,
} from '../input/index.ts'
import { type Call, operation } from '../operation.ts'
import { count, object, orNull, text, texts } from '../../schema/index.ts'
import { common } from './common.ts'

const Version = object(
  {
    id: text('Name of the version, for pinning.'),
    sha256: Type.String(),
    bytes: Type.Integer(),
    retrieved_at: text('`YYYY-MM-DDTHH:MM:SSZ`.'),
    stated_at: orNull(Type.String(), 'Date the feed itself states.'),
    version: orNull(Type.String(), 'What the feed calls its version.'),
    licence: orNull(Type.String()),
    format: text('The reader that read it.'),
    records: count(),
    bad: count('Lines that could not be read.'),
    reasons: texts,
    guesses: Type.Array(Type.String(), {
      description: 'What the reader had to guess, and how to overrule it.',
    }),
  },
  { title: 'FeedVersion' },
)

const Feed = object(
  {
    name: Type.String(),
    kind: Type.String(),
    url: orNull(Type.String(), 'Where updates come from; null for uploaded feeds.'),
    tags: texts,
    override: Type.Boolean(),
    state: Type.Enum(['fresh', 'stale', 'expired']),
    pinned: orNull(Type.String(), 'Version that stays in use.'),
    checked_at: Type.String(),
    failure: orNull(Type.String(), 'Why the last update brought nothing; the version before it is in use.'),
    active: Version,
    versions: Type.Array(Version),
  },
  { title: 'Feed' },
)

const name = { name: verbatim('Name of the feed.') }
const output = { feed: Feed }

const about = (id: string, route: Parameters<typeof common>[1]) => common(id, route, 'manage feeds')
const audited = (action: string) => ({
  audit: (asked: { readonly name: string }) => ({ action: `feed.${action}`, detail: { feed: asked.name } }),
})

/** All feeds. */
export const listFeeds = operation({
  ...about('listFeeds', 'GET /feeds'),
  summary: 'All feeds',
  input: {},
  output: { feeds: Type.Array(Feed) },
  run: async ({ services }) => ({ feeds: (await services.feeds.list()).map(describe) }),
})

/** One feed. */
export const showFeed = operation({
  ...about('showFeed', 'GET /feeds/:name'),
  summary: 'One feed',
  input: name,
  output,
  run: async ({ services }, asked) => ({ feed: describe(await services.feeds.show(asked.name)) }),
})

/** A new feed. */
export const addFeed = operation({
  ...about('addFeed', 'POST /feeds/:name'),
  ...audited('add'),
  summary: 'Add a feed',
  body: 'bytes',
  input: {
    ...name,
    basis: optionalWord(['published', 'curated'], 'published (by the owner) or curated.'),
    url: optionalText('https:// address to fetch it from; without one, the body is the feed.'),
    kind: optionalText(
      'Format; recognised by content when left out. `geography` replaces the database of places.',
    ),
    tags: optionalList('What the listed addresses are, comma-separated, where the format does not say.'),
    confidence: optionalInteger({ min: 1, max: 100 }, 'Start confidence.'),
    accept_size: optionalFlag('true: takes the list however much it covers.'),
    column: optionalText('Column of a table (name or number), or path of JSON, that holds the addresses.'),
    first: optionalText('Column of the first address of each range; goes with `last`.'),
    last: optionalText('Column of the last address of each range.'),
    override: optionalFlag(
      'true: an administrator’s list, which adds and forbids before every other source.',
    ),
    licence: optionalText('Licence, where the feed does not state one.'),
  },
  output,
  run: async (call, { url, override = false, column, first, last, accept_size, ...asked }) => {
    const content = contentOf(call, url)
    if (content === undefined) throw wrong('give an address as `url`, or the feed as the body')
    const declared = [column, first, last].some((one) => one !== undefined)
    const columns = declared ? { column, first, last } : undefined
    return {
      feed: describe(
        await call.services.feeds.add({ ...asked, override, columns, acceptSize: accept_size, content }),
      ),
    }
  },
})

/** Updates a feed. */
export const updateFeed = operation({
  ...about('updateFeed', 'POST /feeds/:name/update'),
  ...audited('update'),
  summary: 'Fetch a feed again, or replace it by the body',
  body: 'bytes',
  input: { ...name, accept_size: optionalFlag('true: takes the list however much it covers.') },
  output: {
    outcome: Type.Enum(['updated', 'unchanged', 'failed']),
    reason: orNull(Type.String()),
    ...output,
  },
  run: async (call, asked) => {
    const [outcome] = await call.services.feeds.update(asked.name, contentOf(call, undefined), {
      acceptSize: asked.accept_size,
    })
    if (outcome === undefined) throw new Error('an update without outcome')
    return { outcome: outcome.outcome, reason: outcome.reason, feed: describe(outcome.feed) }
  },
})

/** Pins a version. */
export const pinFeed = operation({
  ...about('pinFeed', 'POST /feeds/:name/pin'),
  ...audited('pin'),
  summary: 'Keep a version in use, or without one the newest again',
  input: { ...name, version: optionalText('Id of a kept version.') },
  output,
  run: async ({ services }, asked) => ({
    feed: describe(await services.feeds.pin(asked.name, asked.version)),
  }),
})

/** Removes a feed. */
export const removeFeed = operation({
  ...about('removeFeed', 'DELETE /feeds/:name'),
  ...audited('remove'),
  summary: 'Remove a feed and its versions',
  input: name,
  output: { removed: Type.String() },
  run: async ({ services }, asked) => {
    await services.feeds.remove(asked.name)
    return { removed: asked.name }
  },
})

function contentOf({ bytes }: Call, url: string | undefined): FeedContent | undefined {
  if (url !== undefined) return { from: 'url', url }
  return bytes === undefined ? undefined : { from: 'bytes', bytes }
}

function describe(feed: FeedRow) {
  const { name, kind, url, tags, override, state, pinned, checkedAt, failure, active, versions } = feed
  return {
    name,
    kind,
    url,
    tags: tags ?? [],
    override,
    state,
    pinned,
    checked_at: printInstant(checkedAt * 1000),
    failure: failure?.reason ?? null,
    active: printVersion(active),
    versions: versions.map(printVersion),
  }
}

function printVersion(version: FeedVersion) {
  const { id, sha256, bytes, retrievedAt, statedAt, label, licence, format, records, bad, reasons, guesses } =
    version
  return {
    id,
    sha256,
    bytes,
    retrieved_at: printInstant(retrievedAt * 1000),
    stated_at: statedAt === null ? null : printInstant(statedAt * 1000),
    version: label,
    licence,
    format,
    records,
    bad,
    reasons,
    guesses: guesses ?? [],
  }
}
