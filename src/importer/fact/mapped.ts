// Maps the JSON values of an input to readings: the part shared by all sources whose records are JSON objects.
import type { Observation } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import type { Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asObject,
  type Json,
  type JsonObject,
  printElement,
  type Row,
  readDocuments,
  readLines,
  readRows,
  reject,
  type XmlElement,
} from '../text/index.ts'
import { unreadValues } from './unread-value.ts'

/** The result of mapping one JSON value of a source; one value may have several results. */
export type Mapped =
  | { readonly kind: 'observation'; readonly observation: Observation }
  | { readonly kind: 'skip'; readonly reason: string }
  /** `text` is the text to repair and import again, if that is less than the whole value. */
  | { readonly kind: 'reject'; readonly reason: string; readonly text?: string }

/** The context of a value that a mapper may use. */
export interface MapContext {
  readonly options: ReadOptions
  /** The unwrapped path that the value is an item of; empty for a value on its own. */
  readonly path: string
  /** Its key, where the unwrapped value is an object. */
  readonly key: string | undefined
  /** The surrounding object, as far as it precedes its items. */
  readonly around: Json | undefined
}

/** Maps one JSON object of a source. */
type MapObject = (record: JsonObject, context: MapContext) => Iterable<Mapped>

/** Why a record without a port is rejected, with the remedy, for sources that do not always name the port. */
export const NO_PORT = 'no port in the record: give the one that was scanned with --port'

/** A value that was understood but is not a service. */
export function skipped(reason: string): Mapped {
  return { kind: 'skip', reason }
}

/** A value that cannot become a record. */
export function rejected(reason: string, text?: string): Mapped {
  return text === undefined ? { kind: 'reject', reason } : { kind: 'reject', reason, text }
}

/**
 * Reads an input as JSON and maps each object; `unwrap` names the paths within wrapping objects whose items are the objects, `lists`
 * those within an object whose whole items are read where the input ends within the object. Other values are rejected.
 */
export function readMapped(
  input: Input,
  options: ReadOptions,
  unwrap: readonly string[],
  map: MapObject,
  lists?: readonly string[],
): AsyncGenerator<Reading> {
  const mapValue = (value: Json, context: MapContext): Iterable<Mapped> => {
    const record = asObject(value)
    return record === undefined ? [rejected('no JSON object')] : map(record, context)
  }
  return readMappedValues(input, options, unwrap, mapValue, lists)
}

/** The same for a source whose values may be of any type. */
export async function* readMappedValues(
  input: Input,
  options: ReadOptions,
  unwrap: readonly string[],
  map: (value: Json, context: MapContext) => Iterable<Mapped>,
  lists?: readonly string[],
): AsyncGenerator<Reading> {
  let around: Json | undefined
  let items = 0
  for await (const document of readDocuments(input.bytes, {
    ...{ ...options, unwrap, keyed: isAddress },
    ...(lists !== undefined && { lists }),
  })) {
    if (document.kind !== 'value') {
      yield document
      continue
    }
    const { value, path, key, part } = document
    if (part === 'opening') around = value
    else if (part === 'whole' && items > 0) items = 0
    else {
      if (path !== '') items++
      yield* readingsOf(
        map(value, { options, path, key, around: path === '' ? undefined : around }),
        document,
        asObject(value),
      )
    }
    if (part === 'whole') around = undefined
  }
}

function isAddress(key: string): boolean {
  return canonicalAddress(key) !== undefined
}

function* readingsOf(
  mapped: Iterable<Mapped>,
  { line, text }: { readonly line: number; readonly text: string },
  record: JsonObject | undefined,
): Generator<Reading> {
  const said = new Set<string>()
  for (const item of mapped) {
    yield readingOf(item, line, text)
    if (record === undefined || item.kind !== 'observation') continue
    for (const reason of unreadValues(record, item.observation)) {
      if (!said.has(reason)) yield reject(line, reason, text)
      said.add(reason)
    }
  }
}

/** The reading of what a value maps to. `line` counts from 1; `text` is the original for rejects. */
export function readingOf(mapped: Mapped, line: number, text: string): Reading {
  return mapped.kind === 'reject' ? reject(line, mapped.reason, mapped.text ?? text) : { ...mapped, line }
}

/** The reading of what an element of XML maps to. */
export function readingOfElement(mapped: Mapped, element: XmlElement): Reading {
  const text = mapped.kind === 'reject' ? printElement(element) : ''
  return readingOf(mapped, element.line, text)
}

/** A source that prints one record per line: converts a line to a record, and explains lines that are not records. */
export interface LineFormat {
  readonly read: (line: string) => JsonObject | undefined
  readonly complaint: string
  readonly map: MapObject
}

/** Reads an input line by line; blank lines are skipped. */
export async function* readMappedLines(
  input: Input,
  options: ReadOptions,
  format: LineFormat,
): AsyncGenerator<Reading> {
  const where: MapContext = { options, path: '', key: undefined, around: undefined }
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') yield line
    else if (line.text.trim() !== '') {
      const record = format.read(line.text)
      const mapped = record === undefined ? [rejected(format.complaint)] : format.map(record, where)
      yield* readingsOf(mapped, line, record)
    }
  }
}

/** A source that writes a table whose first row names the columns. */
interface TableFormat {
  /** The names of the columns, if the file holds none. */
  readonly header?: readonly string[]
  readonly record: (names: readonly string[], cells: readonly string[]) => JsonObject
  readonly map: MapObject
}

/**
 * Reads an input as comma-separated values; repeated header rows are skipped. A reject includes the header, so that it can be
 * imported by itself.
 */
export async function* readMappedRows(
  input: Input,
  options: ReadOptions,
  format: TableFormat,
): AsyncGenerator<Reading> {
  const where: MapContext = { options, path: '', key: undefined, around: undefined }
  let header: Pick<Extract<Row, { kind: 'row' }>, 'cells' | 'text'> | undefined = format.header && {
    cells: format.header,
    text: format.header.join(','),
  }
  for await (const row of readRows(input.bytes, options)) {
    const above = header === undefined ? '' : `${header.text}\n`
    if (row.kind === 'reject') yield reject(row.reject.line, row.reject.reason, above + row.reject.text)
    else if (header === undefined) header = row
    else if (row.text !== header.text) {
      const record = format.record(header.cells, row.cells)
      yield* readingsOf(format.map(record, where), { line: row.line, text: above + row.text }, record)
    }
  }
}

/** The share (0 to 1) of a sample's first lines that `read` accepts; 0 when it rejects the very first. */
export function shareOfLines({ text, whole }: Sample, read: LineFormat['read']): number {
  const lines = text.split('\n')
  if (!whole) lines.pop()
  const written = lines.filter((line) => line.trim() !== '').slice(0, 50)
  const [first] = written
  if (first === undefined || read(first) === undefined) return 0
  return written.filter((line) => read(line) !== undefined).length / written.length
}
