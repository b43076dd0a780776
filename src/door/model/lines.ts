// The Model Context Protocol over standard input and output, for programs that start their servers themselves.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** Something that answers messages: a server, or a relay to one. */
interface Answering {
  readonly connect: (lines: Transport) => Promise<void>
  readonly close: () => Promise<void>
}

/** Answers until the input ends or the signal fires; running calls are still answered. */
export async function serveLines(answering: Answering, signal: AbortSignal): Promise<void> {
  const lines = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const idle = watchCalls(lines)
  await answering.connect(lines)
  await ended
  await idle(signal)
  await answering.close()
}

/** Counts unanswered requests of a transport; the returned function waits until there are none. */
function watchCalls(lines: StdioServerTransport): (signal: AbortSignal) => Promise<void> {
  const open = new Set<string | number>()
  let finish = (): void => undefined
  const close = (id: string | number): void => {
    open.delete(id)
    if (open.size === 0) finish()
  }
  const send = lines.send.bind(lines)
  lines.onmessage = (message: JSONRPCMessage) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled')
      close((message.params as { requestId: string | number }).requestId)
  }
  lines.send = async (message) => {
    await send(message)
    if (!('method' in message) && 'id' in message && message.id !== undefined) close(message.id)
  }
  return (signal) =>
    new Promise((resolve) => {
      finish = resolve
      if (open.size === 0 || signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
}
