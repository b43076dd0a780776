// Tagging: a list of addresses submitted, waited for and fetched.
import { ended, failed, pathOf, type WaitOptions } from './export.ts'
import { bodyOf, type CallOptions, type Transport } from './transport.ts'
import type { IpTagsInfoAnswer, SubmitIpTagsAnswer, TagResult } from './types.ts'

/** The state of a tagging task. */
export type TaggingState = IpTagsInfoAnswer

/** Tags at most 10000 lines: addresses one by one, or the text of a file. Counts against the account's limit of the day. */
export async function tagAddresses(
  transport: Transport,
  addresses: Iterable<string> | Blob,
  options: WaitOptions<TaggingState>,
): Promise<TagResult> {
  return JSON.parse(await fetchResult(transport, await downloadOf(transport, addresses, options), options))
}

/** The same as lines of JSON: the header, then an entry for each line of the list. */
export async function tagLines(
  transport: Transport,
  addresses: Iterable<string> | Blob,
  options: WaitOptions<TaggingState>,
): Promise<string> {
  const path = await downloadOf(transport, addresses, options)
  return fetchResult(transport, `${path}&format=ndjson`, options)
}

function fetchResult(transport: Transport, path: string, options: CallOptions): Promise<string> {
  return transport.patiently(options, async () => {
    const body = await bodyOf(transport, await transport.fetch(path, {}, options))
    return new Response(body).text()
  })
}

/** Submits a list and waits; resolves to the path of the result. */
async function downloadOf(
  transport: Transport,
  addresses: Iterable<string> | Blob,
  options: WaitOptions<TaggingState>,
): Promise<string> {
  const file = addresses instanceof Blob ? addresses : new Blob([textOf(addresses)])
  const id = await submit(transport, file, options)
  const ask = (): Promise<TaggingState> =>
    transport.call('GET', '/api/v1/ip_tags/info', { task_id: id }, options)
  const state = await ended(await ask(), options, ask)
  if (state.state === 'failure') throw failed('the task', state.reason)
  return pathOf(transport, state.download_url)
}

// A single text is the text of a file, as a page's text box has it.
function textOf(addresses: Iterable<string>): string {
  return typeof addresses === 'string' ? addresses : [...addresses].join('\n')
}

async function submit(transport: Transport, file: Blob, options: WaitOptions<TaggingState>): Promise<number> {
  const once = (): Promise<SubmitIpTagsAnswer> => {
    const form = new FormData()
    form.set('file', file, 'addresses.txt')
    return transport.answer(
      `/api/v1/ip_tags?${transport.encode({})}`,
      { method: 'POST', body: form },
      options,
    )
  }
  // A list whose answer was lost may have become a task, so only a refusal is tried again.
  const answer = await transport.patiently(
    options,
    once,
    ({ code }) => code === 'rate' || code === 'unavailable',
  )
  return answer.task_id
}
