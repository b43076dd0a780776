// masscan's JSON (`-oJ`) of every generation, and its NDJSON (`-oD`). Layouts: masscan out-json.c and out-ndjson.c with their
// history: keys without quotes (2014), no brackets around and commas behind (until 2018), no closing bracket (killed runs).
import type { Input, Reading, ReadOptions } from '../importer.ts'
import {
  asList,
  asObject,
  asText,
  bytesOfLatin1,
  dig,
  type Document,
  type Json,
  type JsonObject,
  readDocuments,
  reject,
} from '../text/index.ts'
import { type MasscanRecord, readRecord } from './banner.ts'

/** Puts quotes around bare keys; texts are stepped over. */
function quoteKeys(text: string): string {
  return text.replace(
    /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/gs,
    (whole, before, key) => (key === undefined ? whole : `${before}"${key}"`),
  )
}

/** Each character of a banner stands for one byte. */
function service(name: Json | undefined, banner: Json | undefined): MasscanRecord['service'] {
  const text = asText(banner) ?? ''
  return { name: asText(name) ?? 'unknown', banner: bytesOfLatin1(text) ?? Buffer.from(text) }
}

function scalar(value: Json | undefined): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function* recordsOf(object: JsonObject, line: number, text: string): Generator<MasscanRecord> {
  const about = { line, text, ip: asText(object['ip']), time: scalar(object['timestamp']) }
  if ('rec_type' in object) {
    const data = asObject(object['data'])
    const banner = object['rec_type'] === 'banner'
    yield {
      ...about,
      port: scalar(object['port']),
      transport: asText(object['proto']),
      state: banner ? undefined : asText(data?.['status']),
      service: banner ? service(data?.['service_name'], data?.['banner']) : undefined,
    }
    return
  }
  for (const entry of asList(object['ports'])) {
    const named = dig(entry, 'service', 'name')
    yield {
      ...about,
      port: scalar(dig(entry, 'port')),
      transport: asText(dig(entry, 'proto')),
      state: asText(dig(entry, 'status')),
      service: named === undefined ? undefined : service(named, dig(entry, 'service', 'banner')),
    }
  }
}

function* readDocument(document: Document, options: ReadOptions): Generator<Reading> {
  if (document.kind !== 'value') {
    yield document
    return
  }
  const { line, text } = document
  const object = asObject(document.value)
  // `{finished: 1}` ended a file in 2014.
  if (object !== undefined && 'finished' in object) return
  if (object === undefined || !('ports' in object || 'rec_type' in object)) {
    yield reject(line, 'neither `ports` nor `rec_type`: no record of masscan', text)
    return
  }
  let some = false
  for (const record of recordsOf(object, line, text)) {
    some = true
    yield readRecord(record, options)
  }
  if (!some) yield { kind: 'skip', line, reason: 'host without a port' }
}

/** Reads masscan's JSON and NDJSON. */
export async function* readJson(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const document of readDocuments(input.bytes, { ...options, repair: quoteKeys }))
    yield* readDocument(document, options)
}
