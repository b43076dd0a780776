// Tagging by a server elsewhere: a list submitted, waited for and fetched.
import { bodyOf, downloadOf, pathOf } from '../../../client/src/index.ts'
import type { AddressLine, MadeResult } from '../../service/tag/index.ts'
import type { Access } from './access.ts'
import { inWords, transportTo } from './client.ts'

/** Tags at most 10000 lines with the account's own limit of the day; the numbers of the lines are kept. */
export async function tagRemotely(
  access: Access,
  lines: readonly AddressLine[],
  signal: AbortSignal,
): Promise<MadeResult> {
  const text = await tagged(access, lines, signal).catch((error: unknown) => {
    throw inWords(access, error)
  })
  const [head = '', ...entries] = text.split('\n').filter((line) => line !== '')
  return { head, entries: entries.map((entry, index) => renumber(entry, lines[index])) }
}

async function tagged(access: Access, lines: readonly AddressLine[], signal: AbortSignal): Promise<string> {
  const transport = transportTo(access)
  const url = await downloadOf(
    transport,
    lines.map(([, text]) => text),
    { signal },
  )
  const answer = await transport.fetch(`${pathOf(transport, url)}&format=ndjson`, {}, { signal })
  return new Response(await bodyOf(transport, answer)).text()
}

function renumber(entry: string, line: AddressLine | undefined): string {
  return line === undefined ? entry : entry.replace(/^\{"line":\d+/, `{"line":${line[0]}`)
}
