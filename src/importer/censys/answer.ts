// The pages of a service: one answer in Search 2.0, any number of endpoints on the Platform.
import { Buffer } from 'node:buffer'
import type { Stated } from '../../asset/index.ts'
import { textOfBody } from '../capture/index.ts'
import {
  defined,
  headerOfMap,
  numberAt,
  objectAt,
  objectsAt,
  readHash,
  readIconHash,
  splitMessage,
  textAt,
  titleAt,
} from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'
import { bytesIn, encodingOf } from './encoding.ts'

/** One page. */
export interface Answer {
  readonly hostname: string | undefined
  readonly uri: string | undefined
  readonly path: string | undefined
  readonly stated: Stated
  /** Length of the whole body where only its beginning was kept. */
  readonly bodyLength: number | undefined
}

/** The HTTP answers of a service, in its order. */
export function answersOf(service: JsonObject): readonly Answer[] {
  const http = objectAt(service, 'http')
  const response = objectAt(http, 'response')
  if (response !== undefined) {
    const uri = textAt(http, 'request', 'uri')
    return [answerOf(response, { uri, path: undefined, hostname: undefined }, textAt(service, 'banner'))]
  }
  return objectsAt(service, 'endpoints').flatMap((endpoint) => {
    const inner = objectAt(endpoint, 'http')
    if (inner === undefined) return []
    const [uri, path] = [textAt(inner, 'uri'), pathIn(textAt(endpoint, 'path'))]
    return [
      answerOf(inner, { uri, path, hostname: textAt(endpoint, 'hostname') }, textAt(endpoint, 'banner')),
    ]
  })
}

function pathIn(text: string | undefined): string | undefined {
  const path = text?.split(/[?#]/, 1)[0]
  return path?.startsWith('/') ? path : undefined
}

function answerOf(
  response: JsonObject,
  asked: Pick<Answer, 'uri' | 'path' | 'hostname'>,
  banner: string | undefined,
): Answer {
  const body = bodyOf(response, asked.hostname ?? '')
  const size = numberAt(response, 'body_size') ?? 0
  return {
    ...asked,
    stated: defined<Stated>({
      type: 'subdomain',
      title: titleAt(response, 'html_title'),
      status_code: numberAt(response, 'status_code') || undefined,
      header: headerOf(response, banner),
      body: body?.text,
      ...iconOf(response),
    }),
    bodyLength: body !== undefined && size > body.length ? size : undefined,
  }
}

/** The body as kept, and how many bytes of it. */
function bodyOf(response: JsonObject, host: string): { text: string; length: number } | undefined {
  const text = textAt(response, 'body')
  if (text === undefined) return undefined
  if (encodingOf(response, 'body') === undefined) return { text, length: Buffer.byteLength(text) }
  const bytes = bytesIn(response, 'body') ?? Buffer.alloc(0)
  const type = textAt(response, 'headers', 'Content_Type', 0) ?? ''
  return { text: textOfBody({ bytes, length: bytes.length }, type, host).text, length: bytes.length }
}

/** The header as the banner shows it, else put together again from the map of its fields. */
function headerOf(response: JsonObject, banner: string | undefined): string | undefined {
  const shown = banner === undefined ? undefined : splitMessage(banner)
  if (shown !== undefined) return shown.header
  const map = objectAt(response, 'headers')
  const code = numberAt(response, 'status_code')
  if (map === undefined && code === undefined) return undefined
  const version = textAt(response, 'protocol') ?? 'HTTP/1.1'
  const line = [version, code, textAt(response, 'status_reason')].filter((part) => part !== undefined)
  return headerOfMap(code === undefined ? '' : line.join(' '), flattened(map ?? {}))
}

/** On the Platform a header's values are under `headers`. */
function flattened(map: JsonObject): JsonObject {
  const flat: Record<string, JsonObject[string]> = {}
  for (const key in map) flat[key] = objectAt(map[key])?.['headers'] ?? map[key]
  return flat
}

/** The hashes of the first icon that has any. */
function iconOf(response: JsonObject): Pick<Stated, 'icon_hash' | 'icon_md5'> {
  for (const icon of objectsAt(response, 'favicons')) {
    const icon_hash = readIconHash(icon['shodan_hash'] ?? icon['hash_shodan'])
    const icon_md5 = readHash(textAt(icon, 'md5_hash') ?? textAt(icon, 'hash_md5'))
    if (icon_hash !== undefined || icon_md5 !== undefined) return defined({ icon_hash, icon_md5 })
  }
  return {}
}
