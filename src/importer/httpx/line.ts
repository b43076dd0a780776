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

/** The line as a record with the fields that can be told for certain; undefined when it is no line of httpx. */
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
  const ip = groups.map(plainLine).find((text) => canonicalAddress(text) !== undefined)
  const title = titleOf(groups, hasCode)
  return { ...(title !== undefined && { title }), ...(ip !== undefined && { host_ip: ip }) }
}

/** The cyan part; without colours only the documented form `[status] [length] [title]` is clear. */
function titleOf(groups: readonly string[], hasCode: boolean): string | undefined {
  const cyan = groups.find((group) => group.startsWith('\x1b[36m'))
  if (cyan !== undefined) return plainLine(cyan)
  const [length = '', title, more] = groups
  const isPlain = groups.every((group) => !group.includes('\x1b'))
  return isPlain && hasCode && /^\d+$/.test(length) && more === undefined ? title : undefined
}
