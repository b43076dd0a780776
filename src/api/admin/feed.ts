// Feeds for administrators: what `periplus feed` does, without files of the server's machine.
import { Type } from 'typebox'
import type { FeedContent, FeedInput, FeedRow, Feeds, FeedVersion } from '../../service/feed/index.ts'
import { readChoice, readInteger, readSwitch } from '../param/read.ts'
import { given, type Parameter, wrong } from '../param/search.ts'
import { FeedAnswer, type FeedBody, FeedsAnswer } from '../schema/tag.ts'

/** One call about feeds. */
export interface FeedCall {
  readonly feeds: Feeds
  /** The feed that the path names; empty for all. */
  readonly name: string
  readonly parameter: Parameter
  /** A file that was sent. */
  readonly bytes: Uint8Array | undefined
}

/** Something administrators may do with feeds, whichever way they prove who they are. */
export interface FeedOperation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the address of the feeds. */
  readonly path: string
  readonly summary: string
  readonly answer: typeof FeedsAnswer | typeof FeedAnswer
  readonly takes: Readonly<Record<string, ReturnType<typeof optional>>>
  readonly run: (call: FeedCall) => Promise<Readonly<Record<string, unknown>>>
}

const optional = (description: string) => Type.Optional(Type.String({ description }))

const addable = {
  url: optional('https:// address to fetch it from; without one, the body is the feed.'),
  kind: optional('Format; recognised by content when left out. `geography` replaces the database of places.'),
  tags: optional('What the listed addresses are, divided by commas, where the format does not say.'),
  basis: optional('published or curated.'),
  confidence: optional('Start confidence, 1 to 100.'),
  override: optional('true: an administrator’s list, which adds and forbids before every other source.'),
  licence: optional('Licence, where the feed does not state one.'),
}
const pinnable = { version: optional('Id of a kept version.') }

/** The operations on feeds. */
export const FEED_OPERATIONS: readonly FeedOperation[] = [
  {
    ...{ id: 'listFeeds', method: 'GET', path: '', summary: 'All feeds', answer: FeedsAnswer, takes: {} },
    run: async ({ feeds }) => ({ feeds: (await feeds.list()).map(printFeed) }),
  },
  {
    ...{ id: 'showFeed', method: 'GET', path: '/:name', summary: 'One feed', answer: FeedAnswer, takes: {} },
    run: async ({ feeds, name }) => ({ feed: printFeed(await feeds.show(name)) }),
  },
  {
    ...{ id: 'addFeed', method: 'POST', path: '/:name', summary: 'Add a feed' },
    ...{ answer: FeedAnswer, takes: addable },
    run: async (call) => ({ feed: printFeed(await call.feeds.add(inputOf(call))) }),
  },
  {
    ...{ id: 'updateFeed', method: 'POST', path: '/:name/update', answer: FeedAnswer, takes: {} },
    summary: 'Fetch a feed again, or replace it by the body',
    run: async (call) => {
      const [outcome] = await call.feeds.update(call.name, contentOf(call, undefined))
      if (outcome === undefined) throw new Error('an update without outcome')
      return { outcome: outcome.outcome, reason: outcome.reason, feed: printFeed(outcome.feed) }
    },
  },
  {
    ...{ id: 'pinFeed', method: 'POST', path: '/:name/pin', answer: FeedAnswer, takes: pinnable },
    summary: 'Keep a version in use, or without one the newest again',
    run: async ({ feeds, name, parameter }) => ({
      feed: printFeed(await feeds.pin(name, given(parameter, 'version'))),
    }),
  },
  {
    ...{ id: 'removeFeed', method: 'DELETE', path: '/:name', answer: FeedAnswer, takes: {} },
    summary: 'Remove a feed and its versions',
    run: async ({ feeds, name }) => {
      await feeds.remove(name)
      return { removed: name }
    },
  },
]

function inputOf(call: FeedCall): FeedInput {
  const { parameter, name } = call
  const basis = readChoice(parameter, 'basis', ['published', 'curated'])
  const content = contentOf(call, given(parameter, 'url'))
  if (content === undefined) throw wrong('give an address as `url`, or the feed as the body')
  return {
    name,
    content,
    kind: given(parameter, 'kind'),
    tags: given(parameter, 'tags')
      ?.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    basis,
    confidence: readInteger(parameter, 'confidence', { min: 1, max: 100 }),
    override: readSwitch(parameter, 'override') ?? false,
    licence: given(parameter, 'licence'),
  }
}

function contentOf({ bytes }: FeedCall, url: string | undefined): FeedContent | undefined {
  if (url !== undefined) return { from: 'url', url }
  return bytes === undefined ? undefined : { from: 'bytes', bytes }
}

function printFeed(feed: FeedRow): FeedBody {
  const { name, kind, url, tags, override, state, pinned, checkedAt, failure, active, versions } = feed
  return {
    name,
    kind,
    url,
    tags: [...(tags ?? [])],
    override,
    state,
    pinned,
    checked_at: stamp(checkedAt),
    failure: failure?.reason ?? null,
    active: printVersion(active),
    versions: versions.map(printVersion),
  }
}

function printVersion(version: FeedVersion): FeedBody['active'] {
  const { id, sha256, bytes, retrievedAt, statedAt, label, licence, format, records, bad, reasons } = version
  return {
    id,
    sha256,
    bytes,
    retrieved_at: stamp(retrievedAt),
    stated_at: statedAt === null ? null : stamp(statedAt),
    version: label,
    licence,
    format,
    records,
    bad,
    reasons: [...reasons],
  }
}

const stamp = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
