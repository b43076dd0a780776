import { describe, expect, it } from 'vitest'
import { serveLines } from './lines.ts'
import type { Handle } from './server.ts'

async function serve(lines: AsyncIterable<string>, handle: Handle) {
  const written: unknown[] = []
  const failures: unknown[] = []
  await serveLines(
    lines,
    (line) => written.push(JSON.parse(line)),
    handle,
    (error) => failures.push(error),
  )
  return { written, failures }
}

const of = async function* (...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
const request = (id: number, method = 'x'): string => JSON.stringify({ jsonrpc: '2.0', id, method })
const answered: Handle = async ({ id }) =>
  id === undefined ? undefined : { jsonrpc: '2.0', id, result: { done: true } }

describe('messages line by line', () => {
  it('are answered, several at a time, in the order in which they are done', async () => {
    let release = (): void => undefined
    const first = new Promise<void>((resolve) => {
      release = resolve
    })
    const handle: Handle = async (message, signal) => {
      if (message.id === 1) await first
      else release()
      return answered(message, signal)
    }
    const { written } = await serve(of(request(1), '', request(2)), handle)
    expect(written).toMatchObject([{ id: 2 }, { id: 1 }])
  })

  it('that are no messages are told so, and the others are still answered', async () => {
    const { written } = await serve(of('{', '7', request(3)), answered)
    expect(written).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: null, error: { code: -32_600 } },
      { id: 3, result: { done: true } },
    ])
  })

  it('end a call that is cancelled, which then has no answer', async () => {
    const handle: Handle = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } }
    const { written, failures } = await serve(of(request(4), JSON.stringify(cancel)), handle)
    expect({ written, failures }).toEqual({ written: [], failures: [] })
  })

  it('tell what broke, and go on', async () => {
    const handle: Handle = (message, signal) => {
      if (message.id === 5) throw new Error('broken')
      return answered(message, signal)
    }
    const { written, failures } = await serve(of(request(5), request(6)), handle)
    expect(written).toMatchObject([{ id: 5, error: { message: 'Internal Server Error!' } }, { id: 6 }])
    expect(failures).toMatchObject([{ message: 'broken' }])
  })
})
