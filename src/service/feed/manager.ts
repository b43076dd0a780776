// The feeds of a data directory: added, updated, pinned and removed, one operation at a time.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { systemReason } from '../../error/index.ts'
import { type Category, freshness } from '../../tag/index.ts'
import { checkContent, checkInput, wrong } from './check.ts'
import type { Connector } from './connector.ts'
import { activeVersion, isDatabase } from './database.ts'
import { type Candidate, examine } from './examine.ts'
import { FeedFiles } from './files.ts'
import { withFeeds } from './lock.ts'
import type {
  Feed,
  FeedContent,
  FeedInput,
  FeedOutcome,
  FeedRow,
  Feeds,
  FeedVersion,
  UpdateOptions,
} from './types.ts'

/** The options of a manager. */
interface FeedManagerOptions {
  readonly directory: string
  readonly connector: Connector
  /** Largest file, in bytes. */
  readonly sizeLimit: number
  /** Time limit of one fetch, in milliseconds. */
  readonly timeLimit: number
  readonly now?: (() => number) | undefined
  /** Called after any change that affects tags. */
  readonly onChange?: (() => void) | undefined
}

const KEPT_VERSIONS = 5
const HOUR = 3600
const SPARE_MS = 60_000

interface Arrival extends Candidate {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** Manages the feeds of one directory. */
export class FeedManager implements Feeds {
  readonly #options: FeedManagerOptions
  readonly #files: FeedFiles
  readonly #now: () => number
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: FeedManagerOptions) {
    this.#options = options
    this.#files = new FeedFiles(options.directory)
    this.#now = options.now ?? Date.now
  }

