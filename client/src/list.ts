// Stored lists: addresses, networks and names that an account keeps under a name for its queries.
import { answerOf, bodyOf, type CallOptions, type Transport } from './transport.ts'
import type { KeepListAnswer, StoredList, StoredListsAnswer } from './types.ts'

function pathOf(transport: Transport, name: string): string {
  return `/api/v1/lists/${encodeURIComponent(name)}?${transport.encode({})}`
}

/** The lists of the account. */
export async function storedLists(
  transport: Transport,
  options: CallOptions,
): Promise<readonly StoredList[]> {
  return (await transport.call<StoredListsAnswer>('GET', '/api/v1/lists', {}, options)).lists
}

/** The elements of a list, one a line. */
export function showList(transport: Transport, name: string, options: CallOptions): Promise<string> {
  return transport.patiently(options, async () => {
    const response = await transport.fetch(pathOf(transport, name), {}, options)
    // A failure is JSON, with status 200 where the server is set so.
    const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
    if (isText) return new Response(await bodyOf(transport, response)).text()
    return answerOf<string>(transport, response)
  })
}

/** Stores a list, or replaces it. */
export async function keepList(
  transport: Transport,
  name: string,
  elements: string,
  options: CallOptions,
): Promise<StoredList> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const request = { method: 'POST', body: elements, headers }
  const path = pathOf(transport, name)
  return (await transport.patiently(options, () => transport.answer<KeepListAnswer>(path, request, options)))
    .list
}

/** Removes a list. */
export async function removeList(transport: Transport, name: string, options: CallOptions): Promise<void> {
  await transport.answer(pathOf(transport, name), { method: 'DELETE' }, options)
}
