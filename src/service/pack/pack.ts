// One portable file of all loaded ranges.
import { rm } from 'node:fs/promises'
import { publishFile, replaceLargeFile } from '../../disk/index.ts'
import { type SourceRow, sourceRows, type TagContext } from '../../tag/index.ts'
import { mmdbOf } from './mmdb.ts'
import { type PackRange, packRanges } from './range.ts'
import { writeSqlite } from './sqlite.ts'

/** The formats of a file. */
const PACK_FORMATS = ['mmdb', 'sqlite'] as const

/** A format of a file. */
export type PackFormat = (typeof PACK_FORMATS)[number]

/** The content of a file. */
interface Packed {
  readonly format: PackFormat
  readonly ranges: number
  readonly sources: number
}

const TYPE = 'Periplus-Tags'

/** Writes the file under a temporary name and renames it when it is complete. */
export async function packTags(path: string, format: PackFormat, context: TagContext): Promise<Packed> {
  const sources = Object.values(sourceRows(context))
  const written =
    format === 'mmdb' ? await writeMmdb(path, context, sources) : await writeDatabase(path, context, sources)
  return { format, ranges: written, sources: sources.length }
}

async function writeMmdb(path: string, context: TagContext, sources: readonly SourceRow[]): Promise<number> {
  let count = 0
  function* counted(): Generator<PackRange> {
    for (const range of packRanges(context)) {
      count++
      yield range
    }
  }
  const names = sources.map(({ name, licence }) => (licence === null ? name : `${name} (${licence})`))
  const description = `Tags of address ranges. Sources: ${names.join(', ')}`
  await replaceLargeFile(path, mmdbOf(counted(), { type: TYPE, description, built: context.now }))
  return count
}

async function writeDatabase(
  path: string,
  context: TagContext,
  sources: readonly SourceRow[],
): Promise<number> {
  const aside = `${path}.${process.pid}.part`
  await rm(aside, { force: true })
  const meta = { type: TYPE, built: new Date(context.now * 1000).toISOString() }
  try {
    const count = writeSqlite(aside, packRanges(context), { meta, sources })
    await publishFile(aside, path)
    return count
  } finally {
    await rm(aside, { force: true })
  }
}
