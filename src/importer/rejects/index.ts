// A repaired rejects file of an earlier import: each line's `text` is read again by the importer that rejected it. It receives the
// other importers only as a list.
import { Buffer } from 'node:buffer'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asNumber,
  asObject,
  asText,
  type Json,
  type JsonObject,
  peekObjects,
  readDocuments,
  readTime,
  reject,
} from '../text/index.ts'

/** One line of a rejects file, as `periplus import` writes it. */
interface Rejected {
  /** Its line in the rejects file. */
  readonly at: number
  readonly row: JsonObject
  readonly file: string
  readonly importer: Importer
  readonly line: number
  /** Time of records without one, milliseconds UTC. */
  readonly time: number | undefined
  readonly text: string
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  return ['file', 'format', 'line', 'reason', 'text'].every((key) => key in first) ? 1 : 0
}

function readRejected(at: number, value: Json, importers: readonly Importer[]): Rejected | string {
  const row = asObject(value)
  const format = asText(row?.['format'])
  const text = asText(row?.['text'])
  if (row === undefined || format === undefined || text === undefined)
    return 'no line of a rejects file: `format` and `text` are needed'
  const importer = importers.find((known) => known.name === format)
  if (importer === undefined) return `\`${format}\` is not a known format`
  const [file, line, time] = [
    asText(row['file']) ?? '',
    asNumber(row['line']) ?? 1,
    readTime(row['time'] ?? null),
  ]
  return { at, row, file, importer, line, time, text }
}

async function* readAgain(row: Rejected, options: ReadOptions): AsyncGenerator<Reading> {
  const input: Input = { name: row.file, bytes: once(`${row.text}\n`), beside: async () => undefined }
  let rejected = false
  for await (const reading of row.importer.read(input, options)) {
    if (reading.kind === 'observation') {
      const { observation } = reading
      yield {
        ...reading,
        line: row.line,
        observation: { ...observation, time: observation.time ?? row.time },
      }
    } else if (reading.kind === 'reject') {
      // Only once, with the first reason: every reject would hold the whole line.
      if (!rejected) yield again(row, reading.reject.reason)
      rejected = true
    } else if (reading.kind === 'skip' || reading.kind === 'probed') yield { ...reading, line: row.line }
    else yield { kind: 'note', text: `line ${row.line} of ${row.file}: ${reading.text}` }
  }
}

/** A line that still is not a record: the whole line with the new reason, so that it can be repaired and imported once more. */
function again({ at, row }: Rejected, reason: string): Reading {
  return reject(at, reason, JSON.stringify({ ...row, reason }))
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The importer of rejects files; `importers` returns all others when called. */
export function createRejectsImporter(importers: () => readonly Importer[]): Importer {
  async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
    for await (const document of readDocuments(input.bytes, options)) {
      if (document.kind !== 'value') {
        yield document
        continue
      }
      const row = readRejected(document.line, document.value, [...importers(), rejects])
      if (typeof row === 'string') yield reject(document.line, row, document.text)
      else yield* readAgain(row, options)
    }
  }
  const rejects: Importer = {
    name: 'rejects',
    label: 'a repaired rejects file of an earlier import',
    detect,
    read,
  }
  return rejects
}
