// The lines httpx prints without `-json`: `URL [status] [length] [title]`, coloured or not. Colours are kept apart from the
// text because they tell a title (cyan) from everything else.

import { canonicalAddress } from '../../util/index.ts'
import type { JsonObject } from '../text/index.ts'

const COLOUR = /\x1b\[[0-9;]*m/g
const LINE = /^(https?:\/\/[^\s[\]]+(?:\[[0-9a-f:.]+\][^\s[\]]*)?)((?: \[.*\])?)$/i

/** The line without terminal colours. */
export function plainLine(line: string): string {
  return line.replace(COLOUR, '')
}

/** The line as a record with the fields that can be told for certain; undefined when it is not a line of httpx. */
export function readLine(line: string): JsonObject | undefined {
  const plain = plainLine(line).trimEnd()
  const match = LINE.exec(plain) ?? /^(https?:\/\/\[[0-9a-f:.]+\]\S*)((?: \[.*\])?)$/i.exec(plain)
  const url = match?.[1]
  if (url === undefined) return undefined
  if (match?.[2] === '') return { url }
  return { url, ...readGroups(groupsOf(line)) }
}

/** The bracketed parts after the address, colours included. */
function groupsOf(line: string): readonly string[] {
  const start = line.indexOf(' [')
  const end = line.lastIndexOf(']')
  return line.slice(start + 2, end).split('] [')
}

function readGroups(groups: readonly string[]): JsonObject {
  const [state, ...others] = groups
  if (state === undefined) return {}
  const word = plainLine(state)
  if (word === 'FAILED') return { failed: true }
  const rest = word === 'SUCCESS' ? others : groups
  const codes = /^\d{3}(,\d{3})*$/.test(plainLine(rest[0] ?? '')) ? plainLine(rest[0] ?? '').split(',') : []
  // After a redirect the line shows the last page but the first address: only the first code is of that address.
  if (codes.length > 1) return { status_code: Number(codes[0]) }
  const hasCode = codes.length === 1 || rest[0] === ''
  return {
    ...(codes.length === 1 && { status_code: Number(codes[0]) }),
    ...readDetails(hasCode ? rest.slice(1) : rest, hasCode),
  }
}

function readDetails(groups: readonly string[], hasCode: boolean): JsonObject {
  const texts = groups.map(plainLine)
  const ip = texts.find((text) => canonicalAddress(text) !== undefined)
  const server = texts.find((text) => SERVER.test(text))
  const tech = texts.findIndex(isProducts)
  const title =
    titleOf(groups, hasCode) ?? titleBefore(texts, [texts.findIndex((text) => SERVER.test(text)), tech])
  const known = new Set([ip, server, texts[tech], title])
  const unread = texts.filter((text) => !known.has(text) && !UNWANTED.test(text)).length
  return {
    ...(title !== undefined && { title }),
    ...(server !== undefined && server !== title && { webserver: server }),
    ...(ip !== undefined && { host_ip: ip }),
    ...(tech >= 0 && { tech: texts[tech]?.split(',') ?? [] }),
    ...(unread > 0 && { unread }),
  }
}

/** A length, a time or nothing: what the record does not keep. */
const UNWANTED = /^(?:-?\d*|[\d.]{1,20}(?:ms|s|µs|us))$/

/** `Nginx:1.24.0,Ubuntu`: products, of which at least one has a version, as nothing else that httpx prints has. */
function isProducts(text: string): boolean {
  if (text.length > 4096 || text.includes('://')) return false
  const items = text.split(',')
  const versions = items.filter((item) => /^[A-Za-z][\w .+-]{0,60}:\d[\w.+-]{0,40}$/.test(item))
  const sure = items.length > 1 || /\.\d/.test(text)
  return sure && versions.length > 0 && items.every((item) => /^[\p{L}\d][^[\]]{0,80}$/u.test(item))
}

/**
 * Titles come before servers and products. A text of several words that has one of them behind it, or that stands alone behind the
 * code, is the title.
 */
function titleBefore(texts: readonly string[], marks: readonly number[]): string | undefined {
  const at = texts.findIndex(
    (text) => text.trim().includes(' ') && !SERVER.test(text) && !OTHER.test(text) && !isProducts(text),
  )
  const alone = at === 0 && texts.length === 1
  return at >= 0 && (alone || marks.some((mark) => mark > at)) ? texts[at] : undefined
}

/** `nginx/1.24.0`, `Apache/2.4.58 (Ubuntu) OpenSSL/3.0.13`: nothing else that httpx prints looks like this. */
const SERVER =
  /^[A-Za-z][\w.+-]{0,40}\/\d[\w.+-]{0,40}(?: \(.{1,80}\)| [A-Za-z][\w.+-]{0,40}\/\d[\w.+-]{0,40}){0,8}$/
/** Media types, times, methods, fingerprints and lists of products, which the same places may hold. */
const OTHER =
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}(?:;.{0,80})?$|^[\d.]{1,20}(?:ms|s|µs|us)$|^[A-Z]{3,8}$|^[0-9a-f]{32,128}$|^-?\d+$|,/

/** The cyan part; without colours a text of several words in the documented form `[status] [length] [title]`: one word may be anything. */
function titleOf(groups: readonly string[], hasCode: boolean): string | undefined {
  const cyan = groups.find((group) => group.startsWith('\x1b[36m'))
  if (cyan !== undefined) return plainLine(cyan)
  const [length = '', title = '', more] = groups
  const isPlain = groups.every((group) => !group.includes('\x1b'))
  const isForm = isPlain && hasCode && /^\d+$/.test(length) && more === undefined
  return isForm && title.trim().includes(' ') && !SERVER.test(title) && !OTHER.test(title) ? title : undefined
}
