// A candidate for a feed's next version: read as it would be used, and refused with a reason.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFeed } from '../../tag/index.ts'
import { databaseProblem, isDatabase } from './database.ts'
import type { Feed, FeedVersion } from './types.ts'

/** What was learnt of a candidate. */
export type Facts = Pick<
  FeedVersion,
  'statedAt' | 'label' | 'licence' | 'format' | 'category' | 'records' | 'bad' | 'reasons'
>

/** A file (for databases, with its second one). */
export interface Candidate {
  readonly bytes: Uint8Array
  readonly second: Uint8Array | undefined
}

/** Reads a candidate. Fails with a plain `Error` whose message says why it cannot be used. */
export function examine(feed: Feed, candidate: Candidate): Facts {
  const facts = isDatabase(feed.kind) ? examineDatabase(feed, candidate) : examineFeed(feed, candidate.bytes)
  const before = feed.versions[0]?.records ?? 0
  if (before >= 100 && facts.records < before / 10) {
    throw new Error(
      `the new file holds ${facts.records} records, the one before ${before}: taken for cut off; remove the feed and add it again if that is right`,
    )
  }
  return facts
}

function examineFeed({ name, kind, tags, basis, confidence, override }: Feed, bytes: Uint8Array): Facts {
  const read = readFeed(kind, bytes, {
    name,
    override,
    ...(tags !== null && { tags }),
    ...(basis !== null && { basis }),
    ...(confidence !== null && { confidence }),
  })
  if (!read.ok) throw new Error(read.reason)
  const { statedAt, version, licence, category, records, bad, reasons } = read.feed
  return { statedAt, label: version, licence, format: read.feed.kind, category, records, bad, reasons }
}

function examineDatabase({ kind }: Feed, { bytes, second }: Candidate): Facts {
  const folder = mkdtempSync(join(tmpdir(), 'periplus-database-'))
  try {
    const v4 = join(folder, 'v4')
    writeFileSync(v4, bytes)
    const v6 = second === undefined ? v4 : join(folder, 'v6')
    if (second !== undefined) writeFileSync(v6, second)
    const problem = databaseProblem(kind, v4, v6)
    if (problem !== undefined) throw new Error(problem)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    statedAt: null,
    label: null,
    licence: null,
    format: kind,
    category: kind,
    records: 0,
    bad: 0,
    reasons: [],
  }
}
