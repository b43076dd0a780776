// A file of httpx's `-store-response` folder: the request, the response as received, and the address, with blank lines before it.
import { Buffer } from 'node:buffer'
import {
  decodeBody,
  headerText,
  type HttpResponse,
  fieldValue,
  observeCapture,
  parseResponse,
} from '../capture/index.ts'
import type { Input, ReadOptions, Reading } from '../importer.ts'
import { DEFAULT_LINE_LIMIT, decodeUtf8, readWebAddress, reject } from '../text/index.ts'

const REQUEST = /^[A-Z]{3,16} \S+ HTTP\/\d(?:\.\d)?\r?\n/
const RESPONSE = /\r?\n\r?\n(?=HTTP\/\d(?:\.\d)? \d{3})/
const ADDRESS = /\n\n\n(https?:\/\/\S+)\s*$/
/** How far into a file its response must begin. */
const REQUEST_LIMIT = 1024 * 1024
const TAIL = 8192

/** Whether a text begins as such a file does. */
export function isStored(text: string): boolean {
  return REQUEST.test(text) && RESPONSE.test(text)
}

/** What was read of a file: its beginning, its end and its length. */
interface Held {
  readonly bytes: Buffer
  readonly tail: string
  readonly length: number
}

async function hold(input: Input, limit: number): Promise<Held> {
  const kept: Uint8Array[] = []
  let tail = Buffer.alloc(0)
  let length = 0
  for await (const chunk of input.bytes) {
    if (length < limit) kept.push(chunk.subarray(0, limit - length))
    tail = Buffer.concat([tail, chunk.subarray(-TAIL)]).subarray(-TAIL)
    length += chunk.length
  }
  return { bytes: Buffer.concat(kept), tail: tail.toString('latin1'), length }
}

/** Reads one stored response. */
export async function* readStored(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const held = await hold(input, options.lineLimit ?? DEFAULT_LINE_LIMIT)
  const beginning = (): string => decodeUtf8(held.bytes.subarray(0, 65536))
  const start = RESPONSE.exec(held.bytes.toString('latin1', 0, REQUEST_LIMIT))
  const end = ADDRESS.exec(held.tail)
  const address = readWebAddress(end?.[1] ?? '')
  if (start === null) return yield reject(1, 'no response follows the request', beginning())
  if (end === null || address === undefined)
    return yield reject(1, 'the file does not end with the address of the page: it was cut', beginning())
  const from = start.index + start[0].length
  const response = parseResponse(held.bytes.subarray(from, held.length - (held.tail.length - end.index)))
  if (response === undefined) return yield reject(1, 'no response follows the request', beginning())
  const { bytes, length } = bodyOf(response, held)
  const body = await decodeBody({ bytes, length, fields: response.fields, host: address.reached })
  const header = headerText(response.head)
  const observation = observeCapture({
    url: end[1] ?? '',
    address,
    ip: undefined,
    time: undefined,
    header,
    body: body.text === '' ? undefined : body,
    repeat: false,
  })
  yield { kind: 'observation', line: 1, observation }
}

/** The body; with `-store-chain` further requests and responses follow it. */
function bodyOf({ body, fields }: HttpResponse, held: Held): { bytes: Buffer; length: number } {
  const stated = Number(fieldValue(fields, 'content-length') ?? Number.NaN)
  const rest = body.toString('latin1', stated, stated + 64)
  if (stated < body.length && /^\s*(?:[A-Z]{3,16} \S+|HTTP\/\d)/.test(rest)) {
    return { bytes: body.subarray(0, stated), length: stated }
  }
  return { bytes: body, length: body.length + Math.max(0, held.length - held.bytes.length) }
}
