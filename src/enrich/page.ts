// What follows from header, body and banner: title, server, status code and hashes.
import { type Draft, fill } from './draft.ts'
import { readHeaderValue, readStatusCode } from './header.ts'
import type { TextHasher } from './text.ts'
import { mayBeHtml, readTitle } from './title.ts'

/**
 * Fills what follows from the texts and cuts the body to `bodyLimit` bytes. The hash is of the whole body: where the source gave
 * only the beginning of `wholeLength` bytes, it is unknown.
 */
export function fillPage(draft: Draft, hasher: TextHasher, bodyLimit: number, wholeLength?: number): void {
  const { asset, stated } = draft
  const { header, body, banner } = asset
  fill(draft, 'server', readHeaderValue(header || replyOf(banner), 'server'))
  if (!stated.has('status_code')) asset.status_code = readStatusCode(header)
  if (!stated.has('title') && body !== '' && mayBeHtml(readHeaderValue(header, 'content-type')))
    asset.title = readTitle(body)
  const measured = hasher.measure(body, bodyLimit)
  asset.body = measured.body
  const isBeginning = wholeLength !== undefined && wholeLength > measured.length
  asset.body_full_length = isBeginning ? wholeLength : measured.body === body ? null : measured.length
  fill(draft, 'body_hash', isBeginning ? '' : measured.hash)
  if (!stated.has('header_hash')) asset.header_hash = hasher.hash(header)
  if (!stated.has('banner_hash')) asset.banner_hash = hasher.hash(banner)
}

/** The banner where it is a reply with header lines, as RTSP, SIP and HTTP services give. */
function replyOf(banner: string): string {
  return /^[A-Z]{3,5}\/\d\.\d \d{3}/.test(banner) ? banner : ''
}
