// The body of a captured response as text.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { iconType } from '../../asset/index.ts'
import { cutText, escapeControls, readableBytes, wellFormed } from '../text/index.ts'
import { decodeText } from './charset.ts'
import { joinChunks } from './chunked.ts'
import { type Decoded, decodeContent } from './content-coding.ts'
import type { Block } from './frame.ts'
import { fieldTokens, fieldValue, type HeaderField, type HttpResponse } from './http-response.ts'

/** A body as text. */
export interface BodyText {
  readonly text: string
  /** Length of the whole body in bytes, where the text is only its beginning. */
  readonly fullLength: number | undefined
  /** The bytes themselves, where they are a picture no larger than icons are. */
  readonly picture?: Uint8Array
  /** MD5 of the whole body, where it is a script. */
  readonly script?: string
}

/** A body as a source holds it. */
interface RawBody {
  /** Its beginning, or all of it. */
  readonly bytes: Buffer
  /** Length of the whole in bytes, as held by the source. */
  readonly length: number
  /** Header fields that say how it is coded; none for a body that is held decoded. */
  readonly fields: readonly HeaderField[]
  /** Name of the host it comes from. */
  readonly host: string
}

/** Longest beginning of a decoded text body that becomes text: 8 MiB. */
const TEXT_LIMIT = 8 * 1024 * 1024
/** The same for bodies that are not text, such as images: 256 KiB, which as `\xNN` fill a stored body. */
const BINARY_LIMIT = 256 * 1024

const TEXT_TYPE =
  /^text\/|[/+.-](?:json|xml|html|javascript|ecmascript|yaml|csv|graphql|x-www-form-urlencoded|ndjson)\b/
const OTHER_TYPE = /^(?:image|audio|video|font|model)\/|^application\/(?:pdf|zip|gzip|wasm|font|vnd\.)/

/** Whether bytes hold what texts do not: NUL, or more than a few control characters. UTF-16 with its mark is text. */
function looksBinary(bytes: Buffer): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) return false
  const start = bytes.toString('latin1', 0, 2048)
  const controls = start.match(/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return start.includes('\0') || controls * 50 > start.length
}

function isText(type: string, bytes: Buffer): boolean {
  if (/charset\s*=\s*"?utf-16/.test(type)) return true
  if (looksBinary(bytes)) return false
  return TEXT_TYPE.test(type) || !OTHER_TYPE.test(type)
}

/** The text of a decoded body of a media type (with its parameters). */
export function textOfBody(body: Decoded, mediaType: string, host: string): BodyText {
  const type = mediaType.toLowerCase()
  const text = isText(type, body.bytes)
  const bytes = body.bytes.subarray(0, text ? TEXT_LIMIT : BINARY_LIMIT)
  const cut = bytes.length < body.length
  const fullLength = cut ? body.length : undefined
  const isPicture = !text && !cut && iconType(bytes) !== undefined
  if (!text) return { text: readableBytes(bytes), fullLength, ...(isPicture && { picture: bytes }) }
  const stated = /charset\s*=\s*(?:["']\s*)?([^\s"';,]+)/.exec(type)?.[1]
  const shown = { text: escapeControls(decodeText(bytes, { stated, host, cut })), fullLength }
  return isScript(type) && !cut ? { ...shown, script: digestOf(bytes) } : shown
}

function isScript(mediaType: string): boolean {
  return /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i.test(mediaType)
}

function digestOf(bytes: Uint8Array | string): string {
  return createHash('md5').update(bytes).digest('hex')
}

/**
 * Decodes the body of a response that was in the block of an archive record. Where the block was cut, by the recorder or by
 * the end of the input, the response's own Content-Length tells how much is missing.
 */
export async function decodeBlockBody(
  response: HttpResponse,
  block: Block,
  truncated: boolean,
  host: string,
): Promise<BodyText> {
  const { body: bytes, fields } = response
  const stated = truncated ? Number(fieldValue(fields, 'content-length') ?? 0) : 0
  const found = bytes.length + block.length - block.bytes.length
  const length = stated > found && stated <= Number.MAX_SAFE_INTEGER ? stated : found
  return await decodeBody({ bytes, length, fields, host })
}

/** A body that its source holds as text already, of a media type. */
export function textOfText(text: string, mediaType: string): BodyText {
  const kept = cutText(text, TEXT_LIMIT)
  const fullLength = kept.length < text.length ? Buffer.byteLength(text) : undefined
  const shown = { text: escapeControls(wellFormed(kept)), fullLength }
  const isWhole = fullLength === undefined
  return isScript(mediaType) && isWhole && text !== '' ? { ...shown, script: digestOf(text) } : shown
}

/** Undoes transfer and content codings, then the character encoding. Never fails: what cannot be decoded stays as it is. */
export async function decodeBody(raw: RawBody): Promise<BodyText> {
  const transfer = fieldTokens(raw.fields, 'transfer-encoding')
  const joined = transfer.includes('chunked') ? joinChunks(raw.bytes) : undefined
  const codings = [...fieldTokens(raw.fields, 'content-encoding'), ...transfer]
  const decoded = await decodeContent(joined ?? raw.bytes, codings, TEXT_LIMIT)
  const missing = raw.length - raw.bytes.length
  const body = { bytes: decoded.bytes, length: decoded.length + missing }
  return textOfBody(body, fieldValue(raw.fields, 'content-type') ?? '', raw.host)
}
