// The protocol over lines of text, one message each: standard input and output of a process.
import { type Incoming, type Outgoing, protocolError, readMessages, type RequestId } from './message.ts'
import type { Handle } from './server.ts'

/**
 * Answers messages until the input ends, several at a time; `notifications/cancelled` ends a call. `write` gets one line at a
 * time. Resolves when everything under way has been answered.
 */
export async function serveLines(
  lines: AsyncIterable<string>,
  write: (line: string) => void,
  handle: Handle,
  onError: (error: unknown) => void,
): Promise<void> {
  const running = new Map<RequestId, AbortController>()
  const working = new Set<Promise<void>>()
  const answerOne = async (message: Incoming): Promise<Outgoing | undefined> => {
    const controller = new AbortController()
    if (message.id !== undefined) running.set(message.id, controller)
    try {
      return await handle(message, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return undefined
      onError(error)
      return message.id === undefined
        ? undefined
        : protocolError(message.id, 'internal', 'Internal Server Error!')
    } finally {
      if (message.id !== undefined) running.delete(message.id)
    }
  }
  for await (const line of lines) {
    if (line.trim() === '') continue
    const read = readMessages(line)
    if ('failure' in read) {
      write(JSON.stringify(read.failure))
      continue
    }
    const work = Promise.all(read.messages.map((message) => answerAny(message, running, answerOne))).then(
      (answers) => {
        const given = answers.filter((answer) => answer !== undefined)
        if (given.length > 0) write(JSON.stringify(read.batch ? given : given[0]))
      },
    )
    working.add(work)
    work.finally(() => working.delete(work))
  }
  await Promise.all(working)
}

async function answerAny(
  message: Incoming | Outgoing | undefined,
  running: ReadonlyMap<RequestId, AbortController>,
  answer: (message: Incoming) => Promise<Outgoing | undefined>,
): Promise<Outgoing | undefined> {
  if (message === undefined || 'jsonrpc' in message) return message
  if (message.method === 'notifications/cancelled') {
    running.get(message.params['requestId'] as RequestId)?.abort()
    return undefined
  }
  return answer(message)
}
