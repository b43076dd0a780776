// Maps a WARC record of a page to an observation.
import { parseSpan } from '../../util/index.ts'
import {
  decodeBlockBody,
  decodeBody,
  fieldValue,
  headerText,
  observeCapture,
  type PageScripts,
  parseResponse,
  refuseBlock,
  textOfBody,
  type WebCapture,
} from '../capture/index.ts'
import type { Reading } from '../importer.ts'
import { readTime, readWebAddress, type WebAddress } from '../text/index.ts'
import type { WarcRecord } from './record.ts'
import type { Originals } from './revisit.ts'

/** What is remembered of the other records of an archive. */
export interface Around {
  readonly originals: Originals
  readonly scripts: PageScripts
}

/** A record that could not become an observation. */
export function refuse(record: WarcRecord, reason: string): Reading {
  return refuseBlock(record.number, reason, record.header, record.block)
}

type Origin = Pick<WebCapture, 'url' | 'address' | 'ip' | 'time'>

/** `<http://…>` as Wget writes it, without the brackets. */
function targetOf(record: WarcRecord): string {
  return (fieldValue(record.fields, 'warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1')
}

function timeOf(record: WarcRecord): number | undefined {
  const text = fieldValue(record.fields, 'warc-date') ?? ''
  // WARC 1.1 allows a year or a month alone.
  const time = text.length < 8 ? parseSpan(text)?.first : readTime(text)
  return time !== undefined && time > 0 ? time : undefined
}

function originOf(record: WarcRecord, url: string, address: WebAddress): Origin {
  return { url, address, ip: fieldValue(record.fields, 'warc-ip-address'), time: timeOf(record) }
}

function observed(record: WarcRecord, capture: WebCapture, { scripts }: Around): Reading {
  scripts.see(capture)
  return { kind: 'observation', line: record.number, observation: observeCapture(capture) }
}

async function readResponse(record: WarcRecord, origin: Origin, around: Around): Promise<Reading> {
  const { bytes, fit } = record.block
  const response = parseResponse(bytes)
  if (response === undefined) return readOther(record, origin, around)
  if (!response.closed && fit === 'cut')
    return refuse(record, 'the input ends within the HTTP header of this record')
  const header = headerText(response.head)
  // Not modified: what the host had sent before is still valid.
  if (response.status === 304)
    return observed(record, { ...origin, header, body: undefined, repeat: true }, around)
  around.originals.remember(record.fields, bytes)
  const truncated = fit === 'cut' || fieldValue(record.fields, 'warc-truncated') !== undefined
  const body = await decodeBlockBody(response, record.block, truncated, origin.address.reached)
  return observed(record, { ...origin, header, body, repeat: false }, around)
}

/** A response whose block is not an HTTP message: the body alone, unless it claims to be one. */
function readOther(record: WarcRecord, origin: Origin, around: Around): Reading {
  const type = fieldValue(record.fields, 'content-type') ?? ''
  if (record.block.bytes.length === 0) {
    return refuse(
      record,
      record.block.fit === 'cut' ? 'the input ends before the content of this record' : 'the record is empty',
    )
  }
  if (type === '' || /^application\/http\b/i.test(type))
    return refuse(record, 'the record does not begin with an HTTP status line')
  return readResource(record, origin, around)
}

function readResource(record: WarcRecord, origin: Origin, around: Around): Reading {
  const type = fieldValue(record.fields, 'content-type') ?? ''
  const body = textOfBody(record.block, type, origin.address.reached)
  return observed(record, { ...origin, header: undefined, body, repeat: false }, around)
}

async function readRevisit(record: WarcRecord, origin: Origin, around: Around): Promise<Reading> {
  const own = parseResponse(record.block.bytes)
  const block = around.originals.find(record.fields)
  const original = block === undefined ? undefined : parseResponse(block)
  const current = own === undefined || own.status === 304 ? original : own
  const shown = current ?? own
  const host = origin.address.reached
  const body =
    original && (await decodeBody({ ...original, bytes: original.body, length: original.body.length, host }))
  const header = shown === undefined ? undefined : headerText(shown.head)
  return observed(record, { ...origin, header, body, repeat: original === undefined }, around)
}

/** Reads a record of type response, resource or revisit. */
export async function readCapture(record: WarcRecord, around: Around): Promise<Reading> {
  const url = targetOf(record)
  if (url === '') return refuse(record, `the ${record.type} record has no WARC-Target-URI`)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return {
      kind: 'skip',
      line: record.number,
      reason: `${record.type} record of \`${scheme}:\`, no web page`,
    }
  const address = readWebAddress(url)
  if (address === undefined) return refuse(record, `\`${url.slice(0, 200)}\` is not a valid web address`)
  const origin = originOf(record, url, address)
  if (record.type === 'revisit') return await readRevisit(record, origin, around)
  if (record.type === 'resource') return readResource(record, origin, around)
  return await readResponse(record, origin, around)
}
