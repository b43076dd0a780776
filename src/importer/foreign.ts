// Output of several tools in one file (`cat *.json`): tells records of another source from unusual ones of the same.
import { Buffer } from 'node:buffer'
import { makeSample } from './detect.ts'
import type { Importer, ReadOptions } from './importer.ts'
import { type JsonObject, printJson } from './text/index.ts'

/** Sets of keys that are looked at; a source with more of them has keys of its own in every record. */
const MOST_LAYOUTS = 1024
/** How sure another source must be of a record, and by how much more than the one that reads it. */
const SURE = 0.85
const LEAD = 0.3

/** For records that an importer reads: the name of the importer that they are of, where it is surely another one. */
export function foreignTo(
  importer: Importer,
  importers: readonly Importer[],
): NonNullable<ReadOptions['foreign']> {
  const known = new Map<string, string | undefined>()
  return (record) => {
    const layout = Object.keys(record).join('\n')
    if (known.has(layout) || known.size >= MOST_LAYOUTS) return known.get(layout)
    const sample = makeSample('', Buffer.from(`${printJson(record as JsonObject)}\n`), true)
    const least = Math.max(SURE, importer.detect(sample) + LEAD)
    const other = importers.find((one) => one !== importer && one.detect(sample) >= least)
    known.set(layout, other?.name)
    return other?.name
  }
}