  async list(): Promise<readonly FeedRow[]> {
    return [...this.#files.read().values()].map((feed) => this.#row(feed))
  }

  async show(name: string): Promise<FeedRow> {
    return this.#row(this.#find(name))
  }

  /** Path of the file of the version in use. */
  pathOf(feed: Feed): string {
    return this.#files.path(feed.name, activeVersion(feed).id)
  }

  add(input: FeedInput): Promise<FeedRow> {
    return this.#exclusively(async () => {
      checkInput(input)
      const feeds = this.#files.read()
      if (feeds.has(input.name))
        throw wrong(`the feed \`${input.name}\` exists already; update it, or remove it first`)
      this.#refuseSecondDatabase(feeds, input.kind)
      const feed = this.#newFeed(input)
      try {
        const arrival = await this.#fetch(feed, input.content)
        if (arrival === undefined) throw new Error('the server sent nothing')
        return await this.#keep(feed, arrival, input.acceptSize)
      } catch (error) {
        throw wrong(`the feed \`${input.name}\` was not added: ${systemReason(error)}`)
      }
    })
  }

  async update(
    name: string | undefined,
    content?: FeedContent,
    options: UpdateOptions = {},
  ): Promise<readonly FeedOutcome[]> {
    const names =
      name === undefined
        ? [...this.#files.read().values()].filter(hasOrigin).map((feed) => feed.name)
        : [name]
    const outcomes: FeedOutcome[] = []
    for (const one of names)
      outcomes.push(await this.#exclusively(() => this.#updateOne(one, content, options)))
    return outcomes
  }

  /** Updates what is due: feeds not fetched for `interval` milliseconds (0: never), and changed files. */
  async updateDue(interval: number): Promise<void> {
    for (const feed of this.#files.read().values()) {
      if (await this.#isDue(feed, interval)) await this.update(feed.name).catch(() => {})
    }
  }

  remove(name: string): Promise<void> {
    return this.#exclusively(async () => {
      this.#find(name)
      const feeds = new Map(this.#files.read())
      feeds.delete(name)
      this.#files.write(feeds)
      this.#files.forget(name)
      this.#options.onChange?.()
    })
  }

  pin(name: string, version: string | undefined): Promise<FeedRow> {
    return this.#exclusively(async () => {
      const feed = this.#find(name)
      const found = feed.versions.find(({ id }) => id === version)
      if (version !== undefined && found === undefined) {
        const known = feed.versions.map(({ id }) => id).join(', ')
        throw wrong(`the feed \`${name}\` has no version \`${version}\`; kept are ${known}`)
      }
      return this.#save({ ...feed, pinned: version ?? null })
    })
  }

  async #updateOne(
    name: string,
    content: FeedContent | undefined,
    { acceptSize }: UpdateOptions,
  ): Promise<FeedOutcome> {
    const feed = this.#find(name)
    if (content !== undefined) checkContent(content)
    const from = content ?? originOf(feed)
    if (from === undefined)
      throw wrong(`the feed \`${name}\` was uploaded; give the new file with the update`)
    try {
      const arrival = await this.#fetch(feed, from)
      const row = arrival === undefined ? this.#confirm(feed) : await this.#keep(feed, arrival, acceptSize)
      const changed = row.versions[0]?.id !== feed.versions[0]?.id
      return { name, outcome: changed ? 'updated' : 'unchanged', reason: null, feed: row }
    } catch (error) {
      const reason = systemReason(error)
      const at = this.#seconds()
      const row = this.#save({ ...feed, checkedAt: at, failure: { at, reason } })
      return { name, outcome: 'failed', reason, feed: row }
    }
  }

  /** The new bytes; undefined when the server answers that nothing is newer. */
  async #fetch(feed: Feed, content: FeedContent): Promise<Arrival | undefined> {
    const { connector, sizeLimit, timeLimit } = this.#options
    const none = { etag: null, lastModified: null }
    if (content.from === 'bytes') return { bytes: content.bytes, second: undefined, ...none }
    if (content.from === 'file') {
      const second = content.second === undefined ? undefined : await readBounded(content.second, sizeLimit)
      return { bytes: await readBounded(content.path, sizeLimit), second, ...none }
    }
    const marks = content.url === feed.url ? feed.versions[0] : undefined
    const fetched = await connector({
      url: content.url,
      etag: marks?.etag,
      lastModified: marks?.lastModified,
      sizeLimit,
      timeLimit,
    })
    if (fetched.status === 'unchanged') {
      if (marks === undefined) throw new Error('the server answered 304 without being asked for changes')
      return undefined
    }
    return { ...fetched, second: undefined }
  }

  /** Nothing is newer: the newest version counts as retrieved now. */
  #confirm(feed: Feed): FeedRow {
    const [newest, ...older] = feed.versions
    const at = this.#seconds()
    const versions =
      newest === undefined
        ? older
        : [{ ...newest, since: newest.since ?? newest.retrievedAt, retrievedAt: at }, ...older]
    return this.#save({ ...feed, checkedAt: at, failure: null, versions })
  }

  async #keep(feed: Feed, arrival: Arrival, acceptSize = false): Promise<FeedRow> {
    const hash = createHash('sha256').update(arrival.bytes)
    const sha256 = (arrival.second === undefined ? hash : hash.update(arrival.second)).digest('hex')
    const [newest] = feed.versions
    const { etag, lastModified } = arrival
    if (newest?.sha256 === sha256) {
      const versions = [{ ...newest, etag, lastModified }, ...feed.versions.slice(1)]
      return this.#confirm({ ...feed, versions })
    }
    const candidate = { bytes: arrival.bytes, second: arrival.second }
    // A version that was accepted before is always accepted again.
    const known = feed.versions.some((one) => one.sha256 === sha256)
    const facts = await examine(acceptSize || known ? { ...feed, acceptSize: true } : feed, candidate)
    const version: FeedVersion = {
      id: sha256.slice(0, 16),
      sha256,
      bytes: arrival.bytes.length,
      retrievedAt: this.#seconds(),
      since: feed.versions.find((one) => one.sha256 === sha256)?.since ?? this.#seconds(),
      ...facts,
      etag,
      lastModified,
      second: arrival.second !== undefined,
    }
    this.#files.keep(feed.name, version.id, arrival.bytes, arrival.second)
    const all = [version, ...feed.versions.filter(({ id }) => id !== version.id)]
    const versions = all.filter(({ id }, index) => index < KEPT_VERSIONS || id === feed.pinned)
    const accepted = acceptSize ? facts.covered : feed.accepted
    const row = this.#save({
      ...feed,
      checkedAt: version.retrievedAt,
      failure: null,
      versions,
      ...(accepted !== undefined && { accepted }),
    })
    for (const { id } of all) if (!versions.some((kept) => kept.id === id)) this.#files.forget(feed.name, id)
    return row
  }

  #save(feed: Feed): FeedRow {
    const before = this.#files.read()
    this.#files.write(new Map(before).set(feed.name, feed))
    this.#options.onChange?.()
    return this.#row(feed)
  }

  #row(feed: Feed): FeedRow {
    const active = activeVersion(feed)
    const age = this.#seconds() - (active.statedAt ?? active.retrievedAt)
    return { ...feed, active, state: freshness(active.category as Category, Math.max(0, age)) }
  }

  #find(name: string): Feed {
    const feeds = this.#files.read()
    const feed = feeds.get(name)
    if (feed !== undefined) return feed
    const known = feeds.size === 0 ? 'there are none' : `there are ${[...feeds.keys()].join(', ')}`
    throw wrong(`no feed \`${name}\`; ${known}`)
  }

  #refuseSecondDatabase(feeds: ReadonlyMap<string, Feed>, kind: string | undefined): void {
    const other = [...feeds.values()].find((feed) => feed.kind === kind)
    if (other !== undefined && isDatabase(other.kind))
      throw wrong(`\`${other.name}\` replaces the database already; update it, or remove it first`)
  }

  #newFeed({ content, ...input }: FeedInput): Feed {
    const at = this.#seconds()
    return {
      name: input.name,
      kind: input.kind ?? 'auto',
      url: content.from === 'url' ? content.url : null,
      file: content.from === 'file' && content.second === undefined ? content.path : null,
      tags: input.tags ?? null,
      basis: input.basis ?? null,
      confidence: input.confidence ?? null,
      override: input.override ?? false,
      ...(input.columns !== undefined && { columns: input.columns }),
      licence: input.licence ?? null,
      addedAt: at,
      checkedAt: at,
      failure: null,
      pinned: null,
      versions: [],
    }
  }

  async #isDue(feed: Feed, interval: number): Promise<boolean> {
    const since = this.#seconds() - feed.checkedAt
    if (feed.url !== null) {
      const wait = feed.failure === null ? interval / 1000 : Math.min(interval / 1000, HOUR)
      return interval > 0 && since >= wait
    }
    if (feed.file === null) return false
    const modified = await stat(feed.file).catch(() => undefined)
    return modified !== undefined && modified.mtimeMs > feed.checkedAt * 1000
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { directory, timeLimit } = this.#options
    // Another process may be fetching, which ends within its time limit.
    const alone = () => withFeeds(directory, timeLimit + SPARE_MS, work)
    const next = this.#last.then(alone, alone)
    this.#last = next.catch(() => {})
    return next
  }
}

const hasOrigin = (feed: Feed): boolean => originOf(feed) !== undefined

function originOf({ url, file }: Feed): FeedContent | undefined {
  if (url !== null) return { from: 'url', url }
  return file === null ? undefined : { from: 'file', path: file }
}

async function readBounded(path: string, limit: number): Promise<Uint8Array> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`\`${path}\` is not a file`)
  const { size } = found
  if (size > limit) throw new Error(`the file is longer than ${limit} bytes`)
  return readFile(path)
}
