// Tagging by a server elsewhere: a list submitted, waited for and fetched.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../error/index.ts'
import type { AddressLine, MadeResult } from '../../service/tag/index.ts'
import type { Access } from './access.ts'
import { call, encode, fetchFrom, readAnswer } from './client.ts'

const POLL_MS = 250

interface Info {
  readonly state: string
  readonly download_url?: string
  readonly reason?: string
}

/** Tags at most 10000 lines with the account's own limit of the day; the numbers of the lines are kept. */
export async function tagRemotely(
  access: Access,
  lines: readonly AddressLine[],
  signal: AbortSignal,
): Promise<MadeResult> {
  const id = await submit(access, lines, signal)
  const url = await waitFor(access, id, signal)
  const { pathname, search } = new URL(url)
  const answer = await fetchFrom(access, `${pathname}${search}&format=ndjson`, {}, signal)
  const text = await answer.text()
  if (!answer.ok) readAnswer(access, answer.status, undefined, text)
  const [head = '', ...entries] = text.split('\n').filter((line) => line !== '')
  return { head, entries: entries.map((entry, index) => renumber(entry, lines[index])) }
}

async function submit(access: Access, lines: readonly AddressLine[], signal: AbortSignal): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([lines.map(([, text]) => text).join('\n')]), 'addresses.txt')
  const path = `/api/v1/ip_tags?${encode(access, {})}`
  const answer = await fetchFrom(access, path, { method: 'POST', body: form }, signal)
  const retry = answer.headers.get('retry-after')
  return readAnswer<{ task_id: number }>(access, answer.status, retry, await answer.text()).task_id
}

async function waitFor(access: Access, id: number, signal: AbortSignal): Promise<string> {
  for (;;) {
    const info = await call<Info>(access, 'GET', '/api/v1/ip_tags/info', { task_id: String(id) }, signal)
    if (info.download_url !== undefined) return info.download_url
    if (info.state === 'failure') throw new AppError('input', `the task failed: ${info.reason ?? ''}`)
    await sleep(POLL_MS, undefined, { signal })
  }
}

function renumber(entry: string, line: AddressLine | undefined): string {
  return line === undefined ? entry : entry.replace(/^\{"line":\d+/, `{"line":${line[0]}`)
}
