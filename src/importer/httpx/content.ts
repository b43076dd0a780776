// What httpx says of the page it read.
import { Buffer } from 'node:buffer'
import type { Stated } from '../../asset/index.ts'
import { textOfBody } from '../capture/index.ts'
import {
  defined,
  headerOfMap,
  numberAt,
  objectsAt,
  type Product,
  readHash,
  readIconHash,
  readJarm,
  statedProducts,
  textAt,
  textsAt,
  titleAt,
  withoutLineEnds,
} from '../fact/index.ts'
import { asObject, type Json, type JsonObject, readableBytes } from '../text/index.ts'

/** The value of the first of these keys that is there; fields were renamed from version to version. */
export function first(record: JsonObject, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

/** Title, header, body and what else belongs to one page. */
export function statedContent(record: JsonObject): Stated {
  const base64 = isBase64(record)
  return {
    ...defined<Stated>({
      title: titleAt(record, 'title'),
      server: textAt(record, 'webserver'),
      status_code: numberAt(first(record, 'status_code', 'status-code')) || undefined,
      header: headerOf(record, base64),
      body: bodyOf(record, base64),
      icon_hash: readIconHash(first(record, 'favicon', 'favicon_mmh3', 'favicon-mmh3')),
      icon_md5: readHash(textAt(first(record, 'favicon_md5', 'favicon-md5'))),
      jarm: readJarm(textAt(first(record, 'jarm_hash', 'jarm', 'jarm-hash'))),
    }),
    ...statedProducts(productsOf(record)),
  }
}

function headerOf(record: JsonObject, base64: boolean): string | undefined {
  const raw = textOf(first(record, 'raw_header', 'raw_headers', 'raw-header'), base64)
  if (raw !== undefined) return withoutLineEnds(raw)
  const header = first(record, 'header', 'response-header', 'response_header')
  const map = asObject(header)
  if (map !== undefined) return headerOfMap('', map) || undefined
  const text = textAt(header)
  return text === undefined ? undefined : withoutLineEnds(text)
}

function textOf(value: Json | undefined, base64: boolean): string | undefined {
  const text = textAt(value)
  return text !== undefined && base64 ? (decoded(text) ?? text) : text
}

function bodyOf(record: JsonObject, base64: boolean): string | undefined {
  const text = textAt(first(record, 'body', 'response-body', 'response_body'))
  const bytes = text !== undefined && base64 ? bytesOf(text) : undefined
  if (bytes === undefined) return text
  const type = textAt(first(record, 'content_type', 'content-type')) ?? ''
  return textOfBody({ bytes, length: bytes.length }, type, textAt(record, 'host') ?? '').text
}

/** Whether `-irrb` was used: header, body and request then are in base64. */
function isBase64(record: JsonObject): boolean {
  const raw = decoded(textAt(record, 'raw_header') ?? '')
  if (raw !== undefined) return /^HTTP\/\d|^[\w-]+:/.test(raw)
  const request = decoded(textAt(record, 'request') ?? '')
  return request !== undefined && /^[A-Z]+ \S+ HTTP\/\d/.test(request)
}

/** The text behind base64, or undefined for what is none. */
export function decoded(text: string): string | undefined {
  const bytes = bytesOf(text)
  return bytes && readableBytes(bytes)
}

function bytesOf(text: string): Buffer | undefined {
  if (text.length < 4 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

/** `Nginx:1.25` is a product with its version; before 2022 `tech` was called `technologies`. */
function productsOf(record: JsonObject): readonly Product[] {
  const names = [...textsAt(record, 'tech'), ...textsAt(record, 'technologies')]
  const products: Product[] = names.map((name) => {
    const at = name.lastIndexOf(':')
    return at < 1 || at === name.length - 1
      ? { product: name }
      : { product: name.slice(0, at), version: name.slice(at + 1) }
  })
  const guesses = objectsAt(record, 'cpe').map((guess) => ({ product: textAt(guess, 'product') ?? '' }))
  return [...products, ...guesses]
}
