// Derives title, server, status code, hashes and scripts from header, body and banner.
import { readScripts } from '../asset/index.ts'
import { type Draft, fill } from './draft.ts'
import { fuzzyHash } from './fuzzy-hash.ts'
import { readHeaderValue, readStatusCode } from './header.ts'
import type { TextHasher } from './text.ts'
import { mayBeHtml, readTitle } from './title.ts'

/**
 * Fills what is derived from the texts and cuts the body to `bodyLimit` bytes. The hash covers the whole body: when the source gave
 * only the start of `wholeLength` bytes, it is unknown.
 */
export function fillPage(draft: Draft, hasher: TextHasher, bodyLimit: number, wholeLength?: number): void {
  const { asset, stated } = draft
  const { header, body, banner } = asset
  fill(draft, 'server', readHeaderValue(header || replyOf(banner), 'server'))
  if (!stated.has('status_code')) asset.status_code = readStatusCode(header)
  if (!stated.has('title') && isPage(draft)) asset.title = readTitle(body)
  const measured = hasher.measure(body, bodyLimit)
  asset.body = measured.body
  const isBeginning = wholeLength !== undefined && wholeLength > measured.length
  asset.body_full_length = isBeginning ? wholeLength : measured.body === body ? null : measured.length
  fill(draft, 'body_hash', isBeginning ? '' : measured.hash)
  fillFromStart(draft)
  if (!stated.has('header_hash')) asset.header_hash = hasher.hash(header)
  if (!stated.has('banner_hash')) asset.banner_hash = hasher.hash(banner)
}

/** Fills what is derived from the stored body, which may be the start of a longer one: addresses of scripts and the fuzzy hash. */
export function fillFromStart(draft: Draft): void {
  draft.asset.body_fuzzy_hash = fuzzyHash(draft.asset.body)
  fill(draft, 'js_name', isPage(draft) ? readScripts(draft.asset.body) : [])
}

function isPage({ asset: { header, body } }: Draft): boolean {
  return body !== '' && mayBeHtml(readHeaderValue(header, 'content-type'))
}

/** The banner if it is a reply with header lines, as RTSP, SIP and HTTP services send. */
function replyOf(banner: string): string {
  return /^[A-Z]{3,5}\/\d\.\d \d{3}/.test(banner) ? banner : ''
}
