// Feeds for administrators: what `periplus feed` does, without files of the server's machine.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import type { FeedContent, FeedInput, FeedRow, FeedVersion } from '../../service/feed/index.ts'
import type { ApiContext } from '../context.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import { FeedAnswer, type FeedBody, FeedsAnswer } from '../schema/tag.ts'

type Parameter = ReturnType<typeof parametersOf>
type Answer = Readonly<Record<string, unknown>>

/** The routes under `/api/v1/admin/feeds`. Bodies of files are sent as application/octet-stream. */
export async function adminFeedsRoutes(
  app: FastifyInstance,
  context: ApiContext,
  admit: Admit,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: context.config['feed.sizeLimit'] },
      (_request, body, done) => done(null, body),
    )
    registerAll(scope, context, admit)
  })
}

function registerAll(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const feeds = () => context.services().feeds
  const route = (method: 'GET' | 'POST' | 'DELETE', path: string, about: About, run: Run): void => {
    addRoute(app, context, admit, { method, path, about, run })
  }
  const many = { answer: FeedsAnswer, takes: {} }
  const one = { answer: FeedAnswer, takes: {} }
  route('GET', '', { ...many, id: 'listFeeds', summary: 'All feeds' }, async () => ({
    feeds: (await feeds().list()).map(printFeed),
  }))
  route('GET', '/:name', { ...one, id: 'showFeed', summary: 'One feed' }, async (_, name) => ({
    feed: printFeed(await feeds().show(name)),
  }))
  route(
    'POST',
    '/:name',
    { ...one, takes: addable, id: 'addFeed', summary: 'Add a feed' },
    async (call, name) => ({
      feed: printFeed(await feeds().add(inputOf(call, name))),
    }),
  )
  route(
    'POST',
    '/:name/update',
    { ...one, id: 'updateFeed', summary: 'Fetch a feed again, or replace it by the body' },
    async (call, name) => {
      const [outcome] = await feeds().update(name, contentOf(call, undefined))
      if (outcome === undefined) throw new Error('an update without outcome')
      return { outcome: outcome.outcome, reason: outcome.reason, feed: printFeed(outcome.feed) }
    },
  )
  route(
    'POST',
    '/:name/pin',
    {
      ...one,
      takes: pinnable,
      id: 'pinFeed',
      summary: 'Keep a version in use, or without one the newest again',
    },
    async ({ parameter }, name) => ({
      feed: printFeed(await feeds().pin(name, parameter('version') || undefined)),
    }),
  )
  route(
    'DELETE',
    '/:name',
    { ...one, id: 'removeFeed', summary: 'Remove a feed and its versions' },
    async (_, name) => {
      await feeds().remove(name)
      return { removed: name }
    },
  )
}

interface About {
  readonly id: string
  readonly summary: string
  readonly answer: typeof FeedsAnswer | typeof FeedAnswer
  readonly takes: Readonly<Record<string, ReturnType<typeof optional>>>
}

interface Call {
  readonly parameter: Parameter
  readonly bytes: Uint8Array | undefined
}

type Run = (call: Call, name: string) => Promise<Answer>

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

function addRoute(
  app: FastifyInstance,
  context: ApiContext,
  admit: Admit,
  { method, path, about, run }: { method: 'GET' | 'POST' | 'DELETE'; path: string; about: About; run: Run },
): void {
  app.route({
    method,
    url: `/api/v1/admin/feeds${path}`,
    schema: {
      tags: ['administration'],
      operationId: about.id,
      summary: about.summary,
      querystring: Type.Object({ ...credentials, ...about.takes }),
      response: {
        200: Type.Union([about.answer, ErrorBody], { description: 'What stands now, or why not.' }),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await admit(request, reply)
      refuseUser(caller)
      const { name = '' } = request.params as { name?: string }
      const bytes = request.body instanceof Uint8Array && request.body.length > 0 ? request.body : undefined
      const answer = await run({ parameter: parametersOf(request), bytes }, name)
      if (method !== 'GET') {
        const deed = { action: `feed.${about.id.replace('Feed', '')}`, detail: { feed: name } }
        await context.services().accounts.recordDeed(actorOf(caller, request.ip), deed)
      }
      return { error: false, ...answer }
    },
  })
}

function refuseUser({ role }: Account): void {
  if (role !== 'administrator')
    throw new AppError('forbidden', '403 Forbidden: only administrators manage feeds')
}

function inputOf(call: Call, name: string): FeedInput {
  const { parameter } = call
  const basis = parameter('basis') || undefined
  if (basis !== undefined && basis !== 'published' && basis !== 'curated')
    throw new AppError('params', `[-4] Params Error: the basis \`${basis}\` must be published or curated`)
  const content = contentOf(call, parameter('url') || undefined)
  if (content === undefined)
    throw new AppError('params', '[-4] Params Error: give an address as `url`, or the feed as the body')
  const confidence = parameter('confidence')
  return {
    name,
    content,
    kind: parameter('kind') || undefined,
    tags: parameter('tags')
      ?.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    basis,
    confidence: confidence === undefined ? undefined : Number(confidence),
    override: /^(true|1)$/i.test(parameter('override') ?? ''),
    licence: parameter('licence') || undefined,
  }
}

function contentOf({ bytes }: Call, url: string | undefined): FeedContent | undefined {
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
