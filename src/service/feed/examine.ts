// Examines a candidate for a feed's next version: reads it as it would be used, and refuses it with a reason. Large ones are read
// in a thread, so that a server answers meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFeed } from '../../tag/index.ts'
import { inThread } from '../in-thread.ts'
import { databaseProblem, isDatabase } from './database.ts'
import { judgeSize } from './size.ts'
import type { Feed, FeedVersion } from './types.ts'

/** Facts about a candidate. */
type Facts = Pick<
  FeedVersion,
  | 'statedAt'
  | 'label'
  | 'licence'
  | 'format'
  | 'category'
  | 'records'
  | 'bad'
  | 'reasons'
  | 'guesses'
  | 'covered'
>

/** A file (for databases, with its second one). */
export interface Candidate {
  readonly bytes: Uint8Array
  readonly second: Uint8Array | undefined
}

/** The facts, or the reason why it cannot be used. */
type Examined = { readonly ok: true; readonly facts: Facts } | { readonly ok: false; readonly reason: string }

/** Reads a candidate. Fails with a plain `Error` whose message is the reason. */
export async function examine(feed: Feed, candidate: Candidate): Promise<Facts> {
  const examined = await (isSmall(feed, candidate)
    ? readCandidate(feed, candidate)
    : inThread<Examined>(new URL('./examine-thread.ts', import.meta.url), { feed, candidate }))
  if (!examined.ok) throw new Error(examined.reason)
  const { facts } = examined
  const before = feed.versions[0]?.records ?? 0
  if (feed.acceptSize !== true && before >= 100 && facts.records < before / 10) {
    throw new Error(
      `the new file contains ${facts.records} records, the previous one ${before}: it seems to be truncated; remove the feed and add it again if that is right`,
    )
  }
  return facts
}

/** Whether reading it takes no longer than starting a thread; compressed files expand up to a thousandfold. */
function isSmall({ kind }: Feed, { bytes }: Candidate): boolean {
  const compressed = bytes[0] === 0x1f
  return !isDatabase(kind) && bytes.length <= (compressed ? 4096 : 1_048_576)
}

/** Reads a candidate in this thread. */
export function readCandidate(feed: Feed, candidate: Candidate): Examined {
  return isDatabase(feed.kind) ? readDatabase(feed, candidate) : readList(feed, candidate.bytes)
}

function readList(feed: Feed, bytes: Uint8Array): Examined {
  const { name, kind, tags, basis, confidence, override, columns } = feed
  const read = readFeed(kind, bytes, {
    name,
    override,
    columns,
    ...(tags !== null && { tags }),
    ...(basis !== null && { basis }),
    ...(confidence !== null && { confidence }),
  })
  if (!read.ok) return read
  const problem = feed.versions.length === 0 ? uselessHint(feed, read.feed) : undefined
  if (problem !== undefined) return { ok: false, reason: problem }
  const { covered, problem: size } = judgeSize(feed, read.feed)
  if (size !== undefined) return { ok: false, reason: size }
  const { statedAt, version, licence, category, records, bad, reasons, guesses } = read.feed
  const { kind: format } = read.feed
  return {
    ok: true,
    facts: { statedAt, label: version, licence, format, category, records, bad, reasons, guesses, covered },
  }
}

/** Why a declaration would have no effect; undefined if it has. Earlier feeds keep the options with which they were added. */
function uselessHint(
  { tags, columns }: Feed,
  {
    kind,
    labels,
  }: { readonly kind: string; readonly labels: readonly { readonly tags: readonly string[] }[] },
): string | undefined {
  const given = new Set(labels.flatMap((label) => label.tags))
  const unused = tags?.filter((tag) => !given.has(tag)) ?? []
  if (unused.length > 0)
    return `\`--tags ${unused.join(',')}\` has no effect: the format \`${kind}\` says itself what its addresses are; leave the option out, or declare another format with --kind`
  if (columns !== undefined && !COLUMNED.includes(kind))
    return `\`--column\`, \`--first\` and \`--last\` have no effect on the format \`${kind}\`; they need --kind table or --kind json`
  return undefined
}

const COLUMNED = ['table', 'json']

function readDatabase({ kind }: Feed, { bytes, second }: Candidate): Examined {
  const folder = mkdtempSync(join(tmpdir(), 'periplus-database-'))
  try {
    const v4 = join(folder, 'v4')
    writeFileSync(v4, bytes)
    const v6 = second === undefined ? v4 : join(folder, 'v6')
    if (second !== undefined) writeFileSync(v6, second)
    const problem = databaseProblem(kind, v4, v6)
    if (problem !== undefined) return { ok: false, reason: problem }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const nothing = { statedAt: null, label: null, licence: null, records: 0, bad: 0, reasons: [] }
  return { ok: true, facts: { ...nothing, format: kind, category: kind } }
}
