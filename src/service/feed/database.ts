// Databases of locations and networks that replace the bundled ones; stored and versioned like feeds.
import { existsSync } from 'node:fs'
import { type DatabaseFiles, type LocatorOptions, openLocator } from '../../enrich/index.ts'
import { printDay } from '../../util/index.ts'
import { FeedFiles } from './files.ts'
import { DATABASE_KINDS, type Feed, type FeedVersion } from './types.ts'

/** Whether a kind of feed is a database. */
export const isDatabase = (kind: string): kind is (typeof DATABASE_KINDS)[number] =>
  (DATABASE_KINDS as readonly string[]).includes(kind)

/** The databases in a directory of feeds that replace the bundled ones. */
export function replacedDatabases(directory: string): LocatorOptions {
  if (!existsSync(directory)) return {}
  const files = new FeedFiles(directory)
  const feeds = [...files.read().values()]
  const geography = feeds.find(({ kind }) => kind === 'geography')
  const network = feeds.find(({ kind }) => kind === 'network')
  return {
    ...(geography !== undefined && { city: databaseFiles(files, geography) }),
    ...(network !== undefined && { network: databaseFiles(files, network) }),
  }
}

function databaseFiles(files: FeedFiles, feed: Feed): DatabaseFiles {
  const version = activeVersion(feed)
  return describeFiles(
    feed,
    version,
    files.path(feed.name, version.id),
    files.path(feed.name, version.id, version.second),
  )
}

function describeFiles(
  feed: Feed,
  { retrievedAt, licence }: FeedVersion,
  v4: string,
  v6: string,
): DatabaseFiles {
  return {
    name: feed.name,
    built: printDay(retrievedAt * 1000),
    licence: licence ?? feed.licence ?? '',
    attribution: '',
    v4,
    v6,
  }
}

/** The version in use: the pinned one, else the newest. */
export function activeVersion(feed: Feed): FeedVersion {
  const active = feed.versions.find(({ id }) => id === feed.pinned) ?? feed.versions[0]
  if (active === undefined) throw new Error(`the feed ${feed.name} has no version`)
  return active
}

/** Why two files are not a valid database of a kind; undefined when they are valid. Reads them completely. */
export function databaseProblem(kind: string, v4: string, v6: string): string | undefined {
  const files: DatabaseFiles = { name: '', built: '', licence: '', attribution: '', v4, v6 }
  try {
    const locator = openLocator(kind === 'geography' ? { city: files } : { network: files })
    locator.locate('192.0.2.1')
    locator.locate('2001:db8::1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(/`[^`]*`/g, 'the file') : String(error)
  }
}
