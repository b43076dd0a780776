// The lines of a file, one entry each, in their order.

import type { Observed } from '../../asset/index.ts'
import { type Address, parseAddress, printAddress } from '../../util/index.ts'
import type { TagContext } from '../context.ts'
import type { Entry, OkEntry } from '../entry.ts'
import { ECHOED, explainInvalid } from './invalid.ts'
import { tagAddress } from './tag-address.ts'

/** A line that counts, with its number in the file from 1. */
interface InputLine {
  readonly line: number
  readonly text: string
}

/** How long the event loop may be held up at a stretch, in milliseconds. */
const SLICE = 15

/**
 * Tags the lines in order; `observe` is asked once for all addresses before the first entry. The event loop gets its turn every few
 * milliseconds, and whoever takes the entries may stop at any of them.
 */
export async function* tagLines(
  lines: readonly InputLine[],
  context: TagContext,
): AsyncGenerator<Entry, void> {
  const addresses = lines.map(({ text }) => parseAddress(text))
  const records = await observeAll(addresses, context)
  const first = new Map<string, OkEntry>()
  let since = performance.now()
  for (const [index, line] of lines.entries()) {
    yield tagLine(line, addresses[index], context, records, first)
    if (performance.now() - since > SLICE) {
      await new Promise((resolve) => setImmediate(resolve))
      since = performance.now()
    }
  }
}

type Records = ReadonlyMap<string, Observed> | undefined

async function observeAll(
  addresses: readonly (Address | undefined)[],
  { observe }: TagContext,
): Promise<Records> {
  if (observe === undefined) return undefined
  const ips = new Set(addresses.flatMap((address) => (address === undefined ? [] : [printAddress(address)])))
  return ips.size === 0 ? new Map() : observe([...ips])
}

function tagLine(
  { line, text }: InputLine,
  address: Address | undefined,
  context: TagContext,
  records: Records,
  first: Map<string, OkEntry>,
): Entry {
  const input = text.slice(0, ECHOED)
  if (address === undefined) return { line, input, status: 'invalid', reason: explainInvalid(text), tags: [] }
  const ip = printAddress(address)
  const known = first.get(ip)
  if (known !== undefined)
    return { line, input, status: 'duplicate', same_as: known.line, ip, tags: known.tags }
  const observed = records === undefined ? undefined : (records.get(ip) ?? null)
  const entry = tagAddress(address, { line, input }, context, observed)
  first.set(ip, entry)
  return entry
}
